import type { ToldEvent } from '../../operation/index.ts'
import type { Components } from './components.ts'
import type { Json } from './json-schema.ts'

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

/** `webhooks` of the document: the messages receivers get, one entry for each event. */
export function buildWebhooks(events: readonly ToldEvent[], components: Components): Record<string, Json> {
  return Object.fromEntries(
    events.map((event) => [event.key, { post: webhookObject(event, components) }] as const),
  )
}

function webhookObject({ key, group, describe, schema, example }: ToldEvent, components: Components): Json {
  return {
    operationId: key.replaceAll(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary: key,
    description: describe,
    'x-group': group,
    security: [],
    parameters: [
      header('webhook-id', 'Id of the event, the same in every attempt: use it to recognise repeats.'),
      header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.'),
      header(
        'webhook-signature',
        '`v1,` and the HMAC-SHA256 of id, timestamp and body, joined by dots, in Base64; two of them, with a space between, for 24 hours after a rotation of the secret.',
      ),
      header('webhook-event', `\`${key}\`.`),
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: components.add(schema, 'output', key), example } },
    },
    responses: {
      '2XX': { description: 'Received. The body is not read.' },
      '410': { description: 'Gone: the endpoint is disabled and nothing more is sent.' },
      '429': {
        description: 'Sent again after `Retry-After` seconds, at most a day, or later by the schedule.',
      },
      default: { description: 'Sent again: eight attempts in all, over 27 hours and 35 minutes.' },
    },
  }
}
