import { describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import {
  getThing,
  listThings,
  removeThings,
  searchThings,
} from '../../../test/support/surfaces/test-operations.ts'
import type { AnyOperation } from '../define.ts'
import { Failure } from '../failure.ts'
import type { Incoming } from './exchange.ts'
import { givenMembers, pathText, validate } from './validate.ts'

const incoming = (parts: Partial<Pick<Incoming, 'query' | 'pathParameters'>> = {}): Incoming => ({
  body: null,
  query: {},
  pathParameters: {},
  header: () => undefined,
  address: '',
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
const inputOf = (operation: AnyOperation, request: Incoming, body: Record<string, unknown>): unknown =>
  validate(operation, givenMembers(operation, request, body)).input

describe('validate', () => {
  test('lists each fault with its path, a message and a code', () => {
    verifies('error.400-invalid-request', 'error.body.issues')
    const issues = issuesOf(() =>
      validate(searchThings, {
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

  test.each(['Large', 'LARGE', ' large'])(
    'a value of a list in other capitals and with other marks is that value: %s',
    (kind) => {
      expect(inputOf(searchThings, incoming(), { searchParams: { kind } })).toMatchObject({
        searchParams: { kind: 'large' },
      })
    },
  )

  test.each([
    ['larg', ' Did you mean "large"?'],
    ['zebra', ''],
  ])('names the values of a list, and of them the one that %s is nearly', (kind, meant) => {
    const [issue] = issuesOf(() => validate(searchThings, { searchParams: { kind } }))
    expect(issue?.message).toMatch(/expected one of "/)
    expect(/ Did you mean .*$/.exec(issue?.message ?? '')?.[0] ?? '').toBe(meant)
  })

  test('lists 50 faults at most', () => {
    const countries = { anyOf: Array.from({ length: 5_000 }, () => 1) }
    expect(issuesOf(() => validate(searchThings, { searchParams: { countries } }))).toHaveLength(50)
  })

  test('repeats nothing of the request in an issue', () => {
    const issues = issuesOf(() => validate(searchThings, { searchParams: { kind: 'SECRET-VALUE' } }))
    expect(JSON.stringify(issues)).not.toContain('SECRET-VALUE')
  })

  test('takes the key out of what is validated and recorded', () => {
    const given = givenMembers(searchThings, incoming(), { searchParams: {}, apiKey: 'alm_live_x' })
    expect(given).toEqual({ searchParams: {} })
    expect(validate(searchThings, given).warnings).toEqual([])
    const query = { apiKey: ['alm_live_x'], limit: ['3'] }
    expect(givenMembers(listThings, incoming({ query }), {})).toEqual({ limit: 3 })
  })

  test('reads the query for GET and DELETE only', () => {
    const query = { pageSize: ['7'] }
    const searched = inputOf(searchThings, incoming({ query }), { searchParams: {} })
    expect(searched).toMatchObject({ pageSize: 25 })
    const request = incoming({ query: { force: ['true'] }, pathParameters: { thingId: 't' } })
    const removed = inputOf(removeThings, request, { parts: [{ name: 'lid' }] })
    expect(removed).toMatchObject({ force: true, thingId: 't' })
  })

  test('lets no query or body member replace a path parameter', () => {
    const request = incoming({ pathParameters: { thingId: 'path' }, query: { thingId: ['query'] } })
    expect(inputOf(getThing, request, { thingId: 'body' })).toEqual({ thingId: 'path' })
  })
})

test('a path is written as in the documentation', () => {
  expect(pathText(['searchParams', 'domains', 0, 'a'])).toBe('searchParams.domains[0].a')
  expect(pathText([0, 'a'])).toBe('[0].a')
  expect(pathText([])).toBe('')
})
