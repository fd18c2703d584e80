import { expect, test } from 'vitest'
import type { z } from 'zod'
import { definition, unwrap } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { everyOperation } from './registry.ts'

/** Lists of objects that are no items, and why. */
const notItems: Record<string, string> = {
  currentCompanies: 'a filter: whoever works at any of them',
  trackingRules: 'parts of a list, which come back with ids of their own',
  'getDepartmentSize departments': 'each has a name of the client, which comes back',
  'findSimilarCompanies companies': 'examples: whoever is like all of them',
  'findSimilarPeople people': 'examples: whoever is like all of them',
  'removeTrackerCompanies companies': 'who was removed is told by number, who was not by identifier',
  'removeTrackerPeople people': 'who was removed is told by number, who was not by identifier',
  'removeAudienceCompanies companies': 'who was removed is told by number, who was not by identifier',
  'removeAudienceProspects prospects': 'who was removed is told by number, who was not by identifier',
  'correctImportRejects rows': 'rows of a file, answered by their numbers',
  'backtestTrackerRule companies': 'whom to look at: answered by entity and day, as those of a list are',
  'backtestTrackerRule people': 'whom to look at: answered by entity and day, as those of a list are',
}
/** Lists of texts that name no item which is answered by itself, and why. */
const notAnswered: Record<string, string> = {
  'bulkProfilePic pnetUrls': 'another name of a list that has its references beside it',
  ...noItems('parameters of a search', [
    'searchParams',
    'companySearchParams',
    'prospectSearchParams',
    'personSearchParams',
    'profileSearchParams',
    'companyParams',
    'profileParams',
    'companyConfig',
    'profileConfig',
    'search',
    'strategy',
    'companyFilters',
    'peopleFilters',
    'trackingRules',
    'config',
    'rule',
  ]),
  ...noItems('lists and keys of the organization, told by number or id', [
    'listIds',
    'listIDs',
    'audienceIds',
    'profileIds',
    'deliveryIds',
    'excludedCompanyDetails',
    'excludedProspectDetails',
    'companyExclusionListIDs',
    'peopleExclusionListIDs',
    'prospectExclusionListIDs',
    'exclusionListIDs',
    'companyExclusionListIds',
  ]),
  ...noItems('choices', [
    'scopes',
    'allowedAddresses',
    'by',
    'members',
    'eventTypes',
    'platforms',
    'fields',
    'trip',
    'airlines',
    'connectingAirports',
    'childrenAges',
    'jobTitles',
    'category',
    'excludeFields',
    'departments',
    'functions',
    'countries',
    'facets',
    'getUsage operationId',
    'getUsage keyId',
    'getUsage memberId',
    'getLedger memberId',
    'listApiRequests memberId',
    'listAllTrackerSignals entityId',
    'addSource capabilities',
    'orderSources names',
    'listAllTrackerSignals listId',
    'listEvents listId',
    'listEvents type',
    'listAllTrackerSignals type',
  ]),
  ...noItems('one person by all that is known of them', [
    'emails',
    'phoneNumbers',
    'exportDataSubject externalIds',
    'exportDataSubject profiles',
    'suppressDataSubject externalIds',
    'suppressDataSubject profiles',
  ]),
}

function noItems(why: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, why]))
}

/** What items call the client's own reference. */
const names = ['clientReferenceId', 'externalId', 'customerProvidedId']

function formsOf(element: z.ZodType): Record<string, z.ZodType>[] {
  const { shape, options } = definition(unwrap(element))
  return shape !== undefined ? [shape] : (options ?? []).flatMap(formsOf)
}

test('every operation that takes a list of items lets each carry a reference of the client', () => {
  const without: string[] = []
  for (const [id, operation] of everyOperation)
    for (const [member, schema] of Object.entries(operation.input.shape)) {
      const { element } = definition(unwrap(schema as z.ZodType))
      if (element === undefined || member in notItems || `${id} ${member}` in notItems) continue
      const forms = formsOf(element)
      if (!forms.every((shape) => names.some((name) => name in shape))) without.push(`${id} ${member}`)
    }
  expect(without).toEqual([])
})

/** Objects below a member whose shape has a list of texts, without references beside it. */
function unreferenced(shape: Record<string, z.ZodType>, isNamed: (name: string) => boolean): string[] {
  return Object.entries(shape).flatMap(([name, schema]) => {
    if (isNamed(name) || name === 'clientReferenceIds') return []
    const { element } = definition(unwrap(schema))
    if (element === undefined) return formsOf(schema).flatMap((inner) => unreferenced(inner, isNamed))
    const { type } = definition(unwrap(element))
    return (type === 'string' || type === 'union') &&
      formsOf(element).length === 0 &&
      !('clientReferenceIds' in shape)
      ? [name]
      : []
  })
}

test('every operation that takes a list of texts, each answered, takes references beside it', () => {
  verifies('references.every-list')
  const without = everyOperation.flatMap(([id, { input }]) => {
    const isNamed = (name: string) => name in notAnswered || `${id} ${name}` in notAnswered
    return unreferenced(input.shape as Record<string, z.ZodType>, isNamed).map((name) => `${id} ${name}`)
  })
  expect(without).toEqual([])
})

test('an item list that is declared comes back in the answer', () => {
  const declared = everyOperation.filter(([, { items }]) => items !== undefined)
  expect(declared.length).toBeGreaterThan(8)
  for (const [id, { items, output }] of declared) {
    const { element } = definition(unwrap(output.shape[items?.answers ?? ''] as z.ZodType))
    const isTold = element !== undefined && formsOf(element).some((shape) => 'clientReferenceId' in shape)
    expect(isTold || 'clientReferenceIds' in output.shape, id).toBe(true)
  }
})
