import { describe, expect, test } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { memoryPorts, testKey } from '../support/surfaces/memory-ports.ts'
import { createPipeline, readText, type AnyOperation } from '../../src/operation/index.ts'
import type { ReferenceDeps } from '../../src/capabilities/reference/slice.ts'

interface Question {
  query?: Record<string, string>
  headers?: Record<string, string>
  deps?: ReferenceDeps
  /** Whether the organization is over the operation's limit. */
  isLimited?: boolean
}

/** An answer, parsed; `output` as the caller declares it. */
export interface Reply<O> {
  status: number
  headers: Record<string, string>
  body: {
    output: O
    chargeInfo?: { method: string; message?: string }
    warnings?: { field: string }[]
    issues?: { path: string }[]
  }
}

const withKey = { 'x-api-key': testKey }

/** One request through the pipeline of production; answers are checked against the operation's schema. */
export async function ask<O>(operation: AnyOperation, question: Question = {}): Promise<Reply<O>> {
  const { query = {}, headers = withKey, deps = {}, isLimited = false } = question
  const ports = memoryPorts()
  if (isLimited) ports.limited.add(operation.id)
  const answer = await createPipeline(ports)(operation, deps, {
    body: null,
    query: Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
    pathParameters: {},
    header: (name) => (headers as Record<string, string>)[name],
    address: '127.0.0.1',
  })
  expect(ports.errors).toEqual([])
  return { ...answer, body: JSON.parse(readText(answer.body)) as Reply<O>['body'] }
}

/** What holds for every reference operation; `query` makes a valid request. */
export function describeReference(
  operation: AnyOperation,
  { perMinute = 60, query = {} }: { perMinute?: number; query?: Record<string, string> } = {},
): void {
  describe(`${operation.id} 200`, () => {
    test('answers GET with the key in the query or a header', async () => {
      verifies('enum.all-get')
      expect(operation.method).toBe('GET')
      expect(operation.path).toMatch(/^\/v1\/enums\//)
      const [byHeader, byQuery] = await Promise.all([
        ask(operation, { query }),
        ask(operation, { query: { ...query, apiKey: testKey }, headers: {} }),
      ])
      expect([byHeader.status, byQuery.status]).toEqual([200, 200])
      expect(byQuery.body.output).toEqual(byHeader.body.output)
    })

    test('is free', async () => {
      verifies('enum.all-free')
      const { headers, body } = await ask(operation, { query })
      expect(body.chargeInfo).toMatchObject({ method: 'free', message: 'Reference data is free.' })
      expect(headers['X-Credits-Charged'] ?? headers['x-credits-charged']).toBe('0')
    })

    test('wraps its lists in named members of an object', async () => {
      verifies('enum.object-output')
      const { body } = await ask<object>(operation, { query })
      expect(Array.isArray(body.output)).toBe(false)
      const lists = Object.values(body.output).filter(Array.isArray)
      expect(lists.length).toBeGreaterThan(0)
      for (const list of lists) expect(list.length).toBeGreaterThan(0)
    })

    test('warns of a query member it does not know', async () => {
      const { status, body } = await ask(operation, { query: { ...query, colour: 'red' } })
      expect(status).toBe(200)
      expect(body.warnings).toMatchObject([{ field: 'colour' }])
    })

    test('may be asked as often as the specification says', () => {
      verifies('limit.enums')
      expect(operation.limit).toEqual({ max: perMinute, windowSeconds: 60 })
    })
  })

  test(`${operation.id} 401 without a key, or with a wrong one`, async () => {
    expect((await ask(operation, { query, headers: {} })).status).toBe(401)
    expect((await ask(operation, { query, headers: { 'x-api-key': 'alm_live_wrong' } })).status).toBe(401)
  })

  test(`${operation.id} 429 over the limit`, async () => {
    const { status, headers } = await ask(operation, { query, isLimited: true })
    expect(status).toBe(429)
    expect(headers['Retry-After'] ?? headers['retry-after']).toBe('7')
  })
}
