import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { useMay } from '../../call/queries.ts'
import { timeText } from '../../days.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { DrawerHead } from '../../parts/drawer-head.tsx'
import { Drawer } from '../../parts/drawer.tsx'
import { Facts } from '../../parts/facts.tsx'
import { Notice } from '../../parts/notice.tsx'
import { credits } from '../../words.ts'
import { useChange, useResetUsage, useRevoke, useRotate, type Key } from './keys-of.ts'
import { SettingsForm } from './settings-form.tsx'
import { words } from './words.ts'

/** One key: what it used, its settings, and how it ends. */
export function OneKey(part: { of: Key; isAsKey: boolean; onSecret(secret: string): void; onClose(): void }) {
  const key = part.of
  const isManager = useMay('manage')
  const change = useChange(key)
  const reset = useResetUsage(key.id)
  return (
    <Drawer label={key.name} onClose={part.onClose}>
      <DrawerHead title={key.name} close={words.close} />
      <Facts
        facts={[
          [words.prefix, <code key="prefix">{key.prefix}</code>],
          [words.id, <code key="id">{key.id}</code>],
          [words.used, credits(key.creditsUsed)],
          [words.madeBy, key.madeBy],
          [words.madeOn, timeText(key.createdAt)],
        ]}
      />
      <p className="row">
        <Link to="/requests" search={{ key: key.id }}>
          {words.requests}
        </Link>
        <Link to="/usage" search={{ by: 'key', key: key.id }}>
          {words.spend}
        </Link>
      </p>
      {reset.error && <Notice tone="bad">{reset.error.message}</Notice>}
      {isManager && !key.isRevoked && (
        <>
          <Endings of={key} isAsKey={part.isAsKey} onSecret={part.onSecret} onRevoked={part.onClose}>
            <button type="button" disabled={reset.isPending} onClick={() => reset.mutate()}>
              {words.resetUsage}
            </button>
          </Endings>
          <h3>{words.change}</h3>
          <SettingsForm
            first={key}
            button={change.isPending ? words.saving : words.save}
            isBusy={change.isPending}
            error={change.error}
            onSend={(settings) => change.mutate(settings)}
          />
        </>
      )}
    </Drawer>
  )
}

/** A new secret, and the end of it all; both ask once more. */
function Endings(part: {
  of: Key
  isAsKey: boolean
  children: ReactNode
  onSecret(secret: string): void
  onRevoked(): void
}) {
  const { id, name } = part.of
  const [question, ask] = useState<'rotate' | 'revoke'>()
  const rotate = useRotate(id)
  const revoke = useRevoke(id)
  const error = rotate.error ?? revoke.error
  return (
    <>
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div className="row">
        {!part.isAsKey && (
          <button type="button" onClick={() => ask('rotate')}>
            {words.rotate}
          </button>
        )}
        {part.children}
        <button type="button" className="danger" onClick={() => ask('revoke')}>
          {words.revoke}
        </button>
      </div>
      {question === 'rotate' && (
        <Confirm
          title={words.rotateTitle}
          words={{ yes: words.rotateYes, no: words.keep }}
          isBusy={rotate.isPending}
          onYes={() =>
            rotate.mutate(undefined, {
              onSuccess: ({ key }) => part.onSecret(key),
              onSettled: () => ask(undefined),
            })
          }
          onNo={() => ask(undefined)}
        >
          <p>{words.rotateText}</p>
        </Confirm>
      )}
      {question === 'revoke' && (
        <Confirm
          title={words.revokeTitle}
          words={{ yes: words.revokeYes, no: words.keep, type: words.type }}
          typed={name}
          isBusy={revoke.isPending}
          onYes={() =>
            revoke.mutate(undefined, { onSuccess: part.onRevoked, onSettled: () => ask(undefined) })
          }
          onNo={() => ask(undefined)}
        >
          <p>{words.revokeText}</p>
        </Confirm>
      )}
    </>
  )
}
