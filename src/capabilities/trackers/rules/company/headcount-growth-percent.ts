import { z } from 'zod'
import { optional } from '../../../../operation/index.ts'
import { numericChange } from '../change-data.ts'
import { headcount } from '../compare/headcount.ts'
import { readDifferentCounts, buildNumericData } from '../compare/number.ts'
import { companyRule } from '../define-rule.ts'
import { countAboveZero } from '../members.ts'

export const headcountGrowthPercent = companyRule({
  type: 'headcount_growth_percent',
  readableName: 'Headcount grew or shrank',
  description:
    'The number of employees grew or shrank by at least a percentage since the compared snapshot. For rough counts, the smallest certain change counts.',
  useCase: 'Find companies that hire fast, or cut back.',
  members: {
    minPercentChange: z.number().gt(0).max(1_000).describe('Percent of the earlier count.'),
    direction: z.enum(['grew', 'shrank', 'either']),
    minStartingHeadcount: optional(countAboveZero).describe('Companies that were smaller are skipped.'),
  },
  example: { minPercentChange: 20, direction: 'grew', minStartingHeadcount: 10 },
  change: numericChange,
  evaluate(
    { company: before },
    { company: after },
    { minPercentChange, direction, minStartingHeadcount = 1 },
  ) {
    const counts = readDifferentCounts(before.employee_count_consensus, after.employee_count_consensus)
    if (counts === undefined || counts.previous < minStartingHeadcount) return []
    const way = counts.least > 0 ? 'grew' : 'shrank'
    if (direction !== 'either' && direction !== way) return []
    // A count of 100 that becomes 107 is 7 %, whatever binary fractions make of it.
    if (Math.abs(counts.least) * 100 < minPercentChange - 1e-9) return []
    return [{ key: way, data: buildNumericData(counts.previous, counts.current) }]
  },
  summary: ([change]) => {
    const { percentChange, previous, current } = change.data as z.infer<typeof numericChange>
    const way = current > previous ? 'grew' : 'shrank'
    return `${way} by ${Math.abs(percentChange ?? 0)} % to ${current} employees`
  },
  sample({ minPercentChange, direction, minStartingHeadcount = 1 }) {
    const [small, large] = [
      minStartingHeadcount * 1_000,
      Math.ceil(minStartingHeadcount * 10 * (100 + minPercentChange)),
    ]
    // Nothing shrinks by more than all of it.
    const fewer = Math.floor(small * Math.max(0, 1 - minPercentChange / 100))
    const after = direction === 'shrank' ? fewer : large
    return { before: { company: headcount(small) }, after: { company: headcount(after) } }
  },
  check: ({ minPercentChange, direction }) =>
    direction === 'shrank' && minPercentChange > 100
      ? { path: 'minPercentChange', message: 'A count cannot shrink by more than 100 percent.' }
      : undefined,
})
