import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Secret } from '../../parts/secret.tsx'
import { Pick } from '../../parts/pick.tsx'
import { number } from '../../words.ts'
import { instant, numberOf } from './frame.tsx'
import type { Account } from './types.ts'
import { Table } from './table.tsx'
import { words } from './words.ts'

type Key = Schemas['ApiKey']
interface Question {
  verb: 'rotate' | 'revoke'
  apiKey: Key
}

/** Keys of the organization. A secret is shown once, where it was made. */
export function Keys({ account: { organizationId } }: { account: Account }) {
  const [question, ask] = useState<Question>()
  const [secret, show] = useState<string>()
  const params = { params: { path: { organizationId } } }
  const read = useQuery({
    queryKey: ['keys', organizationId],
    queryFn: () => settle(api.GET('/operator/v1/organizations/{organizationId}/keys', params)),
  })
  const rotate = useAct(
    (keyId: string) =>
      settle(api.POST('/operator/v1/keys/{keyId}/rotate', { params: { path: { keyId } }, body: {} })),
    ({ output }) => show(output.key),
  )
  const revoke = useAct((keyId: string) =>
    settle(api.POST('/operator/v1/keys/{keyId}/revoke', { params: { path: { keyId } } })),
  )
  const problems = [read.error, rotate.error, revoke.error].filter((error) => error !== null)
  return (
    <>
      {problems.map(({ message }) => (
        <Notice key={message} tone="bad">
          {message}
        </Notice>
      ))}
      <Make organizationId={organizationId} onMade={show} />
      {secret !== undefined && <Secret text={secret} words={{ ...words, title: words.keyMade }} />}
      <Table
        label={words.keys}
        rows={read.data?.output.keys ?? []}
        keyOf={({ id }) => id}
        empty={words.noKeys}
        isReading={read.data === undefined}
        columns={[
          { name: words.name, cell: ({ name }) => name },
          { name: words.key, cell: ({ prefix }) => <code>{prefix}…</code> },
          { name: words.mode, cell: ({ mode }) => <span className="tag">{words.modes[mode]}</span> },
          { name: words.used, cell: ({ creditsUsed }) => number(creditsUsed), isNumber: true },
          {
            name: words.mostCredits,
            cell: ({ maxCredits }) => (maxCredits === null ? words.anyCredits : number(maxCredits)),
            isNumber: true,
          },
          { name: words.expires, cell: ({ expiresAt }) => instant(expiresAt) },
          {
            name: '…',
            cell: (key) => (
              <div className="row">
                <button type="button" className="link" onClick={() => ask({ verb: 'rotate', apiKey: key })}>
                  {words.rotate}
                  <span className="hidden">{key.name}</span>
                </button>
                <button type="button" className="link" onClick={() => ask({ verb: 'revoke', apiKey: key })}>
                  {words.revokeKey}
                  <span className="hidden">{key.name}</span>
                </button>
              </div>
            ),
          },
        ]}
      />
      {question !== undefined && (
        <Ask
          {...question}
          onNo={() => ask(undefined)}
          onYes={() => {
            if (question.verb === 'rotate') rotate.mutate(question.apiKey.id)
            else revoke.mutate(question.apiKey.id)
            ask(undefined)
          }}
        />
      )}
    </>
  )
}

function Ask({ verb, apiKey: { name }, onYes, onNo }: Question & { onYes(): void; onNo(): void }) {
  const isRevoke = verb === 'revoke'
  return (
    <Confirm
      title={isRevoke ? words.revokeKeyTitle : words.rotateTitle}
      words={{
        yes: isRevoke ? words.revokeKey : words.rotate,
        no: words.cancel,
        type: (text) => `${words.type} ${text}`,
      }}
      {...(isRevoke && { typed: name })}
      onYes={onYes}
      onNo={onNo}
    >
      <p>{isRevoke ? words.revokeKeyText : words.rotateText}</p>
    </Confirm>
  )
}

function Make({ organizationId, onMade }: { organizationId: string; onMade(key: string): void }) {
  const [name, setName] = useState('')
  const [mode, setMode] = useState<Key['mode']>('live')
  const [most, setMost] = useState('')
  const make = useAct(
    () => {
      const maxCredits = numberOf(most)
      return settle(
        api.POST('/operator/v1/organizations/{organizationId}/keys', {
          params: { path: { organizationId } },
          body: { name: name.trim(), mode, ...(maxCredits !== undefined && { maxCredits }) },
        }),
      )
    },
    ({ output }) => {
      setName('')
      onMade(output.key)
    },
  )
  return (
    <form
      className="panel form-row"
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate(undefined)
      }}
    >
      <Field label={words.name} error={make.error?.message}>
        <input type="text" value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label={words.mode}>
        <Pick
          label={words.mode}
          options={words.modes}
          value={mode}
          onChange={(value) => setMode(value as Key['mode'])}
        />
      </Field>
      <Field label={words.mostCredits}>
        <input type="number" min={0} value={most} onChange={(event) => setMost(event.target.value)} />
      </Field>
      <button type="submit" disabled={name.trim() === '' || make.isPending}>
        {words.makeKey}
      </button>
    </form>
  )
}
