import { z } from 'zod'
import { optional } from '../../../operation/index.ts'
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
