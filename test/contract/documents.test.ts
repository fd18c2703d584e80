import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { currentInterface, interfaceFile, pages } from '../../scripts/generate.ts'
import { errorBody, isLimited } from '../../src/operation/index.ts'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { lintOutput, validationErrors } from '../support/surfaces/lint-openapi.ts'
import { startTestService, type TestService } from '../support/surfaces/test-service.ts'
import { everyOperation, registry } from './registry.ts'
import { resolved, schemasOfRequests } from './request-schemas.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ registry })
})
afterAll(() => service.close(0))

const document = openApiDocument(registry)

/** A request to the operation with stand-ins for its path parameters. */
const call = (path: string, init: RequestInit = {}) =>
  fetch(service.url + path.replaceAll(/\{\w+\}/g, 'x'), init)

test('the description of all operations passes the independent validator and linter', async () => {
  verifies('document.openapi-valid', 'document.examples-valid')
  expect(await validationErrors(document)).toEqual([])
  expect(await lintOutput(document)).toBeUndefined()
})

test('a page that reads the description sends to its own origin, and nothing its reader did not write', () => {
  expect(document['servers']).toMatchObject([{ url: '/' }])
  const parameters = Object.values(document.components['parameters'] ?? {}) as { schema: object }[]
  expect(parameters.length).toBeGreaterThan(0)
  // The only value of an enumeration, a default and an example are filled in without asking.
  for (const { schema } of parameters)
    for (const member of ['enum', 'const', 'default', 'example', 'examples'])
      expect(schema).not.toHaveProperty(member)
})

test('no schema that a request uses demands a member that has a default: generated clients may leave it out', () => {
  const schemas = [...schemasOfRequests(document)]
  const withDefault = schemas.flatMap(([name, { properties = {} }]) =>
    Object.entries(properties).flatMap(([member, schema]) =>
      'default' in resolved(document, schema) ? [`${name}.${member}`] : [],
    ),
  )
  expect(withDefault.length).toBeGreaterThan(50)
  const demanded = new Set(
    schemas.flatMap(([name, { required = [] }]) => required.map((member) => `${name}.${member}`)),
  )
  expect(withDefault.filter((member) => demanded.has(member))).toEqual([])
})

test('the text of the interface is current, and the same operations give the same documents', async () => {
  verifies('promise.house.generated-current')
  expect(await readFile(interfaceFile, 'utf8')).toBe(await currentInterface())
  expect(await pages()).toEqual(await pages())
})

describe.each(everyOperation)('%s', (id, operation) => {
  test('has a page, a line in the index, and its place in the description', async () => {
    verifies('document.ai-docs-operation', 'document.ai-docs-index', 'document.openapi-every-operation')
    const page = await call(`/ai-docs/${id}.md`)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain(`\`${operation.method} ${operation.path}\``)
    expect(await (await call('/ai-docs/index.md')).text()).toContain(`(/ai-docs/${id}.md)`)
    expect(document.paths[operation.path]?.[operation.method.toLowerCase()]).toMatchObject({
      operationId: id,
      'x-rate-limit': isLimited(operation) ? operation.limit : null,
      'x-price': { kind: operation.price.kind },
    })
  })

  test.runIf(operation.access === 'key')(
    'answers its route, and refuses a request without a key',
    async () => {
      verifies('auth.key.required')
      const answer = await call(operation.path, { method: operation.method })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
      expect(errorBody.parse(await answer.json()).code).toBe('unauthorized')
    },
  )

  test('answers 405 with Allow to a method its path does not have', async () => {
    verifies('error.405-method')
    const answer = await call(operation.path, { method: 'OPTIONS' })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toContain(operation.method)
    expect(errorBody.parse(await answer.json()).code).toBe('method_not_allowed')
  })
})
