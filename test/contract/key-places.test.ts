import { describe, expect, test } from 'vitest'
import type { AnyOperation, Caller } from '../../src/operation/index.ts'
import { errorBody } from '../../src/operation/index.ts'
import { formatKey } from '../../src/platform/keys/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { keyedOperations, readsQuery } from './example-request.ts'
import { inProcess, testKey, type Heard, type Question } from './in-process.ts'
import { registry } from './registry.ts'

type Placement = 'first' | 'x-api-key' | 'bearer'

/** A question with keys in the places given; `first` is the body, or the query where the body is none or a file. */
function withKeys(keys: Partial<Record<Placement, string>>): Question {
  return {
    ...(keys.first !== undefined && { members: { apiKey: keys.first } }),
    headers: {
      ...(keys['x-api-key'] !== undefined && { 'x-api-key': keys['x-api-key'] }),
      ...(keys.bearer !== undefined && { authorization: `Bearer ${keys.bearer}` }),
    },
  }
}

function expectRefused({ status, headers, body }: Heard): void {
  expect(status).toBe(401)
  expect(headers['www-authenticate']).toBe('Bearer')
  expect(errorBody.parse(body)).toMatchObject({ code: 'unauthorized' })
  expect(headers['x-credits-remaining']).toBeUndefined()
}

describe.each(keyedOperations)('%s', (_id, operation) => {
  test('takes the key in the first place, in x-api-key and as Bearer, and hears the same', async () => {
    verifies('auth.key.x-api-key-header', 'auth.key.bearer-header')
    const { ask, reached } = inProcess()
    for (const place of ['first', 'x-api-key', 'bearer'] as const) {
      const answer = await ask(operation, withKeys({ [place]: testKey }))
      expect(answer.status).toBe(200)
      expect(answer.body.warnings).toBeUndefined()
    }
    expect(reached).toHaveLength(3)
    expect(reached[1]).toEqual(reached[0])
    expect(reached[2]).toEqual(reached[0])
    expect(JSON.stringify(reached)).not.toContain(testKey)
  })

  test('answers 401 to anything else before it does anything', async () => {
    verifies('auth.key.required', 'auth.key.invalid-401', 'error.401-invalid-key')
    const { ask, reached, ports } = inProcess()
    for (const key of ['', 'x', testKey.slice(0, -1), formatKey('live')]) {
      expectRefused(await ask(operation, withKeys({ first: key })))
      expectRefused(await ask(operation, withKeys({ 'x-api-key': key })))
      if (key !== '') expectRefused(await ask(operation, withKeys({ bearer: key })))
    }
    expectRefused(await ask(operation, withKeys({})))
    expect([reached, ports.records, ports.errors]).toEqual([[], [], []])
  })
})

/** An operation of each kind of first place. */
const kinds: [string, (operation: AnyOperation) => boolean][] = [
  ['a body', (operation) => !readsQuery(operation)],
  ['a query', ({ method }) => method === 'GET'],
  ['a file', ({ file }) => file !== undefined],
]

test.each(kinds)(
  'of an operation with %s the first place that has a key decides alone, whatever the later ones hold',
  async (_kind, isOfKind) => {
    verifies('auth.key.x-api-key-over-bearer', 'auth.key.no-fallback')
    verifies('auth.key.body-member', 'auth.key.body-over-header')
    verifies('auth.key.query-parameter', 'auth.key.query-over-header')
    const operation = keyedOperations.find(([, one]) => isOfKind(one))?.[1] as AnyOperation
    const asked: string[] = []
    const callers = new Map(['one', 'other'].map((key) => [key, callerOf(key)]))
    const { ask } = inProcess({
      authenticator: {
        async authenticate(key) {
          asked.push(key)
          return callers.get(key)
        },
      },
    })
    const choices = [undefined, 'one', 'other', 'bad']
    let decided = 0
    for (const first of choices) {
      for (const header of choices) {
        for (const bearer of choices) {
          asked.length = 0
          const answer = await ask(
            operation,
            withKeys({
              ...(first !== undefined && { first }),
              ...(header !== undefined && { 'x-api-key': header }),
              ...(bearer !== undefined && { bearer }),
            }),
          )
          const deciding = first ?? header ?? bearer
          // No other key is even looked up.
          expect(asked).toEqual(deciding === undefined ? [] : [deciding])
          if (deciding === undefined || deciding === 'bad') expectRefused(answer)
          else expect(answer.status).toBe(200)
          decided += 1
        }
      }
    }
    expect(decided).toBe(64)
  },
)

const callerOf = (name: string): Caller => ({
  organizationId: `org_${name}`,
  keyId: `key_${name}`,
  keyPrefix: 'alm_live_',
  mode: 'live',
})

const current = registry.find('getCurrentApiKey') as AnyOperation

test.each([[null], [0], [true], [{}], [[]], [['x']]])(
  'a body key %j is not text and so no key',
  async (key) => {
    const { ask } = inProcess()
    const { status } = await ask(current, { members: { apiKey: key } })
    // Null means absent, as for any optional member; everything else is a bad key and is not rescued.
    expect(status).toBe(key === null ? 200 : 401)
  },
)

test('the body is not read for a key where it is no JSON object, but a header key still is', async () => {
  const { ask } = inProcess()
  for (const body of ['{', '[]', '"x"', 'null']) {
    expect((await ask(current, { request: { body }, headers: {} })).status).toBe(400)
    expect((await ask(current, { request: { body } })).status).toBe(400)
    expect((await ask(current, { request: { body }, headers: { 'x-api-key': 'bad' } })).status).toBe(401)
  }
})
