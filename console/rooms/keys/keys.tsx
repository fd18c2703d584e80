import './keys.css'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { leaveAll, useIsSandbox, useMay, useSession } from '../../call/queries.ts'
import { endSession } from '../../call/session.ts'
import { WhyNot } from '../../call/if-may.tsx'
import { timeText } from '../../days.ts'
import { Grid, Pair, type Column } from '../../parts/grid.tsx'
import { DrawerHead } from '../../parts/drawer-head.tsx'
import { Drawer } from '../../parts/drawer.tsx'
import { Notice } from '../../parts/notice.tsx'
import { PageFrame } from '../../parts/page.tsx'
import { Secret } from '../../parts/secret.tsx'
import { credits, number } from '../../words.ts'
import { OneKey } from './key.tsx'
import { useCreate, useKeys, type Key, type Settings } from './keys-of.ts'
import { SettingsForm } from './settings-form.tsx'
import { words } from './words.ts'

interface Address {
  /** Id of the key that is opened, or `new`. */
  open?: string
  /** `yes`: revoked ones are shown, too. */
  revoked?: string
}

/** Keys of the organization. Those who signed in with one make and rotate none; the page says so in place of the buttons. */
export function Page() {
  const address = useSearch({ strict: false }) as Address
  const go = useNavigate()
  const set = (change: Address) => void go({ to: '/keys', search: { ...address, ...change } })
  const keys = useKeys(address.revoked === 'yes')
  const isAsKey = (useSession().data?.key ?? null) !== null
  const isManager = useMay('manage')
  const isSandbox = useIsSandbox()
  const [secret, setSecret] = useState<string>()
  const rows = keys.data ?? []
  const place = rows.findIndex(({ id }) => id === address.open)
  const opened = rows[place]
  const show = (key: string) => {
    setSecret(key)
    set({ open: undefined })
  }
  const create = (
    <button type="button" className="primary" onClick={() => set({ open: 'new' })}>
      {isSandbox ? words.createTest : words.create}
    </button>
  )
  return (
    <PageFrame
      title={words.title}
      lead={words.lead}
      isWhole
      errors={[keys.error]}
      actions={isAsKey || !isManager ? undefined : create}
    >
      {isAsKey ? <AsKey /> : <WhyNot act="manage" />}
      {secret !== undefined && (
        <Secret
          text={secret}
          words={{ ...words, title: words.secretTitle }}
          onStored={() => setSecret(undefined)}
        />
      )}
      <label className="row check">
        <input
          type="checkbox"
          checked={address.revoked === 'yes'}
          onChange={(event) => set({ revoked: event.target.checked ? 'yes' : undefined })}
        />
        {words.revoked}
      </label>
      <Grid
        label={words.grid}
        rows={rows}
        columns={columns}
        leastWidthPx={760}
        selected={place}
        onOpen={(index) => set({ open: rows[index]?.id })}
        empty={keys.isPending ? words.reading : words.none}
      />
      {address.open === 'new' && !isAsKey && isManager && (
        <Create isTest={isSandbox} onMade={show} onClose={() => set({ open: undefined })} />
      )}
      {opened !== undefined && (
        <OneKey
          key={opened.id}
          of={opened}
          isAsKey={isAsKey}
          onSecret={show}
          onClose={() => set({ open: undefined })}
        />
      )}
    </PageFrame>
  )
}

/** Leads to where a person signs in. */
function AsKey() {
  const leave = async () => {
    await endSession()
    await leaveAll()
  }
  return (
    <Notice tone="doubt">
      <div className="row">
        <span className="says">
          <strong>{words.asKeyTitle}</strong> {words.asKey}
        </span>
        <button type="button" className="push" onClick={() => void leave()}>
          {words.asPerson}
        </button>
      </div>
    </Notice>
  )
}

const unset: Settings = {
  name: '',
  maxCredits: null,
  expiresAt: null,
  scopes: [],
  allowedAddresses: [],
  isReadOnly: false,
}

function Create({
  isTest,
  onMade,
  onClose,
}: {
  isTest: boolean
  onMade(key: string): void
  onClose(): void
}) {
  const create = useCreate(isTest)
  const title = isTest ? words.createTest : words.create
  return (
    <Drawer label={title} onClose={onClose}>
      <DrawerHead title={title} close={words.close} />
      <SettingsForm
        first={unset}
        button={create.isPending ? words.making : words.make}
        isBusy={create.isPending}
        error={create.error}
        takesFocus
        onSend={(settings) => create.mutate(settings, { onSuccess: ({ key }) => onMade(key) })}
      />
    </Drawer>
  )
}

function stateOf({ isRevoked, expiresAt }: Key) {
  if (isRevoked) return <span className="tag bad">{words.states.revoked}</span>
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now())
    return <span className="tag bad">{words.states.expired}</span>
  return <span className="tag good">{words.states.works}</span>
}

const columns: Column<Key>[] = [
  {
    name: words.columns.name,
    width: 'minmax(180px, 2fr)',
    isMain: true,
    cell: ({ name, prefix, mode }) => (
      <Pair over={name} under={`${prefix}…${mode === 'test' ? `, ${words.sandbox}` : ''}`} />
    ),
  },
  {
    name: words.columns.used,
    width: 'minmax(150px, 1fr)',
    isMain: true,
    cell: (key) => <Used of={key} />,
  },
  {
    name: words.columns.may,
    width: 'minmax(120px, 1fr)',
    cell: ({ scopes, isReadOnly }) => (
      <Pair
        over={scopes.length === 0 ? words.everything : scopes.join(', ')}
        under={isReadOnly ? words.readOnly : undefined}
      />
    ),
  },
  {
    name: words.columns.until,
    width: '170px',
    cell: ({ expiresAt }) => (expiresAt === null ? words.unused : timeText(expiresAt)),
  },
  { name: words.columns.state, width: '100px', cell: stateOf },
]

/** A bar where there is a limit. */
function Used({ of: { creditsUsed, maxCredits, name } }: { of: Key }) {
  if (maxCredits === null) return <Pair over={credits(creditsUsed)} under={words.noLimit} />
  const text = `${number(creditsUsed)} of ${credits(maxCredits)}`
  return (
    <>
      <div className="over">{text}</div>
      <progress aria-label={`${name}: ${text}`} value={creditsUsed} max={Math.max(maxCredits, 0.001)} />
    </>
  )
}
