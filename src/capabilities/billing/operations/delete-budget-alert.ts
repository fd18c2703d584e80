import { z } from 'zod'
import { Failure, free, perMinute, resourceId } from '../../../operation/index.ts'
import { readOrigin } from '../../../platform/audit/index.ts'
import { additionsTag, operation } from '../slice.ts'

export const deleteBudgetAlert = operation({
  id: 'deleteBudgetAlert',
  route: 'DELETE /v1/budget-alerts/{budgetAlertId}',
  tag: additionsTag,
  summary: 'Delete a budget',
  describe: 'Deletes a budget. Nobody is told any more when it is reached.',
  input: z.object({
    budgetAlertId: resourceId('budgetAlert', { madeBy: 'createBudgetAlert', prefix: 'bud' }),
  }),
  output: z.object({ budgetAlertId: z.string(), isDeleted: z.literal(true) }),
  price: free('Budgets are free.'),
  limit: perMinute(60),
  follows: 'createBudgetAlert',
  fails: ['not-found'],
  examples: [{ name: 'A budget', input: { budgetAlertId: 'bud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
  effect: 'changes',
  async handle({ input: { budgetAlertId }, call, deps }) {
    const isDeleted = await deps.budgets.remove(call.organizationId, budgetAlertId, readOrigin(call))
    return isDeleted ? { budgetAlertId, isDeleted } : new Failure('not-found')
  },
})
