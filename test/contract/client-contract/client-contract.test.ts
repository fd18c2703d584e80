import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/surfaces/openapi/index.ts'
import { verifies } from '../../conformance/verifies.ts'
import { registry } from '../registry.ts'
import { refusals, surprises } from './compare.ts'
import { contractFiles, readContract } from './contract-file.ts'
import { differencesOf, type Described } from './differences.ts'
import { JsonPlaces, type JsonSchema } from './json-places.ts'
import { memberOf, stepsOf } from './notation.ts'
import { reviewOf } from './reviewed.ts'

describe.skipIf(!contractFiles.every((file) => existsSync(file)))(
  'against ../shared/reference/client-contract.txt (skipped where it is absent)',
  () => {
    const document = openApiDocument(registry) as unknown as Described

    test('served operations take what clients send and answer what they read; differences are reviewed', () => {
      const { contract, lists } = readContract((file) => readFileSync(file, 'utf8'))
      const { served, differences } = differencesOf(contract, document, lists)
      // All of them are operations of the specification.
      expect(served).toEqual(contract.map(({ id }) => id))
      expect(served.length).toBeGreaterThan(80)
      const { unreviewed, unused } = reviewOf(differences)
      expect(unreviewed).toEqual([])
      expect(unused).toEqual([])
    })
  },
)

describe('a difference is found', () => {
  const places = new JsonPlaces({
    Size: { type: 'integer', minimum: 1, maximum: 10, default: 5 },
    Kind: {
      oneOf: [kind('a', { x: { type: 'string' } }), kind('b', { y: { type: ['string', 'null'] } }, ['y'])],
    },
  })
  const body: JsonSchema = {
    type: 'object',
    properties: {
      size: { $ref: '#/components/schemas/Size' },
      kinds: { type: 'array', maxItems: 3, items: { $ref: '#/components/schemas/Kind' } },
      word: { enum: ['one', 'two'] },
      counts: { type: 'object', additionalProperties: { type: 'number' } },
    },
    required: ['size', 'kinds'],
  }
  const none = new Map<number, string[]>()
  const at = (path: string) => places.at(body, stepsOf(path))

  test.each([
    ['.size', 'integer >=1 <=10 default 5', []],
    [
      '.size',
      'integer/null <=50 >0 default 20 ?',
      ['refuses null', 'is demanded', 'maximum 10', 'has the default 5'],
    ],
    ['.size', 'number >=1 <=10', ['takes whole numbers only']],
    ['.kinds', 'array max items 9', ['maxItems 3']],
    ['.kinds[]<k=a>.x', 'string ?', []],
    ['.kinds[]<k=b>.y', 'null/string ?', ['is demanded']],
    ['.kinds[]<k=c>', 'object', ['is not known']],
    ['.word', 'string = one|three', ['refuses the values three']],
    ['.word', 'string', ['takes listed values only']],
    ['.counts.any', 'number', []],
  ])('request%s: %s', (path, text, found) => {
    verifies('client.contract')
    expect(refusals(memberOf(text), at(path), none)).toEqual(found)
  })

  test.each([
    ['.size', 'number', []],
    ['.size', 'number >=1 <=10', []],
    ['.size', 'number >=2 <=9', ['minimum beyond 2', 'maximum beyond 9']],
    ['.word', 'string = one ?', ['answers the values two']],
    ['.word', 'string = one|two', ['may be absent']],
    ['.kinds[]<k=b>.y', 'string', ['answers null']],
    ['.kinds[].z', 'string', ['is not answered']],
    ['.counts{*}', 'integer', ['answers number']],
  ])('output%s: %s', (path, text, found) => {
    expect(surprises(memberOf(text), at(path), none)).toEqual(found)
  })

  function kind(value: string, properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema {
    return {
      type: 'object',
      properties: { k: { const: value }, ...properties },
      required: ['k', ...required],
    }
  }
})
