import { z } from 'zod'
import { optional } from '../../../../operation/index.ts'
import { fundingRoundChange } from '../change-data.ts'
import { defaultRoundTypes, findNewRounds, roundInWords, roundTypes, sampleRound } from '../compare/rounds.ts'
import { writeNames } from '../compare/words.ts'
import { companyRule } from '../define-rule.ts'
import { makeOptionalList } from '../members.ts'

export const newFundingRound = companyRule({
  type: 'new_funding_round',
  readableName: 'New funding round',
  description: `A funding round became known. Without roundTypes only equity rounds count: ${defaultRoundTypes.join(', ')}.`,
  useCase: 'Reach out while fresh money is being spent.',
  members: {
    minAmountUsd: optional(z.number().min(0)).describe(
      'Minimum amount in US dollars. Rounds of unknown amount are then skipped.',
    ),
    roundTypes: makeOptionalList(roundTypes, 'Types of rounds.'),
  },
  example: { minAmountUsd: 1_000_000, roundTypes: ['seed', 'series_a'] },
  change: fundingRoundChange,
  evaluate: (before, after, { minAmountUsd, roundTypes: types = defaultRoundTypes }) =>
    findNewRounds(before, after).filter(
      ({ data: { type, amountUsd } }) =>
        (types as readonly (string | null)[]).includes(type) &&
        (minAmountUsd === undefined || (amountUsd ?? -1) >= minAmountUsd),
    ),
  summary: (changes) =>
    `raised ${writeNames(changes.map(({ data }) => roundInWords((data as { type: string | null }).type)))}`,
  sample: ({ minAmountUsd = 5_000_000, roundTypes: [type] = ['series_a'] }) => ({
    before: { company: { rounds: [] } },
    after: { company: { rounds: [sampleRound(type ?? 'series_a', minAmountUsd)] } },
  }),
})
