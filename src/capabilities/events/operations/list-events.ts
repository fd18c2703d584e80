import { z } from 'zod'
import {
  free,
  invalidMember,
  openPage,
  optional,
  pageInput,
  perMinute,
  resourceId,
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
    'Returns what happened to the organization in the last 30 days, oldest first: the same events that webhooks deliver, for receivers that cannot be called. Store nextCursor and pass it as after to see only new events; a page that is not full ends with the newest. With `Accept: text/event-stream` they come as server-sent events and the answer stays open: new events follow within a second or two, a comment after 15 seconds of silence. Each event has its cursor as id, so an EventSource that lost its connection resumes by Last-Event-ID. `type` and `listId` leave out the others; nextCursor then leads behind those left out too, and works with any filter.',
  input: z.object({
    after: after.describe('nextCursor of an earlier page; when absent, from the oldest event.'),
    pageSize,
    type: optional(z.array(z.string().min(1).max(100)).min(1).max(100)).describe(
      'Keys of events, as listWebhookEventTypes names them.',
    ),
    listId: optional(z.array(resourceId('list')).min(1).max(100)).describe(
      'Ids of audiences, saved searches, tracker and job-change lists that events are about. Events before 2026-11-28 are not found by it.',
    ),
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
          first === undefined ? await readPage(deps, organizationId, { ...input, after }) : undefined
        const views = page?.events.map(toView) ?? (first as readonly EventView[])
        first = undefined
        after = page?.next ?? views.at(-1)?.[place] ?? after
        const text = views.map((each) => serverSent(each, sealPage(each[place], seal))).join('')
        return { text, more: views.length === input.pageSize }
      }
    },
  },
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const seal = buildSeal(deps, organizationId)
    const after = openPage(input.after, seal, position)
    const unknown = await findUnknownList(deps, organizationId, input.listId)
    if (unknown !== undefined) {
      return invalidMember(`listId[${unknown}]`, 'Your organization has no list with this id.')
    }
    const { events: listed, next: last } = await readPage(deps, organizationId, { ...input, after })
    return {
      events: listed.map(toView),
      nextCursor: last === undefined ? null : sealPage(last, seal),
    }
  },
})

/** Index of the first id that names no list of the organization. */
async function findUnknownList(
  deps: EventsDeps,
  organizationId: string,
  listIds: readonly string[] = [],
): Promise<number | undefined> {
  if (listIds.length === 0) return undefined
  const own = await deps.findLists(organizationId, listIds)
  const index = listIds.findIndex((id) => !own.has(id))
  return index < 0 ? undefined : index
}

type Place = z.output<typeof position>

/** A page of the feed, and where the next one begins. */
async function readPage(
  { events }: EventsDeps,
  organizationId: string,
  {
    after,
    pageSize: limit,
    type: types,
    listId: listIds,
  }: {
    after: Place | undefined
    pageSize: number
    type?: readonly string[] | undefined
    listId?: readonly string[] | undefined
  },
): Promise<{ events: Listed[]; next: Place | undefined }> {
  if (types !== undefined || listIds !== undefined) {
    return events.listSome(organizationId, { after, limit, types, listIds })
  }
  const listed = await events.list(organizationId, { after, limit })
  return { events: listed, next: listed.at(-1)?.position ?? after }
}

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
