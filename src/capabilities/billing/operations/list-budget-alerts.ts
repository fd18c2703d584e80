import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { budgetView, viewOfBudget } from '../budget-view.ts'
import { additionsTag, operation } from '../slice.ts'

export const listBudgetAlerts = operation({
  id: 'listBudgetAlerts',
  route: 'GET /v1/budget-alerts',
  tag: additionsTag,
  summary: 'List the budgets and what was used of them',
  tasks: ['how much of a budget is used today or this month'],
  describe:
    'Returns all budgets of the organization, oldest first, with what was used of each in the day or month (UTC) of now.',
  input: z.object({}),
  output: z.object({ budgetAlerts: z.array(budgetView) }),
  price: free('Budgets are free.'),
  limit: perMinute(60),
  examples: [{ name: 'All', input: {} }],
  effect: 'reads',
  async handle({ call, deps }) {
    return { budgetAlerts: (await deps.budgets.list(call.organizationId)).map(viewOfBudget) }
  },
})
