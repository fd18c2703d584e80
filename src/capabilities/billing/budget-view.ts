import { z } from 'zod'
import { toCredits } from '../../lib/credits.ts'
import { readAbout, type BudgetAlert } from '../../platform/payments/index.ts'

export const budgetPeriods = ['day', 'month'] as const

export const budgetView = z
  .object({
    budgetAlertId: z.string(),
    about: z.enum(['organization', 'key', 'person']),
    keyId: z.string().nullable(),
    memberId: z.string().nullable(),
    name: z.string().nullable().describe('Of the key, or of the person as the audit writes them.'),
    period: z.enum(budgetPeriods),
    credits: z.number(),
    creditsUsed: z.number().describe('Since `periodStart`: charges less refunds.'),
    periodStart: z.iso.date().describe('First day (UTC) of the day or month of now.'),
    isReached: z.boolean().describe('Whether it was reached, and that was told, in this period.'),
    reachedAt: z.iso.datetime().nullable().describe('When that was told last.'),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'BudgetAlert' })

export const viewOfBudget = ({
  id: budgetAlertId,
  keyId,
  memberId,
  name,
  period,
  periodStart,
  credits,
  used,
  isReached,
  reachedAt,
  createdAt,
}: BudgetAlert): z.output<typeof budgetView> => ({
  budgetAlertId,
  about: readAbout({ keyId, memberId }),
  keyId,
  memberId,
  name,
  period,
  credits: toCredits(credits),
  creditsUsed: toCredits(used),
  periodStart,
  isReached,
  reachedAt: reachedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})
