import { useQuery } from '@tanstack/react-query'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { idempotencyKey } from '../../call/idempotency.ts'
import { Notice } from '../../parts/notice.tsx'
import { plainText } from '../../records/view.ts'
import { count } from '../../words.ts'
import { useAddress } from './frame.tsx'
import { Priced } from './priced.tsx'
import { words } from './words.ts'

const route = '/v1/entity-history'
const pageSize = 25

export type Selector =
  | { company: { identifier: 'domain' | 'entityId'; value: string } }
  | { person: { identifier: 'pnetSlug' | 'entityId'; value: string } }

/** What it was before: how many states there are is free, and a page of them is offered. */
export function History({ of, onPaid }: { of: Selector; onPaid(): void }) {
  const address = useAddress()
  const counted = useQuery({
    queryKey: ['history-count', of],
    queryFn: () => settle(api.POST(route, { body: { ...of, countOnly: true } })),
  })
  const output = counted.data?.output
  if (counted.error) return <Notice tone="bad">{counted.error.message}</Notice>
  if (output === undefined) return <p className="soft">{words.loading}</p>
  if (!output.found) return <p className="soft">{words.historyUnknown}</p>
  if ((output.stateCount ?? 0) < 2) return <p className="soft">{words.historyNone}</p>
  return (
    <Pages of={of} states={output.stateCount ?? 0} isAsked={address['history'] === '1'} onPaid={onPaid} />
  )
}

function Pages({
  of,
  states,
  isAsked,
  onPaid,
}: {
  of: Selector
  states: number
  isAsked: boolean
  onPaid(): void
}) {
  return (
    <Priced
      title={words.tabs.history}
      lead={words.historyLead(count(states, words.state))}
      button={words.history}
      unit="entityHistoryPage"
      name={['history', of]}
      isAsked={isAsked}
      onPaid={onPaid}
      read={(maxCredits) => {
        const body = { ...of, pageSize }
        const header = { 'Idempotency-Key': idempotencyKey(route, body), 'X-Max-Credits': maxCredits }
        return settle(api.POST(route, { params: { header }, body }))
      }}
    >
      {(output) => <States states={output.states} />}
    </Priced>
  )
}

function States({ states }: { states: readonly Schemas['EntityState'][] }) {
  return (
    <ol className="plain-list">
      {states.map(({ observedAt, source, changes }) => (
        <li key={observedAt}>
          <strong>{observedAt.slice(0, 10)}</strong> <span className="soft small">{source}</span>
          {changes === null ? (
            <p className="soft">{words.firstSeen}</p>
          ) : (
            <dl className="changes">
              {changes.map(({ member, previous, current }) => (
                <Change key={member} member={member} previous={previous} current={current} />
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  )
}

const longest = 200

/** A value as one line: texts as they are, lists by commas, the rest as it is written. */
function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.noValue
  if (typeof value !== 'object') return String(value)
  const isSimple = Array.isArray(value) && value.every((item) => typeof item !== 'object')
  const text = isSimple ? value.join(', ') : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

function Change(change: { member: string; previous?: unknown; current?: unknown }) {
  return (
    <>
      <dt className="soft">{plainText(change.member)}</dt>
      <dd>
        <del>{textOf(change.previous)}</del> → {textOf(change.current)}
      </dd>
    </>
  )
}
