import { useEffect } from 'react'
import { settle } from '../../call/answer.ts'
import { api, type Schemas } from '../../call/client.ts'
import { usePages } from '../../call/pages.ts'
import { More } from '../../parts/more.tsx'
import { Notice } from '../../parts/notice.tsx'
import { plainText } from '../../records/view.ts'
import { words } from './words.ts'

type Signal = Schemas['ListedTrackerSignal']

/** Which signals are about it. */
export interface Subject {
  type: 'company' | 'person'
  /** Its own id, where the page knows it. */
  entityId: string | undefined
  /** Any of these names it: id, profile, domain. */
  ids: readonly (string | null | undefined)[]
}

const pageSize = 100

/** What the organization's watchlists told about it; free. Without its id the feed of all records is looked through. */
export function Signals({ subject }: { subject: Subject }) {
  const { type, entityId } = subject
  const pages = usePages(
    ['signals-of', type, entityId],
    (cursor) =>
      settle(
        api.GET('/v1/tracker/signals', {
          params: {
            query: {
              entityType: type,
              ...(entityId !== undefined && { entityId: [entityId] }),
              pageSize,
              ...(cursor !== null && { cursor }),
            },
          },
        }),
      ),
    ({ signals }) => signals,
  )
  const ids = new Set(subject.ids.filter((id) => id !== null && id !== undefined))
  const own =
    entityId === undefined
      ? pages.rows.filter(({ entityId: of, pnetSlug, domain }) =>
          [of, pnetSlug, domain].some((id) => id !== null && ids.has(id)),
        )
      : pages.rows
  const { readMore, hasMore } = pages
  const isShort = own.length === 0 && hasMore && pages.rows.length < 5 * pageSize
  useEffect(() => {
    if (isShort) readMore()
  }, [isShort, readMore, pages.rows.length])
  if (pages.error) return <Notice tone="bad">{pages.error.message}</Notice>
  if (pages.isPending) return <p className="soft">{words.loading}</p>
  return (
    <>
      {own.length === 0 && <p className="soft">{hasMore ? words.signalsSome : words.signalsNone}</p>}
      <ol className="plain-list">
        {own.map((signal) => (
          <Line key={`${signal.listId} ${signal.id}`} signal={signal} />
        ))}
      </ol>
      <More pages={pages}>{words.older}</More>
    </>
  )
}

function Line({ signal }: { signal: Signal }) {
  return (
    <li>
      <strong>{(signal.eventDate ?? signal.observedAt).slice(0, 10)}</strong> {signal.summary}{' '}
      {signal.isDummy && <span className="tag doubt">{words.test}</span>}
      <div className="soft small">
        {plainText(signal.type)}, {signal.listName}
      </div>
    </li>
  )
}
