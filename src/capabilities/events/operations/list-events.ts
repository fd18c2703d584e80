import { z } from 'zod'
import { free, openPage, pageInput, perMinute, sealPage, stored } from '../../../operation/index.ts'
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

export const listEvents = operation({
  id: 'listEvents',
  route: 'GET /v1/events',
  tag: additionsTag,
  summary: 'List events',
  describe:
    'Returns what happened to the organization in the last 30 days, oldest first: the same events that webhooks deliver, for receivers that cannot be called. Keep nextCursor and pass it as after to see only what is new; a page that is not full is the newest there is.',
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
