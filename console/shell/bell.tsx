import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { useFeed, type FeedEvent } from '../call/feed.ts'
import { timeText } from '../days.ts'
import { DrawerHead } from '../parts/drawer-head.tsx'
import { Drawer } from '../parts/drawer.tsx'
import { Icon } from '../parts/icon.tsx'
import { Notice } from '../parts/notice.tsx'
import { credits } from '../words.ts'
import { usePathOf } from './paths.ts'
import { words } from './words.ts'

/** Which page a thing is on, and which member of the event names it where it has a page of its own. */
const places: Readonly<
  Partial<Record<FeedEvent['type'], { place: string; member?: string; search?: Record<string, string> }>>
> = {
  'enrich.completed': { place: '/lists', member: 'runId' },
  'audience.build_completed': { place: '/audiences', member: 'audienceId' },
  'audience.enrichment_completed': { place: '/audiences', member: 'audienceId' },
  'audience.company_export_completed': { place: '/audiences', member: 'audienceId' },
  'audience.prospect_export_completed': { place: '/audiences', member: 'audienceId' },
  'saved_search.run_completed': { place: '/saved', member: 'savedSearchId' },
  'tracker.list_run_completed': { place: '/trackers', member: 'listId' },
  'export.completed': { place: '/exports' },
  'credits.low': { place: '/usage' },
  'credits.budget_reached': { place: '/usage', search: { tab: 'budgets' } },
  'webhook_endpoint.disabled': { place: '/webhooks', member: 'endpointId' },
}

/** Says that something finished while somebody did something else, and leads there. */
export function Bell() {
  const feed = useFeed()
  const [isOpen, setOpen] = useState(false)
  const [counted, count] = useState(0)
  const arrived = feed.data?.arrived ?? 0
  const unread = arrived - counted
  return (
    <>
      <button
        type="button"
        className="bell"
        aria-label={unread > 0 ? `${words.bell}: ${unread} ${words.fresh}` : words.bell}
        onClick={() => {
          count(arrived)
          setOpen(true)
        }}
      >
        <Icon name="bell" />
        {unread > 0 && <span className="bell-count">{unread}</span>}
      </button>
      <span className="hidden" role="status">
        {unread > 0 && feed.data?.events[0] ? sentenceOf(feed.data.events[0]) : ''}
      </span>
      {isOpen && createPortal(<Finished feed={feed} onClose={() => setOpen(false)} />, document.body)}
    </>
  )
}

function Finished({ feed, onClose }: { feed: ReturnType<typeof useFeed>; onClose(): void }) {
  return (
    <Drawer label={words.bell} onClose={onClose}>
      <DrawerHead title={words.bell} close={words.close} />
      {feed.error && <Notice tone="bad">{feed.error.message}</Notice>}
      {feed.data?.events.length === 0 && <p className="soft">{words.noneFinished}</p>}
      <ul className="events">
        {(feed.data?.events ?? []).map((event) => (
          <Line key={event.id} event={event} onGo={onClose} />
        ))}
      </ul>
    </Drawer>
  )
}

function Line({ event, onGo }: { event: FeedEvent; onGo(): void }) {
  const pathOf = usePathOf()
  const { place, member, search = {} } = places[event.type] ?? {}
  const id = member === undefined ? undefined : (event.data as Record<string, unknown>)[member]
  const ofThing = place !== undefined && typeof id === 'string' ? pathOf(place, id) : undefined
  const to = member === undefined ? place : ofThing
  const text = sentenceOf(event)
  return (
    <li>
      {to === undefined ? (
        text
      ) : (
        <Link to={to as '/lists'} search={search} onClick={onGo}>
          {text}
        </Link>
      )}
      <div className="soft small">{timeText(event.createdAt)}</div>
    </li>
  )
}

interface Reached {
  about: 'organization' | 'key' | 'person'
  name: string | null
  period: 'day' | 'month'
  credits: number
}

/** `A budget was reached: CRM, 500 credits a day`. */
function budgetText({ about, name, period, credits: amount }: Reached): string {
  const whose = about === 'organization' ? words.budgetOfAll : (name ?? '').replace(/^person:/, '')
  return `${words.events['credits.budget_reached']} ${whose}, ${credits(amount)} ${words.periods[period]}`
}

function sentenceOf({ type, data }: FeedEvent): string {
  if (type === 'credits.budget_reached') return budgetText(data as unknown as Reached)
  const members = data as { success?: boolean; error?: string | null; listName?: string }
  const name = typeof members.listName === 'string' ? ` ${members.listName}` : ''
  const isFailed = members.success === false
  const reason = isFailed && members.error ? `: ${members.error}` : ''
  const isReady = type === 'export.completed' && !isFailed
  const end = isFailed ? ` ${words.failed}` : ''
  return `${words.events[type]}${name}${isReady ? ` ${words.ready}` : end}${reason}`
}
