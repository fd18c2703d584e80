import { describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import {
  getThing,
  listThings,
  removeThings,
  searchThings,
} from '../../../test/support/surfaces/test-operations.ts'
import { Failure } from '../failure.ts'
import type { Incoming } from './exchange.ts'
import { pathText, validate } from './validate.ts'

const incoming = (parts: Partial<Incoming> = {}): Incoming => ({
  body: null,
  query: {},
  pathParameters: {},
  header: () => undefined,
  address: '',
  startedAtMs: 0,
  ...parts,
})
const issuesOf = (run: () => unknown) => {
  try {
    run()
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown.issues ?? []
  }
  throw new Error('expected a failure')
}

describe('validate', () => {
  test('lists each fault with its path, a message and a code', () => {
    verifies('error.400-invalid-request', 'error.body.issues')
    const issues = issuesOf(() =>
      validate(searchThings, incoming(), {
        searchParams: { kind: 'huge', countries: { anyOf: ['DEU', 'X'] } },
        pageSize: 0,
      }),
    )
    expect(issues.map(({ path }) => path)).toEqual([
      'searchParams.countries.anyOf[1]',
      'searchParams.kind',
      'pageSize',
    ])
    for (const issue of issues) {
      expect(issue.message).not.toBe('')
      expect(issue.code).toMatch(/^[a-z_]+$/)
    }
  })

  test('lists 50 faults at most', () => {
    const countries = { anyOf: Array.from({ length: 5_000 }, () => 1) }
    expect(issuesOf(() => validate(searchThings, incoming(), { searchParams: { countries } }))).toHaveLength(
      50,
    )
  })

  test('repeats nothing of the request in an issue', () => {
    const issues = issuesOf(() =>
      validate(searchThings, incoming(), { searchParams: { kind: 'SECRET-VALUE' } }),
    )
    expect(JSON.stringify(issues)).not.toContain('SECRET-VALUE')
  })

  test('takes the key out of what is validated and recorded', () => {
    const { given, warnings } = validate(searchThings, incoming(), { searchParams: {}, apiKey: 'alm_live_x' })
    expect(given).toEqual({ searchParams: {} })
    expect(warnings).toEqual([])
    const query = { apiKey: ['alm_live_x'], limit: ['3'] }
    expect(validate(listThings, incoming({ query }), {}).given).toEqual({ limit: 3 })
  })

  test('reads the query for GET and DELETE only', () => {
    const query = { pageSize: ['7'] }
    expect(validate(searchThings, incoming({ query }), { searchParams: {} }).input).toMatchObject({
      pageSize: 25,
    })
    const removed = validate(
      removeThings,
      incoming({ query: { force: ['true'] }, pathParameters: { thingId: 't' } }),
      {
        parts: [{ name: 'lid' }],
      },
    )
    expect(removed.input).toMatchObject({ force: true, thingId: 't' })
  })

  test('lets no query or body member replace a path parameter', () => {
    const request = incoming({ pathParameters: { thingId: 'path' }, query: { thingId: ['query'] } })
    expect(validate(getThing, request, { thingId: 'body' }).input).toEqual({ thingId: 'path' })
  })
})

test('a path is written as in the documentation', () => {
  expect(pathText(['searchParams', 'domains', 0, 'a'])).toBe('searchParams.domains[0].a')
  expect(pathText([0, 'a'])).toBe('[0].a')
  expect(pathText([])).toBe('')
})
