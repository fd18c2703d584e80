import { z } from 'zod'
import { optional, outsideId } from '../../operation/index.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { anyPersonTokens, isMalformed, personSpelling } from '../../corpus/identify/index.ts'
import { enrichmentType, personIdentifier } from './schema.ts'

const maxPeople = 2_000

const personDetails = z.object({
  pnetUrl: z.object({ value: personIdentifier }),
  clientReferenceId: optional(outsideId(z.string().max(200))).describe('Comes back with the result.'),
})

export const batchInput = z.object({
  personDetails: z.array(personDetails).min(10).max(maxPeople),
  enrichmentTypes: enrichmentType,
})

type PersonDetails = z.output<typeof batchInput>['personDetails'][number]

/** One person of a batch, as it was given. */
export interface BatchPerson {
  pnetUrl: string
  clientReferenceId?: string | undefined
  /** Given again: each has a row of its own in the result. */
  again?: { pnetUrl: string; clientReferenceId?: string | undefined }[]
}

/** People of a batch by their spelling: the most there can be, before it is known what hosts the network has. */
export const countDistinctPeople = (people: readonly PersonDetails[]): number =>
  new Set(people.map(({ pnetUrl }) => personSpelling(pnetUrl.value))).size

/**
 * Each person once, in the order given, with what else they were given as. What is no page of the network is nobody: it
 * is rejected on its own, and takes nobody along whose address ends the same.
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
