import { z } from 'zod'
import { toCredits } from '../../../lib/credits.ts'
import { free, makePage, openPage, pageInput, perMinute } from '../../../operation/index.ts'
import { additionsTag, operation } from '../slice.ts'

const statement = z
  .object({
    month: z.string().describe('UTC calendar month, such as 2026-11: `month` of getLedger.'),
    isOpen: z.boolean().describe('The month is not over, so its statement still changes.'),
    creditsCharged: z.number(),
    creditsRefunded: z.number(),
    creditsBought: z.number(),
    purchases: z.int(),
    htmlPath: z.string().describe('Path of the statement as a page to print.'),
    csvPath: z.string(),
  })
  .meta({ id: 'Statement' })

export const listStatements = operation({
  id: 'listStatements',
  route: 'GET /v1/statements',
  tag: additionsTag,
  summary: 'List the monthly statements',
  tasks: ['statements or invoices of past months'],
  describe:
    'Returns the months since the organization was made, the newest first, with what was charged, refunded and bought in each, and where its statement is: getLedger with `format=statement-html` or `statement-csv`.',
  input: z.object({ ...pageInput({ sizes: { default: 24, most: 120 } }) }),
  output: z.object({
    statements: z.array(statement),
    hasMore: z.boolean(),
    nextCursor: z.string().nullable(),
  }),
  pages: 'nextCursor',
  price: free('Statements are free.'),
  limit: perMinute(60),
  fails: ['invalid-cursor'],
  examples: [{ name: 'The newest', input: { pageSize: 12 } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { organizationId, nowMs } = call
    const seal = { key: deps.secret, of: 'listStatements', organizationId }
    const before = openPage(input.cursor, seal, z.string())
    const { pageSize: size } = input
    const months = await deps.statementMonths(organizationId, { nowMs, before, most: size + 1 })
    const { items, nextCursor } = makePage(months, { size, seal, position: ({ month }) => month })
    const thisMonth = new Date(nowMs).toISOString().slice(0, 7)
    const path = (month: string, format: string) => `/v1/ledger?format=${format}&month=${month}`
    return {
      statements: items.map(({ month, charged, refunded, bought, purchases }) => ({
        month,
        isOpen: month >= thisMonth,
        creditsCharged: toCredits(charged),
        creditsRefunded: toCredits(refunded),
        creditsBought: toCredits(bought),
        purchases,
        htmlPath: path(month, 'statement-html'),
        csvPath: path(month, 'statement-csv'),
      })),
      hasMore: nextCursor !== null,
      nextCursor,
    }
  },
})
