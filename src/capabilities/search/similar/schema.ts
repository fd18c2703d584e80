import { z } from 'zod'
import { invalidMember, optional, withDefault } from '../../../operation/index.ts'
import { mostSimilar, mostWithSimilar } from './companies-like.ts'
import type { TraitKind } from './traits.ts'

/** How much each member counts. */
export const weightsOf = (kinds: readonly TraitKind[]) =>
  optional(
    z.object(
      Object.fromEntries(
        kinds.map(({ member, weight }) => [
          member,
          optional(z.number().min(0).max(100)).describe(`${weight} when left out; 0: does not count.`),
        ]),
      ),
    ),
  ).describe('How much each member counts, against the others.')

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
  `Works out similar_companies, the ${mostSimilar} most alike, of records whose sources gave none. Free; at most ${mostWithSimilar} records a page.`,
)

/** A page of more would be so many searches: refused before anything is read, as leaving some out would look like none. */
export function refuseManySimilar(asked: { getSimilarCompanies: boolean; pageSize: number }): void {
  if (asked.getSimilarCompanies && asked.pageSize > mostWithSimilar)
    throw invalidMember(
      'pageSize',
      `With getSimilarCompanies a page has at most ${mostWithSimilar} records.`,
      'too_big',
    )
}
