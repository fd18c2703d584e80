import { z } from 'zod'
import { invalidMember, optional, withDefault } from '../../../operation/index.ts'
import { maxSimilarCompanies, maxCompaniesWithSimilar } from './companies-like.ts'
import type { TraitKind } from './traits.ts'

/** How much each member counts. */
export const makeWeightsSchema = (kinds: readonly TraitKind[]) =>
  optional(
    z.object(
      Object.fromEntries(
        kinds.map(({ member, weight }) => [
          member,
          optional(z.number().min(0).max(100)).describe(`${weight} if omitted; 0: does not count.`),
        ]),
      ),
    ),
  ).describe('How much each member counts, relative to the others.')

export const similarity = z
  .object({
    score: z.number().min(0).max(1).describe('The parts of evidence together, 0 to 1.'),
    evidence: z.array(
      z.object({
        member: z.string(),
        score: z.number().describe('What it adds to the score.'),
        weight: z.number().describe('The most it can add.'),
        shared: z.array(z.string()).describe('Values shared with examples, in normal form.'),
      }),
    ),
  })
  .meta({ id: 'Similarity' })

/** Asks for `similar_companies` of records that lack it. */
export const getSimilarCompanies = withDefault(z.boolean(), false).describe(
  `Adds similar_companies, the ${maxSimilarCompanies} most similar, to records whose sources gave none. Free; at most ${maxCompaniesWithSimilar} records a page.`,
)

/** A page of more would be so many searches: refused before anything is read, as leaving some out would look like none. */
export function refuseManySimilar(request: { getSimilarCompanies: boolean; pageSize: number }): void {
  if (request.getSimilarCompanies && request.pageSize > maxCompaniesWithSimilar)
    throw invalidMember(
      'pageSize',
      `With getSimilarCompanies a page has at most ${maxCompaniesWithSimilar} records.`,
      'too_big',
    )
}
