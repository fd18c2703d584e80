import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { useAct } from '../../call/operator.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Field } from '../../parts/field.tsx'
import { Notice } from '../../parts/notice.tsx'
import { number } from '../../words.ts'
import { instant, numberOf } from './frame.tsx'
import type { Account } from './types.ts'
import { Table } from './table.tsx'
import { words } from './words.ts'

type Subscription = Schemas['ListSubscriptionsResponse']['output']['subscriptions'][number]

interface Question {
  verb: 'pause' | 'reset'
  id: string
}

const base = '/operator/v1/organizations/{organizationId}/subscriptions'

/** What credits come from, and how each renews. */
export function Subscriptions({ account: { organizationId } }: { account: Account }) {
  const [question, ask] = useState<Question>()
  const params = (subscriptionId: string) => ({ params: { path: { organizationId, subscriptionId } } })
  const read = useQuery({
    queryKey: ['subscriptions', organizationId],
    queryFn: () => settle(api.GET(base, { params: { path: { organizationId } } })),
  })
  const change = useAct(({ subscriptionId, autoReset }: Subscription) =>
    settle(
      api.PATCH(`${base}/{subscriptionId}`, { ...params(subscriptionId), body: { autoReset: !autoReset } }),
    ),
  )
  const stop = useAct(({ verb, id }: Question): Promise<unknown> =>
    verb === 'pause'
      ? settle(api.POST(`${base}/{subscriptionId}/pause`, params(id)))
      : settle(api.POST(`${base}/{subscriptionId}/reset`, params(id))),
  )
  const problems = [read.error, change.error, stop.error].filter((error) => error !== null)
  return (
    <>
      {problems.map(({ message }) => (
        <Notice key={message} tone="bad">
          {message}
        </Notice>
      ))}
      <Add organizationId={organizationId} />
      <Table
        label={words.subscriptions}
        rows={read.data?.output.subscriptions ?? []}
        keyOf={({ subscriptionId }) => subscriptionId}
        empty={words.never}
        isReading={read.data === undefined}
        columns={[
          { name: words.subscription, cell: ({ subscriptionId }) => <code>{subscriptionId}</code> },
          { name: words.status, cell: ({ status }) => <span className="tag">{status}</span> },
          { name: words.allocation, cell: (one) => number(one.allocation), isNumber: true },
          { name: words.graceDays, cell: (one) => number(one.graceDays), isNumber: true },
          { name: words.resets, cell: ({ resetsAt }) => instant(resetsAt) },
          {
            name: words.renews,
            cell: (one) => (
              <input
                type="checkbox"
                aria-label={`${words.renews} ${one.subscriptionId}`}
                checked={one.autoReset}
                disabled={change.isPending}
                onChange={() => change.mutate(one)}
              />
            ),
          },
          {
            name: '…',
            cell: ({ subscriptionId: id }) => (
              <div className="row">
                <button type="button" className="link" onClick={() => ask({ verb: 'pause', id })}>
                  {words.pause}
                </button>
                <button type="button" className="link" onClick={() => ask({ verb: 'reset', id })}>
                  {words.reset}
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
            stop.mutate(question)
            ask(undefined)
          }}
        />
      )}
    </>
  )
}

function Ask({ verb, onYes, onNo }: Question & { onYes(): void; onNo(): void }) {
  const isPause = verb === 'pause'
  return (
    <Confirm
      title={isPause ? words.pauseTitle : words.resetTitle}
      words={{ yes: isPause ? words.pause : words.reset, no: words.cancel }}
      onNo={onNo}
      onYes={onYes}
    >
      <p>{isPause ? words.pauseText : words.resetText}</p>
    </Confirm>
  )
}

function Add({ organizationId }: { organizationId: string }) {
  const [allocation, setAllocation] = useState('')
  const add = useAct(
    (credits: number) =>
      settle(api.POST(base, { params: { path: { organizationId } }, body: { allocation: credits } })),
    () => setAllocation(''),
  )
  const value = numberOf(allocation)
  return (
    <form
      className="panel form-row"
      onSubmit={(event) => {
        event.preventDefault()
        if (value !== undefined) add.mutate(value)
      }}
    >
      <Field label={words.allocation} error={add.error?.message}>
        <input
          type="number"
          min={0}
          value={allocation}
          onChange={(event) => setAllocation(event.target.value)}
        />
      </Field>
      <button type="submit" disabled={value === undefined || add.isPending}>
        {words.addSubscription}
      </button>
    </form>
  )
}
