import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { settle } from './answer.ts'
import { api, type Schemas } from './client.ts'
import { eventNames, onEvent, type EventName } from './events.ts'
import { queries, renewCredits } from './queries.ts'

export interface FeedEvent extends Pick<Schemas['Event'], 'id' | 'createdAt' | 'data'> {
  type: EventName
}

interface Feed {
  /** Newest first, at most `most`. */
  events: FeedEvent[]
  cursor: string | undefined
  /** How many came since the page was loaded. */
  arrived: number
}

const key = ['feed']
const most = 30
const pageSize = 500
/** Events of one job come close together; they are read at once. */
const pauseMs = 300

/** Goes on where the last reading ended. */
async function readFeed(): Promise<Feed> {
  const before = queries.getQueryData<Feed>(key)
  let { events, cursor, arrived } = before ?? { events: [], cursor: undefined, arrived: 0 }
  for (;;) {
    const query = { type: [...eventNames], pageSize, ...(cursor !== undefined && { after: cursor }) }
    const answer = await settle(api.GET('/v1/events', { params: { query } }))
    // A stream of events is a text; this is none.
    const output = answer.output as Exclude<typeof answer.output, string>
    const read = output.events as FeedEvent[]
    events = [...read.toReversed(), ...events].slice(0, most)
    cursor = output.nextCursor ?? cursor
    if (before !== undefined) arrived += read.length
    if (read.length < pageSize) return { events, cursor, arrived }
  }
}

/** What finished lately; follows what finishes now, and with it the balance. */
export function useFeed() {
  const feed = useQuery({ queryKey: key, queryFn: readFeed, staleTime: Infinity })
  const isRead = feed.data !== undefined
  useEffect(() => {
    if (!isRead) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onEvent(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        void queries.invalidateQueries({ queryKey: key })
        void renewCredits()
      }, pauseMs)
    }, queries.getQueryData<Feed>(key)?.cursor)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [isRead])
  return feed
}
