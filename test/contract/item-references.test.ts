import { expect, test } from 'vitest'
import type { z } from 'zod'
import { definition, unwrap } from '../../src/operation/index.ts'
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
  'backtestTrackerRule companies': 'whom to look at: answered by entity and day, as those of a list are',
  'backtestTrackerRule people': 'whom to look at: answered by entity and day, as those of a list are',
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

test('an item list that is declared comes back in the answer', () => {
  const declared = everyOperation.filter(([, { items }]) => items !== undefined)
  expect(declared.length).toBeGreaterThan(8)
  for (const [id, { items, output }] of declared) {
    const { element } = definition(unwrap(output.shape[items?.answers ?? ''] as z.ZodType))
    const isTold = element !== undefined && formsOf(element).some((shape) => 'clientReferenceId' in shape)
    expect(isTold || 'clientReferenceIds' in output.shape, id).toBe(true)
  }
})
