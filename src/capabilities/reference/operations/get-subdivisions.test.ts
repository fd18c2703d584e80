import { expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { ask, describeReference } from '../../../../test/support/ask-reference.ts'
import { getSubdivisions } from './get-subdivisions.ts'

describeReference(getSubdivisions, { perMinute: 250, query: { countryCode: 'USA' } })

interface Subdivisions {
  countryCode: string
  subdivisions: {
    code: string
    name: string
    type: string
    alternateNames: { languageCode: string; name: string }[]
  }[]
}

test('answers the units of a country with code, name, type and other names', async () => {
  verifies('op.get-subdivisions', 'enum.subdivisions')
  const { body } = await ask<Subdivisions>(getSubdivisions, { query: { countryCode: 'deu' } })
  expect(body.output.countryCode).toBe('DEU')
  expect(body.output.subdivisions).toHaveLength(16)
  const bavaria = body.output.subdivisions.find((unit) => unit.code === 'DE-BY')
  expect(bavaria).toMatchObject({ name: 'Bayern', type: 'state' })
  verifies('client.enum.subdivision-names')
  expect(bavaria?.alternateNames).toContainEqual({ languageCode: 'und', name: 'Bavaria' })
})

test('answers an empty list for a country without subdivisions', async () => {
  const { status, body } = await ask<Subdivisions>(getSubdivisions, { query: { countryCode: 'XKX' } })
  expect(status).toBe(200)
  expect(body.output).toEqual({ countryCode: 'XKX', subdivisions: [] })
})

test.each([
  {},
  { countryCode: '' },
  { countryCode: 'DE' },
  { countryCode: 'ZZZ' },
  { countryCode: 'X-EMEA' },
])('400 names countryCode for %j', async (query) => {
  verifies('enum.subdivisions.unknown-country')
  const { status, body } = await ask(getSubdivisions, { query: query as Record<string, string> })
  expect(status).toBe(400)
  expect(body.issues).toMatchObject([{ path: 'countryCode' }])
})
