import { z } from 'zod'
import { defineEvent } from '../events/index.ts'

export const creditsLow = defineEvent({
  key: 'credits.low',
  group: 'billing',
  describe:
    'The credits of a billing period fell to 500 or to a tenth; sent once per level until the balance rises above it again.',
  schema: z.strictObject({
    level: z.enum(['500', '10%']),
    available_credits: z.number(),
    success: z.literal(true),
  }),
  example: { level: '10%', available_credits: 99.5, success: true },
})
