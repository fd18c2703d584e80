import { z } from 'zod'
import { openToken, sealToken } from '../../../lib/signed-token.ts'
import { Failure, free, optional, perMinute, stored, withDefault } from '../../../operation/index.ts'
import type { FeedPosition } from '../../../platform/events/index.ts'
import { additionsTag, operation } from '../slice.ts'

const purpose = 'event-feed'

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
    after: optional(z.string().max(2000)).describe(
      'nextCursor of an earlier page; from the oldest event on when absent.',
    ),
    pageSize: withDefault(z.number().int().min(1).max(500), 100),
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
    const seal = { key: deps.secret, purpose }
    let after: FeedPosition | undefined
    if (input.after !== undefined) {
      const opened = openToken(input.after, seal) as [string, string, string] | undefined
      if (opened === undefined || opened[0] !== organizationId) return new Failure('invalid-cursor')
      after = { transaction: opened[1], number: opened[2] }
    }
    const found = await deps.events.list(organizationId, { after, limit: input.pageSize })
    const last = found.at(-1)?.position ?? after
    return {
      events: found.map(({ event }) => ({
        ...{ id: event.id, type: event.type },
        createdAt: event.createdAt.toISOString(),
        data: stored<Record<string, unknown>>(event.data),
      })),
      nextCursor:
        last === undefined ? null : sealToken([organizationId, last.transaction, last.number], seal),
    }
  },
})
