import { z } from 'zod'
import { defineEvent } from '../../platform/events/index.ts'

export const webhookEndpointDisabled = defineEvent({
  key: 'webhook_endpoint.disabled',
  group: 'monitoring',
  describe:
    'A webhook endpoint was disabled because it answered 410, or because everything sent to it failed for five days. Sent to the other endpoints, the feed and by mail.',
  schema: z.strictObject({
    endpointId: z.string(),
    url: z.string(),
    reason: z.enum(['gone', 'failing']),
    failingSince: z.iso.datetime().nullable(),
    disabledAt: z.iso.datetime(),
  }),
  example: {
    endpointId: 'whe_01kf3wz3a0s6n4yq8b2c7d5e9f',
    url: 'https://receiver.example/hooks',
    reason: 'failing',
    failingSince: '2026-01-10T12:00:00.000Z',
    disabledAt: '2026-01-15T12:00:00.000Z',
  },
})
