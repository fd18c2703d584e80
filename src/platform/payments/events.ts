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

const whose = {
  organization: () => 'Your organization',
  key: (name: string | null) => `The key ${name}`,
  person: (name: string | null) => String(name),
}

export const budgetReached = defineEvent({
  key: 'credits.budget_reached',
  group: 'billing',
  describe:
    'A budget of the organization, of a key or of a person was reached (createBudgetAlert); sent once in its day or month (UTC).',
  schema: z.strictObject({
    budget_alert_id: z.string(),
    about: z.enum(['organization', 'key', 'person']),
    key_id: z.string().nullable(),
    member_id: z.string().nullable(),
    name: z.string().nullable().describe('Of the key, or of the person as the audit writes them.'),
    period: z.enum(['day', 'month']),
    period_start: z.iso.date(),
    credits: z.number(),
    credits_used: z.number().describe('In the period so far.'),
    success: z.literal(true),
  }),
  example: {
    budget_alert_id: 'bud_01kf3wz3a0s6n4yq8b2c7d5e9f',
    about: 'key',
    key_id: 'key_01kf3wz3a0s6n4yq8b2c7d5e9f',
    member_id: null,
    name: 'CRM',
    period: 'day',
    period_start: '2026-11-28',
    credits: 500,
    credits_used: 512.5,
    success: true,
  },
  words: ({ about, name, period, period_start: day, credits, credits_used: used }) => ({
    title: `${whose[about](name)} reached a budget of ${credits} credits a ${period}.`,
    facts: [
      ['Used', String(used)],
      [period === 'day' ? 'Day' : 'Month from', day],
    ],
  }),
})
