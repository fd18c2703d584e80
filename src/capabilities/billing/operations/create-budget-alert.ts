import { z } from 'zod'
import { toMilli } from '../../../lib/credits.ts'
import { Failure, free, invalidMember, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { billingFailures } from '../failures.ts'
import { budgetPeriods, budgetView, viewOfBudget } from '../budget-view.ts'
import { additionsTag, operation } from '../slice.ts'

export const createBudgetAlert = operation({
  id: 'createBudgetAlert',
  route: 'POST /v1/budget-alerts',
  tag: additionsTag,
  summary: 'Be told when a budget is reached',
  tasks: ['alert when a key, a person or the organization spent so many credits', 'budget a day or month'],
  describe:
    'Adds an amount of credits a day or a calendar month (UTC) for the whole organization, for one key (`keyId`) or for one person (`memberId`: what they spend in the console). Within a minute after it was reached the event `credits.budget_reached` goes to webhooks, and mail to all members, once in that day or month. It stops nothing: limits of keys (updateApiKeyLimit) and people (updateMember) do. The same budget twice is one. At most 100 an organization.',
  input: z.object({
    period: z.enum(budgetPeriods),
    credits: z.number().min(0.001).max(1_000_000_000),
    keyId: optional(resourceId('key', { prefix: 'key', most: 200 })).describe('Counts what this key spends.'),
    memberId: optional(resourceId('member')).describe('Counts what this person spends in the console.'),
  }),
  output: z.object({ budgetAlertId: z.string(), budgetAlert: budgetView }),
  price: free('Budgets are free.'),
  limit: perMinute(60),
  fails: ['not-found', 'too-many-budgets'],
  examples: [{ name: 'Of all, a day', input: { period: 'day', credits: 5_000 } }],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { organizationId } = call
    const { period, keyId = null, memberId = null } = input
    if (keyId !== null && memberId !== null) {
      return invalidMember('memberId', 'Expected keyId or memberId, not both: make a budget for each.')
    }
    if (keyId !== null && !(await deps.hasKey(organizationId, keyId))) return new Failure('not-found')
    if (memberId !== null && !(await deps.hasMember(call.sandboxOf ?? organizationId, memberId)))
      return new Failure('not-found')
    const budget = { organizationId, keyId, memberId, period, credits: toMilli(input.credits) }
    const made = await deps.budgets.create(budget, readOrigin(call))
    if (made === undefined) return billingFailures.of('too-many-budgets')
    return { budgetAlertId: made.id, budgetAlert: viewOfBudget(made) }
  },
})
