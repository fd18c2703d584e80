import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { verifies } from '../../../test/conformance/verifies.ts'
import { lintOutput, validationErrors } from '../../../test/support/surfaces/lint-openapi.ts'
import { testRegistry } from '../../../test/support/surfaces/test-operations.ts'
import {
  createRegistry,
  free,
  bindOperations,
  optional,
  perMinute,
  withDefault,
} from '../../operation/index.ts'
import { openApiDocument, type Json, type OpenApiDocument } from './index.ts'

const document = openApiDocument(testRegistry)

const operationAt = (path: string, method: string) => document.paths[path]?.[method] as Json
/** Schema of the JSON body of a request. */
function bodyOf(path: string, method: string, { paths }: OpenApiDocument = document) {
  const { requestBody } = paths[path]![method] as {
    requestBody: { content: Record<string, { schema: { properties: Json } }> }
  }
  return requestBody.content['application/json']?.schema as { properties: Json }
}
/** A registry of one operation with the given schemas. */
const registryOf = (input: z.ZodObject, output: z.ZodObject, id = 'one') =>
  createRegistry([
    bindOperations<object>('test')({
      id,
      route: `POST /v1/${id}`,
      tag: 'T',
      summary: 's',
      describe: 'd.',
      input,
      output,
      price: free(),
      limit: perMinute(1),
      examples: [],
      effect: 'reads',
      handle: () => ({}) as never,
    }),
  ])
const schemasOf = (input: z.ZodObject, output: z.ZodObject) =>
  openApiDocument(registryOf(input, output)).components.schemas

describe('the document', () => {
  test('is OpenAPI 3.1.0 of interface version 1.44.0', () => {
    verifies('version.openapi-3-1-0', 'version.interface-1-44-0')
    expect(document.openapi).toBe('3.1.0')
    expect(document.info.version).toBe('1.44.0')
  })

  test('passes an independent validator', async () => {
    verifies('document.openapi-valid')
    expect(await validationErrors(document)).toEqual([])
    expect(await validationErrors({ ...document, paths: { 'no-slash': {} } })).not.toEqual([])
  })

  test('passes an independent linter, its examples too', async () => {
    verifies('document.openapi-valid', 'document.examples-valid')
    expect(await lintOutput(document)).toBeUndefined()
    const wrong = JSON.stringify(document).replace('"value":{"searchParams"', '"value":{"searchParam"')
    expect(await lintOutput(JSON.parse(wrong) as OpenApiDocument)).toContain('no-invalid-media-type-examples')
  })

  test('is the same text for the same registry', () => {
    const again = openApiDocument(testRegistry)
    expect(JSON.stringify(again)).toBe(JSON.stringify(document))
  })

  test('refers only to components it has, and has none it does not refer to', () => {
    verifies('document.openapi-components')
    const references = new Set(JSON.stringify(document).match(/#\/components\/[\w/.-]+/g))
    const present = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, entries]) => Object.keys(entries).map((name) => `#/components/${kind}/${name}`))
    expect([...references].toSorted()).toEqual(present.toSorted())
    expect(references).toContain('#/components/schemas/TestCompany')
  })
})

describe('each operation', () => {
  test('has its errors, examples, price and limit', () => {
    verifies('document.openapi-every-operation')
    for (const operation of testRegistry.operations) {
      const described = operationAt(operation.path, operation.method.toLowerCase())
      expect(described['operationId']).toBe(operation.id)
      expect(described['x-rate-limit']).toEqual(operation.limit)
      expect((described['x-price'] as Json)['kind']).toBe(operation.price.kind)
      const statuses = Object.keys(described['responses'] as Json)
      expect(statuses).toEqual(expect.arrayContaining(['200', '400', '429', '500', '503', 'default']))
      expect(statuses.includes('401')).toBe(operation.access !== 'public')
      expect(statuses.includes('402')).toBe(operation.price.kind !== 'free')
    }
    const search = operationAt('/v1/things/search', 'post')
    expect(search['description']).toContain('1 credit per company returned.')
    expect(search['description']).toContain('180 requests a minute')
    expect(JSON.stringify(search['requestBody'])).toContain('"small-things":{"summary":"Small things"')
  })

  test('words the failures it declares beside those of its kind', () => {
    const { responses } = operationAt('/v1/things/search', 'post') as { responses: Record<string, Json> }
    expect(responses['400']?.['description']).toContain('The cursor is not valid for this request.')
    expect(responses['400']?.['description']).toContain('The request body is not a JSON object.')
    expect(responses['401']).toEqual({ $ref: '#/components/responses/Unauthorized' })
  })

  test('may carry the key as the specification says: header, bearer, body member or query', () => {
    const schema = bodyOf('/v1/things/search', 'post')
    expect(schema.properties['apiKey']).toMatchObject({ type: 'string' })
    expect(operationAt('/v1/things/search', 'post')['security']).toEqual([
      { ApiKeyHeader: [] },
      { BearerKey: [] },
    ])
    expect(operationAt('/v1/things', 'get')['security']).toContainEqual({ ApiKeyQuery: [] })
    expect(operationAt('/health', 'get')['security']).toEqual([])
  })

  test('takes path and query members as parameters without null, and objects of a DELETE in its body', () => {
    const list = operationAt('/v1/things', 'get')
    expect(list['parameters']).toContainEqual({
      name: 'limit',
      in: 'query',
      description: 'At most so many.',
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 10 },
      example: 2,
    })
    const remove = operationAt('/v1/things/{thingId}/parts', 'delete') as { parameters: Json[] }
    expect(remove.parameters.map((parameter) => [parameter['name'], parameter['in']])).toEqual([
      ['thingId', 'path'],
      ['force', 'query'],
      // Headers by reference: idempotency key and dry run.
      [undefined, undefined],
      [undefined, undefined],
    ])
    const body = bodyOf('/v1/things/{thingId}/parts', 'delete')
    expect(Object.keys(body.properties)).toEqual(['parts', 'apiKey'])
  })

  test('that charges documents its dry run and spending guard', () => {
    const search = JSON.stringify(operationAt('/v1/things/search', 'post'))
    for (const name of ['IdempotencyKey', 'DryRun', 'MaxCredits']) {
      expect(search).toContain(`#/components/parameters/${name}`)
    }
    expect(search).not.toContain('dryRun')
    expect(JSON.stringify(document.components['parameters'])).toContain('{dryRun: {maxCredits')
    // What is free has a dry run as well, and nothing to guard.
    const free = JSON.stringify(operationAt('/v1/things/count', 'post'))
    expect(free).toContain('#/components/parameters/DryRun')
    expect(free).not.toContain('MaxCredits')
  })
})

describe('schemas', () => {
  test('that differ between request and answer have two components, also where they differ inside only', () => {
    const inner = z.object({ size: z.int().default(3) }).meta({ id: 'Inner' })
    const outer = z.object({ inner }).meta({ id: 'Outer' })
    const plain = z.object({ text: z.string() }).meta({ id: 'Plain' })
    const schemas = schemasOf(z.object({ outer, plain }), z.object({ outer, plain }))
    expect(Object.keys(schemas).filter((name) => /Inner|Outer|Plain/.test(name))).toEqual([
      'Inner',
      'InnerInput',
      'Outer',
      'OuterInput',
      'Plain',
    ])
    expect(schemas['OuterInput']).toMatchObject({
      properties: { inner: { $ref: '#/components/schemas/InnerInput' } },
    })
    expect(schemas['Outer']).toMatchObject({ required: ['inner'] })
    expect(schemas['InnerInput']).not.toHaveProperty('required')
  })

  test('keep defaults and descriptions of members that are transformed', () => {
    const input = z.object({
      size: withDefault(z.int().describe('How many.'), 5),
      name: optional(z.string()).describe('Its name.'),
    })
    expect(bodyOf('/v1/one', 'post', openApiDocument(registryOf(input, z.object({}))))).toMatchObject({
      properties: { size: { default: 5, description: 'How many.' }, name: { description: 'Its name.' } },
    })
  })

  test('take properties called like keywords for what they are', () => {
    const member = z.object({
      anyOf: optional(z.array(z.string())),
      default: z.string(),
      pattern: z.iso.date(),
    })
    const described = openApiDocument(registryOf(z.object({ member }), z.object({})))
    expect(bodyOf('/v1/one', 'post', described)).toMatchObject({
      properties: {
        member: { properties: { anyOf: {}, default: { type: 'string' }, pattern: { format: 'date' } } },
      },
    })
  })

  test('of answers leave room for members to come, except where they are strict', () => {
    const schemas = schemasOf(z.object({}), z.object({ open: z.object({}), closed: z.strictObject({}) }))
    const output = (schemas['OneResponse'] as { properties: { output: Json } }).properties.output
    expect(output).not.toHaveProperty('additionalProperties')
    expect(output).toMatchObject({
      properties: { open: { type: 'object' }, closed: { additionalProperties: false } },
    })
    expect(schemas['OneResponse']).toHaveProperty('additionalProperties', false)
  })

  test('of two operations with one id and two meanings are refused', () => {
    const registry = createRegistry([
      ...registryOf(z.object({ a: z.object({ x: z.string() }).meta({ id: 'Twice' }) }), z.object({}))
        .operations,
      ...registryOf(z.object({ a: z.object({ y: z.string() }).meta({ id: 'Twice' }) }), z.object({}), 'two')
        .operations,
    ])
    expect(() => openApiDocument(registry)).toThrow('two: another schema is already called Twice')
  })

  test('that JSON Schema cannot say are refused with the name of their operation', () => {
    expect(() => schemasOf(z.object({}), z.object({ when: z.date() }))).toThrow(/^one: the output/)
    const recursive: z.ZodObject = z.object({
      get child() {
        return optional(recursive)
      },
    })
    expect(() => schemasOf(z.object({ recursive }), z.object({}))).toThrow(/^one: .*needs \.meta/)
  })
})
