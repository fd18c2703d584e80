import { z } from 'zod'
import { Failure, optional } from '../../../operation/index.ts'
import { acceleratorSlug } from '../../records/index.ts'
import { acceleratorToken, rankingToken } from '../../search-index/index.ts'
import { facetLists, filter } from '../filter.ts'
import { isOpen, numberRange } from '../range.ts'

const year = z.number().int().min(1900).max(2200)

const acceleratorChoice = z
  .object({
    acceleratorName: acceleratorSlug,
    batchSelection: optional(
      z.discriminatedUnion('strategy', [
        z.object({ strategy: z.literal('all-batches') }),
        z.object({
          strategy: z.literal('only-these-batches'),
          batches: z.array(z.string().min(1)).max(200).describe('An empty list matches nothing.'),
        }),
      ]),
    ),
    years: optional(z.union([z.array(year).max(100), numberRange(z.number())])).describe(
      'The company took part in one of these years, or within these bounds.',
    ),
  })
  .meta({ id: 'AcceleratorChoice' })

const [firstYear, lastYear] = [1980, 2099]

/** The years of the choice, one by one; undefined years mean any. */
function listYears(years: z.output<typeof acceleratorChoice>['years']): (number | undefined)[] {
  if (Array.isArray(years)) return years
  if (years === undefined || isOpen(years)) return [undefined]
  const first = Math.max(firstYear, Math.ceil(years.lowerBound ?? firstYear))
  const last = Math.min(lastYear, Math.floor(years.upperBound ?? lastYear))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, step) => first + step)
}

/**
 * Pairs of batch and year that one question may ask for. Lists multiply, so a small body could ask for half a
 * million.
 */
const maxPairs = 10_000

function requireFew(choices: readonly z.output<typeof acceleratorChoice>[]): void {
  const pairs = choices.map(({ batchSelection: selection, years }) => {
    const batches = selection?.strategy === 'only-these-batches' ? selection.batches.length : 1
    return batches * listYears(years).length
  })
  if (pairs.reduce((sum, each) => sum + each, 0) > maxPairs) throw new Failure('too-expensive')
}

/** Batch and year must belong to the same participation, so each pair is one token. */
function makeAcceleratorTokens(choice: z.output<typeof acceleratorChoice>): string[] {
  const { acceleratorName: slug, batchSelection: selection, years } = choice
  const batches = selection?.strategy === 'only-these-batches' ? selection.batches : [undefined]
  return batches.flatMap((batch) => listYears(years).map((of) => acceleratorToken({ slug, batch, year: of })))
}

const rank = z.number().int().min(1).max(1000)

const rankingChoice = z
  .object({
    list: z.string().min(1).max(100).describe('The list, e.g. `fortune-500-usa`.'),
    range: z
      .object({ low: rank, high: rank, name: optional(z.string()).describe('Not compared.') })
      .describe('Best and worst rank, both inclusive.'),
    year: optional(year).describe('Any year if omitted.'),
  })
  .meta({ id: 'RankingChoice' })

/** Company search parameters about programmes and lists. */
export const programmeFilters = {
  acceleratorsV2: filter(
    z.object({
      anyOf: optional(z.array(acceleratorChoice).max(20)).describe('At least one of these.'),
      noneOf: optional(z.array(acceleratorChoice).max(20)).describe('None of these.'),
    }),
    (value) => {
      requireFew([...(value.anyOf ?? []), ...(value.noneOf ?? [])])
      return facetLists(value, makeAcceleratorTokens)
    },
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
