import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { operation, tag } from '../slice.ts'

const eventType = z
  .object({
    eventType: z.string().describe('Key of the event, as in the header `webhook-event`.'),
    group: z.string().describe('Its subject; endpoints may choose a group.'),
    description: z.string(),
    ofList: z.boolean().describe('Whether it is about a list, so that `listIds` of endpoints applies.'),
    example: z.looseObject({}).describe('A payload. The schema is in /openapi.json, `webhooks`.'),
  })
  .meta({ id: 'WebhookEventType' })

export const listWebhookEventTypes = operation({
  id: 'listWebhookEventTypes',
  route: 'GET /v1/webhooks/event-types',
  tag,
  summary: 'List the events that webhooks send',
  describe: 'Returns every event, with its group and an example of its payload.',
  input: z.object({}),
  output: z.object({ eventTypes: z.array(eventType) }),
  price: free('Webhooks are free.'),
  limit: perMinute(60),
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  handle({ deps }) {
    return {
      eventTypes: deps.catalogue.map(({ key, group, describe, listId, example }) => ({
        eventType: key,
        group,
        description: describe,
        ofList: listId !== undefined,
        example: example as Record<string, unknown>,
      })),
    }
  },
})
