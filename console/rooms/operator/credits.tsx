import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api } from '../../call/client.ts'
import { freshReference, useAct } from '../../call/operator.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Segments } from '../../parts/segments.tsx'
import { credits, number } from '../../words.ts'
import { instant, numberOf } from './frame.tsx'
import type { Account } from './types.ts'
import { Table } from './table.tsx'
import { words } from './words.ts'

const acts = { grant: words.grant, revoke: words.revoke, refund: words.refund } as const

/** Credits are granted, taken back or refunded; a movement is sent once, whatever is clicked twice. */
export function Credits({ account: { organizationId, balances } }: { account: Account }) {
  const [act, setAct] = useState<keyof typeof acts>('grant')
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [refunds, setRefunds] = useState('')
  const [reference, setReference] = useState(freshReference)
  const [isAsking, ask] = useState(false)
  const move = useAct(
    () =>
      settle(
        api.POST('/operator/v1/organizations/{organizationId}/credits', {
          params: { path: { organizationId } },
          body: {
            act,
            credits: numberOf(amount) ?? 0,
            reference,
            ...(note.trim() !== '' && { note: note.trim() }),
            ...(act === 'refund' && refunds.trim() !== '' && { refunds: refunds.trim() }),
          },
        }),
      ),
    () => {
      setAmount('')
      setReference(freshReference())
    },
  )
  const most = numberOf(amount) ?? 0
  return (
    <>
      <form
        className="panel"
        onSubmit={(event) => {
          event.preventDefault()
          if (act === 'revoke') ask(true)
          else move.mutate(undefined)
        }}
      >
        <div className="toolbar">
          <Segments
            label={words.credits}
            options={acts}
            value={act}
            onChange={(value) => setAct(value as keyof typeof acts)}
          />
        </div>
        <div className="form-row">
          <Amount value={amount} error={move.error?.message} onChange={setAmount} />
          {act === 'refund' && (
            <Field label={words.charge}>
              <input type="text" value={refunds} onChange={(event) => setRefunds(event.target.value)} />
            </Field>
          )}
          <Field label={words.note}>
            <input type="text" value={note} onChange={(event) => setNote(event.target.value)} />
          </Field>
          <button type="submit" className="primary" disabled={most <= 0 || move.isPending}>
            {acts[act]} {most > 0 && credits(most)}
          </button>
        </div>
        {move.isSuccess && <Notice>{words.moved}</Notice>}
      </form>
      {isAsking && (
        <AskToRevoke
          amount={most}
          onNo={() => ask(false)}
          onYes={() => {
            ask(false)
            move.mutate(undefined)
          }}
        />
      )}
      <Balances balances={balances} />
    </>
  )
}

const Balances = ({ balances }: Pick<Account, 'balances'>) => (
  <Table
    label={words.credits}
    rows={balances}
    keyOf={({ subscriptionId }) => subscriptionId}
    empty={words.never}
    columns={[
      { name: words.subscription, cell: ({ subscriptionId }) => <code>{subscriptionId}</code> },
      { name: words.status, cell: ({ status }) => <span className="tag">{status}</span> },
      { name: words.available, cell: ({ available }) => number(available), isNumber: true },
      { name: words.used, cell: ({ used }) => number(used), isNumber: true },
      { name: words.setAside, cell: ({ held }) => number(held), isNumber: true },
      { name: words.max, cell: ({ max }) => number(max), isNumber: true },
      { name: words.resets, cell: ({ resetsAt }) => instant(resetsAt) },
    ]}
  />
)

const AskToRevoke = (question: { amount: number; onYes(): void; onNo(): void }) => (
  <Confirm
    title={words.revokeTitle}
    words={{ yes: `${words.revoke} ${credits(question.amount)}`, no: words.cancel }}
    onNo={question.onNo}
    onYes={question.onYes}
  >
    <p>{words.revokeText}</p>
  </Confirm>
)

const Amount = (field: { value: string; error: string | undefined; onChange(value: string): void }) => (
  <Field label={words.amount} error={field.error}>
    <input
      type="number"
      min={0}
      step="any"
      // What an organization is opened for most.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      value={field.value}
      onChange={(event) => field.onChange(event.target.value)}
    />
  </Field>
)
