import { z } from 'zod'
import {
  free,
  openPage,
  pageInput,
  perMinute,
  sealPage,
  stored,
  stringifyWithRaw,
} from '../../../operation/index.ts'
import { additionsTag, operation, type EventsDeps } from '../slice.ts'

const { pageSize, after } = pageInput({ sizes: { default: 100, most: 500 }, names: { cursor: 'after' } })
const position = z.object({ number: z.string(), transaction: z.string().optional() })

const event = z
  .object({
    id: z.string(),
    type: z.string().describe('Event key, as in the webhook-event header.'),
    createdAt: z.iso.datetime(),
    data: z.looseObject({}).describe('The payload, as the webhook delivers it.'),
  })
  .meta({ id: 'Event' })

/** An EventSource asks again so much later. */
const retryMs = 2_000
const streamType = 'text/event-stream'

export const listEvents = operation({
  id: 'listEvents',
  route: 'GET /v1/events',
  tag: additionsTag,
  summary: 'List events',
  tasks: ['feed of what happened in the account'],
  describe:
    'Returns what happened to the organization in the last 30 days, oldest first: the same events that webhooks deliver, for receivers that cannot be called. Keep nextCursor and pass it as after to see only what is new; a page that is not full is the newest there is. With `Accept: text/event-stream` the same comes as server-sent events, and the answer stays open: what happens follows within a second or two, a comment after 15 seconds of silence. Each event has its cursor as id, so that an EventSource that lost its connection goes on where it was, by Last-Event-ID.',
  input: z.object({
    after: after.describe('nextCursor of an earlier page; from the oldest event on when absent.'),
    pageSize,
  }),
  output: z.object({
    events: z.array(event),
    nextCursor: z.string().nullable().describe('Null only before the first event.'),
  }),
  price: free('Reading events is free.'),
  limit: perMinute(120),
  fails: ['invalid-cursor'],
  examples: [{ name: 'From the oldest on', input: { pageSize: 10 } }],
  effect: 'reads',
  media: {
    types: [streamType],
    asked: { type: streamType, resumes: 'after' },
    render: () => ({
      contentType: streamType,
      // Proxies that collect answers before they pass them on would keep events back.
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      body: `retry: ${retryMs}\n\n`,
    }),
    follow({ output, input, call, deps }) {
      const { organizationId } = call
      const seal = sealOf(deps, organizationId)
      let after = openPage(input.after, seal, position)
      // The first page was read already, to see whether the stream may begin.
      let first: readonly object[] | undefined = output.events
      return async () => {
        const page =
          first ?? (await deps.events.list(organizationId, { after, limit: input.pageSize })).map(toView)
        first = undefined
        const views = page as readonly EventView[]
        after = views.at(-1)?.[place] ?? after
        const text = views.map((each) => serverSent(each, sealPage(each[place], seal))).join('')
        return { text, more: views.length === input.pageSize }
      }
    },
  },
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const seal = sealOf(deps, organizationId)
    const after = openPage(input.after, seal, position)
    const listed = await deps.events.list(organizationId, { after, limit: input.pageSize })
    const last = listed.at(-1)?.position ?? after
    return {
      events: listed.map(toView),
      nextCursor: last === undefined ? null : sealPage(last, seal),
    }
  },
})

const sealOf = ({ secret }: EventsDeps, organizationId: string) => ({
  key: secret,
  of: 'listEvents',
  organizationId,
})

type EventView = ReturnType<typeof toView>
type Listed = Awaited<ReturnType<EventsDeps['events']['list']>>[number]

/** Where an event stands in the feed: for its cursor, and in no answer. */
const place = Symbol('place')

const toView = ({ event, position: stands }: Listed) => ({
  [place]: stands,
  id: event.id,
  type: event.type,
  createdAt: event.createdAt.toISOString(),
  data: stored<Record<string, unknown>>(event.data),
})

/** An event as a server-sent one, under the cursor that goes on after it: nothing is lost or comes twice. */
const serverSent = (event: EventView, cursor: string): string =>
  `id: ${cursor}\nevent: ${event.type}\ndata: ${stringifyWithRaw(event)}\n\n`
