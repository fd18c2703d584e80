import { expect, test } from 'vitest'
import { z } from 'zod'
import { optional, withDefault } from './fields.ts'
import { idDeclaration, outsideId, resourceId, sealedBy } from './resource-id.ts'

const audience = resourceId('audience', { madeBy: 'createAudience', prefix: 'aud' })
const declared = { names: 'resource', kind: 'audience', madeBy: 'createAudience' }

test.each([
  ['as it is', audience],
  ['described again', audience.describe('Which one.')],
  ['optional', optional(audience)],
  ['optional and described', optional(audience).describe('Which one.')],
  ['in a list', withDefault(z.array(audience).max(3), [])],
  ['trimmed', z.preprocess((value) => value, audience)],
])('a resource is known by its schema: %s', (_name, schema) => {
  expect(idDeclaration(schema)).toEqual(declared)
})

test('its description names its form and its maker', () => {
  expect(audience.description).toBe('Id of an audience, `aud_…`, as createAudience answers it.')
  expect(resourceId('list').description).toBe('Id of a list.')
})

test('what others give out says so, and what says nothing is no declaration', () => {
  expect(idDeclaration(optional(outsideId(z.string()).describe('Slug.')))).toEqual({ names: 'outside' })
  expect(idDeclaration(sealedBy('flightSearch', z.string()).min(1).describe('Token.'))).toEqual({
    names: 'sealed',
    madeBy: 'flightSearch',
  })
  expect(idDeclaration(optional(z.string()))).toBeUndefined()
  expect(idDeclaration(z.object({ id: audience }))).toBeUndefined()
})

test('the documents do not show what is declared', () => {
  expect(z.toJSONSchema(audience)).not.toHaveProperty('kind')
})
