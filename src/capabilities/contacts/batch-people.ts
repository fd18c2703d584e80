import { z } from 'zod'
import { optional } from '../../operation/index.ts'
import { spellingOf } from './identify.ts'
import { enrichmentType, personIdentifier } from './schema.ts'

export const mostPeople = 2_000

const personDetails = z.object({
  pnetUrl: z.object({ value: personIdentifier }),
  clientReferenceId: optional(z.string().max(200)).describe('Comes back with the result.'),
})

export const batchInput = z.object({
  personDetails: z.array(personDetails).min(10).max(mostPeople),
  enrichmentTypes: enrichmentType,
})

type PersonDetails = z.output<typeof batchInput>['personDetails'][number]

/** Each person once, in the order given; of those given twice the first. */
export function uniquePeople(people: readonly PersonDetails[]): PersonDetails[] {
  const seen = new Set<string>()
  return people.filter(({ pnetUrl }) => {
    const spelling = spellingOf(pnetUrl.value)
    if (seen.has(spelling)) return false
    seen.add(spelling)
    return true
  })
}
