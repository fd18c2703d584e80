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

/** Time after which an EventSource reconnects. */
const retryMs = 2_000
const streamType = 'text/event-stream'

export const listEvents = operation({
  id: 'listEvents',
  route: 'GET /v1/events',
  tag: additionsTag,
  summary: 'List events',
  tasks: ['feed of what happened in the account'],
  describe:
    'Returns what happened to the organization in the last 30 days, oldest first: the same events that webhooks deliver, for receivers that cannot be called. Store nextCursor and pass it as after to see only new events; a page that is not full ends with the newest. With `Accept: text/event-stream` they come as server-sent events and the answer stays open: new events follow within a second or two, a comment after 15 seconds of silence. Each event has its cursor as id, so an EventSource that lost its connection resumes by Last-Event-ID.',
  input: z.object({
    after: after.describe('nextCursor of an earlier page; when absent, from the oldest event.'),
    pageSize,
  }),
  output: z.object({
    events: z.array(event),
    nextCursor: z.string().nullable().describe('Null only before the first event.'),
  }),
  pages: 'nextCursor',
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
      // A proxy that buffers answers would hold events back.
      headers: { 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
      body: `retry: ${retryMs}\n\n`,
    }),
    follow({ output, input, call, deps }) {
      const { organizationId } = call
      const seal = buildSeal(deps, organizationId)
      let after = openPage(input.after, seal, position)
      // The first page was already read to check whether the stream may begin.
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
    const seal = buildSeal(deps, organizationId)
    const after = openPage(input.after, seal, position)
    const listed = await deps.events.list(organizationId, { after, limit: input.pageSize })
    const last = listed.at(-1)?.position ?? after
    return {
      events: listed.map(toView),
      nextCursor: last === undefined ? null : sealPage(last, seal),
    }
  },
})

const buildSeal = ({ secret }: EventsDeps, organizationId: string) => ({
  key: secret,
  of: 'listEvents',
  organizationId,
})

type EventView = ReturnType<typeof toView>
type Listed = Awaited<ReturnType<EventsDeps['events']['list']>>[number]

/** Position of an event in the feed: used for its cursor, never shown in an answer. */
const place = Symbol('place')

const toView = ({ event, position: stands }: Listed) => ({
  [place]: stands,
  id: event.id,
  type: event.type,
  createdAt: event.createdAt.toISOString(),
  data: stored<Record<string, unknown>>(event.data),
})

/** A server-sent event whose id is the cursor after it, so that a reconnect neither loses nor repeats an event. */
const serverSent = (event: EventView, cursor: string): string =>
  `id: ${cursor}\nevent: ${event.type}\ndata: ${stringifyWithRaw(event)}\n\n`
