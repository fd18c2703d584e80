import { z } from 'zod'
import { optional, outsideId } from '../../operation/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { anyPersonTokens, isMalformed, personSpelling } from '../../corpus/identify/index.ts'
import { enrichmentType, personIdentifier } from './schema.ts'

const maxPeople = 2_000

const personDetails = z.object({
  pnetUrl: z.object({ value: personIdentifier }),
  clientReferenceId: optional(outsideId(z.string().max(200))).describe('Returned with the result.'),
})

export const batchInput = z.object({
  personDetails: z.array(personDetails).min(10).max(maxPeople),
  enrichmentTypes: enrichmentType,
})

type PersonDetails = z.output<typeof batchInput>['personDetails'][number]

/** One person of a batch, as sent. */
export interface BatchPerson {
  pnetUrl: string
  clientReferenceId?: string | undefined
  /** Repetitions of the person: each has its own row in the result. */
  again?: { pnetUrl: string; clientReferenceId?: string | undefined }[]
}

/** Distinct spellings in a batch: an upper bound of its people that needs no knowledge of the network's hosts. */
export const countDistinctPeople = (people: readonly PersonDetails[]): number =>
  new Set(people.map(({ pnetUrl }) => personSpelling(pnetUrl.value))).size

/**
 * Each person once, in the order sent, with their other spellings. An address outside the network names nobody: it is
 * rejected alone, without the people whose addresses end alike.
 */
export function uniquePeople(people: readonly PersonDetails[], network: NetworkHosts): BatchPerson[] {
  const byIdentity = new Map<string, BatchPerson>()
  for (const { pnetUrl, clientReferenceId } of people) {
    const row = { pnetUrl: pnetUrl.value, clientReferenceId }
    const isNobody = isMalformed(anyPersonTokens(pnetUrl.value, network))
    const key = isNobody ? `text ${pnetUrl.value.trim()}` : `page ${personSpelling(pnetUrl.value)}`
    const first = byIdentity.get(key)
    if (first === undefined) byIdentity.set(key, row)
    else (first.again ??= []).push(row)
  }
  return [...byIdentity.values()]
}
