import { expect, it } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { quoteDryRun } from './quote.ts'

it.each([
  [3, 0.3],
  [7, 0.7],
  [6.66666, 0.667],
  [7.0004, 0.7],
])(
  'what a dry run expects of %d units at 0.1 is %d, in thousandths and at most the maximum',
  async (units, credits) => {
    const key = 'exportCompany' as const
    const read = () => Promise.resolve({ most: [{ key, units: 7 }], expected: [{ key, units }] })
    const operation = { price: { read }, timeoutMs: 1_000 } as never
    const ledger = { unitPrices: () => Promise.resolve({ [key]: milli(100) }) } as never
    const request = { caller: { organizationId: 'org_1' }, input: {}, deps: {}, nowMs: 0, leaving: undefined }
    const quoted = await quoteDryRun(ledger, operation, request as never)
    expect(quoted).toMatchObject({ maxCredits: 0.7, expectedCredits: credits })
  },
)
