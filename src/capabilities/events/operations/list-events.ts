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
import { additionsTag, operation } from '../slice.ts'

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
  describe:
    'Returns what happened to the organization in the last 30 days, oldest first: the same events that webhooks deliver, for receivers that cannot be called. Keep nextCursor and pass it as after to see only what is new; a page that is not full is the newest there is. With `Accept: text/event-stream` the same comes as server-sent events: an EventSource asks again every two seconds and goes on where it was, by Last-Event-ID.',
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
    render: (page) => ({
      contentType: streamType,
      headers: { 'cache-control': 'no-store' },
      body: serverSent(page),
    }),
  },
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const seal = { key: deps.secret, of: 'listEvents', organizationId }
    const after = openPage(input.after, seal, position)
    const found = await deps.events.list(organizationId, { after, limit: input.pageSize })
    const last = found.at(-1)?.position ?? after
    return {
      events: found.map(({ event }) => ({
        id: event.id,
        type: event.type,
        createdAt: event.createdAt.toISOString(),
        data: stored<Record<string, unknown>>(event.data),
      })),
      nextCursor: last === undefined ? null : sealPage(last, seal),
    }
  },
})

/** A page as server-sent events. Its cursor is the id of its end: a page that broke off comes again. */
function serverSent({
  events,
  nextCursor,
}: {
  events: readonly object[]
  nextCursor: string | null
}): string {
  const lines = events.map((each) => {
    const { id, type } = each as { id: string; type: string }
    return `: ${id}\nevent: ${type}\ndata: ${stringifyWithRaw(each)}\n\n`
  })
  return [`retry: ${retryMs}\n\n`, ...lines, ...(nextCursor === null ? [] : [`id: ${nextCursor}\n\n`])].join(
    '',
  )
}
