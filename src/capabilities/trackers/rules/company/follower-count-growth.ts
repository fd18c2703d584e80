import { z } from 'zod'
import { optional } from '../../../../operation/index.ts'
import { numericChange } from '../change-data.ts'
import { buildNumericData } from '../compare/number.ts'
import { companyRule } from '../define-rule.ts'
import { countAboveZero, optionalLeast } from '../members.ts'

export const followerCountGrowth = companyRule({
  type: 'follower_count_growth',
  readableName: 'Followers grew',
  description:
    'The company gained followers since the compared snapshot: at least the given number and the given percentage, where given.',
  useCase: 'Notice companies that gain attention.',
  members: {
    minAbsoluteGrowth: optionalLeast('Fewest new followers.'),
    minPercentGrowth: optional(z.number().gt(0)).describe('Minimum growth in percent.'),
    minStartingFollowerCount: optional(countAboveZero).describe(
      'Companies that had fewer followers are skipped.',
    ),
  },
  example: { minPercentGrowth: 10, minStartingFollowerCount: 1_000 },
  change: numericChange,
  evaluate({ company: before }, { company: after }, config) {
    const [previous, current] = [before.li_follower_count ?? null, after.li_follower_count ?? null]
    if (previous === null || current === null || current <= previous) return []
    const { minAbsoluteGrowth = 1, minPercentGrowth = 0, minStartingFollowerCount = 0 } = config
    const growth = current - previous
    if (growth < minAbsoluteGrowth || previous < minStartingFollowerCount) return []
    if (minPercentGrowth > 0 && growth * 100 < minPercentGrowth * previous - 1e-9) return []
    return [{ key: 'grew', data: buildNumericData(previous, current) }]
  },
  summary: ([change]) => {
    const { absoluteChange, current } = change.data as z.infer<typeof numericChange>
    return `gained ${absoluteChange} followers, ${current} in all`
  },
  sample({ minAbsoluteGrowth = 1, minPercentGrowth = 10, minStartingFollowerCount = 1_000 }) {
    const growth = Math.max(
      minAbsoluteGrowth,
      Math.ceil((minStartingFollowerCount * minPercentGrowth) / 100),
      1,
    )
    return {
      before: { company: { li_follower_count: minStartingFollowerCount } },
      after: { company: { li_follower_count: minStartingFollowerCount + growth } },
    }
  },
})
