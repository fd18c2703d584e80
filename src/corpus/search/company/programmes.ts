import { z } from 'zod'
import { optional } from '../../../operation/index.ts'
import { acceleratorSlug } from '../../records/index.ts'
import { acceleratorToken, rankingToken } from '../../search-index/index.ts'
import { facetLists, filter } from '../filter.ts'

const year = z.number().int().min(1900).max(2200)

const acceleratorChoice = z
  .object({
    acceleratorName: acceleratorSlug,
    batchSelection: optional(
      z.discriminatedUnion('strategy', [
        z.object({ strategy: z.literal('all-batches') }),
        z.object({
          strategy: z.literal('only-these-batches'),
          batches: z.array(z.string().min(1)).min(1).max(200),
        }),
      ]),
    ),
    years: optional(z.array(year).min(1).max(100)).describe('The company took part in one of these years.'),
  })
  .meta({ id: 'AcceleratorChoice' })

/** Batch and year must be of the same participation, so each pair of them is one token. */
function acceleratorTokensOf(choice: z.output<typeof acceleratorChoice>): string[] {
  const { acceleratorName: slug, batchSelection: selection, years } = choice
  const batches = selection?.strategy === 'only-these-batches' ? selection.batches : [undefined]
  return batches.flatMap((batch) =>
    (years ?? [undefined]).map((of) => acceleratorToken({ slug, batch, year: of })),
  )
}

const rank = z.number().int().min(1).max(1000)

const rankingChoice = z
  .object({
    list: z.string().min(1).max(100).describe('The list, e.g. `fortune-500-usa`.'),
    range: z.object({ low: rank, high: rank }).describe('Best and worst rank, both inclusive.'),
    year: optional(year).describe('Without it any year.'),
  })
  .meta({ id: 'RankingChoice' })

/** Company search parameters about programmes and lists. */
export const programmeFilters = {
  acceleratorsV2: filter(
    z.object({
      anyOf: optional(z.array(acceleratorChoice).max(20)).describe('At least one of these.'),
      noneOf: optional(z.array(acceleratorChoice).max(20)).describe('None of these.'),
    }),
    (value) => facetLists(value, acceleratorTokensOf),
  ),
  fortuneRankings: filter(
    z.object({ anyOf: optional(z.array(rankingChoice).max(20)).describe('At least one of these.') }),
    (value) =>
      facetLists(value, ({ list, range: { low, high }, year: of }) =>
        Array.from({ length: Math.max(0, high - low + 1) }, (_, step) => rankingToken(list, low + step, of)),
      ),
  ),
}

export const programmeMeanings: Record<keyof typeof programmeFilters, string> = {
  acceleratorsV2: 'Accelerator programmes the company took part in, with batch and year.',
  fortuneRankings: 'Places on ranking lists.',
}
