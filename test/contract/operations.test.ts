import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { isOperation, isPriceKey } from '../../src/operation/index.ts'
import { unknownMembers } from '../../src/operation/unknown-members.ts'
import { operationIndex } from '../conformance/operation-index.ts'
import { verifies } from '../conformance/verifies.ts'
import { everyOperation, registry } from './registry.ts'

const capabilities = join(import.meta.dirname, '../../src/capabilities')
const reference = join(import.meta.dirname, '../../../shared/reference/operations.tsv')
/** Operations that are no business operations: they are at the root (SPEC.md Versioning 1, SHAPES.md 20). */
const utilities = new Set(['healthCheck', 'getMetrics', 'getStatus'])
const kebab = (id: string) =>
  id
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()

test('the registry holds operations, each id and each route once', () => {
  expect(registry.operations.length).toBeGreaterThan(0)
  const routes = registry.operations.map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`,
  )
  expect(new Set(routes).size).toBe(routes.length)
  expect(new Set(registry.operations.map(({ id }) => id)).size).toBe(routes.length)
})

/** What a file is called: like its operation, or, with one for companies and one for people, like both for an entity. */
const nameFile = (ids: readonly string[]) => {
  const names = ids.map(kebab)
  if (names.length !== 2) return `${names.join(' and ')}.ts`
  const twins = names.map((name) =>
    name
      .replace(/\b(?:companies|prospects|profiles|people)\b/, 'entities')
      .replace(/\b(?:company|prospect|profile|person)\b/, 'entity'),
  )
  return new Set(twins).size === 1 ? `${twins[0]}.ts` : `${names.join(' and ')}.ts`
}

test('each file of operations/ holds one operation, or the twins for companies and people, is called like it, and belongs to its slice', async () => {
  const slices = readdirSync(capabilities, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  for (const { name: slice } of slices) {
    const folder = join(capabilities, slice, 'operations')
    const files = existsSync(folder) ? readdirSync(folder).filter((name) => /^[^.]+\.ts$/.test(name)) : []
    for (const file of files) {
      const module = (await import(pathToFileURL(join(folder, file)).href)) as Record<string, unknown>
      const operations = Object.values(module).filter(isOperation)
      expect(nameFile(operations.map(({ id }) => id))).toBe(file)
      for (const operation of operations) expect(operation.slice).toBe(slice)
    }
  }
})

test('managing exclusion, job-change and tracker lists is free: only looking at who is in them now costs', () => {
  verifies('free.list-management')
  const managing = everyOperation.filter(([, { slice }]) =>
    ['exclusions', 'job-changes', 'trackers'].includes(slice),
  )
  const priced = managing.filter(([, { price }]) => price.kind !== 'free').map(([id]) => id)
  expect(managing.length).toBeGreaterThan(40)
  expect(priced.toSorted()).toEqual(['refreshTrackerCompanyList', 'refreshTrackerPersonList'])
})

describe.each(everyOperation)('%s', (id, operation) => {
  test('is in the operation index with this method and path', () => {
    const row = operationIndex().find(({ operationId }) => operationId === id)
    expect({ method: operation.method, path: operation.path }).toEqual({
      method: row?.method,
      path: row?.path,
    })
  })

  test('is under /v1/ unless it is a utility or of the console of the operator', () => {
    verifies('version.v1-prefix', 'version.root-utilities')
    const isOfConsole = operation.path.startsWith('/operator/v1/')
    expect(operation.path.startsWith('/v1/')).toBe(!utilities.has(id) && !isOfConsole)
    if (isOfConsole) expect(operation.access).toBe('operator')
  })

  test('is described in plain, complete sentences', () => {
    expect(operation.summary).toMatch(/^[A-Z][^\n]{2,79}[^.\s]$/)
    expect(operation.describe).toMatch(/^[A-Z`][\s\S]{10,}[.`]$/)
    expect(operation.price.describe).toMatch(/^\S[\s\S]+\.$/)
    for (const text of [operation.summary, operation.describe, operation.price.describe, operation.tag]) {
      expect(text).toBe(text.trim())
      expect(text).not.toMatch(/ {2}|[ \t]\n|TODO|FIXME|lorem/i)
    }
  })

  test('has examples that its own schema takes whole', () => {
    verifies('document.examples-valid')
    expect(operation.examples.length).toBeGreaterThan(0)
    for (const { name, input } of operation.examples) {
      const result = operation.input.safeParse(input)
      expect(result.error?.issues ?? [], name).toEqual([])
      expect(unknownMembers(operation.input, input), name).toEqual([])
    }
    expect(new Set(operation.examples.map(({ name }) => name)).size).toBe(operation.examples.length)
  })

  test('quotes its examples in units of the price list', () => {
    for (const key of operation.price.keys) expect(isPriceKey(key)).toBe(true)
    for (const { input } of operation.examples) {
      for (const line of operation.price.quote(operation.input.parse(input) as never)) {
        expect(operation.price.keys).toContain(line.key)
        expect(Number.isInteger(line.units) && line.units > 0).toBe(true)
      }
    }
    expect(operation.price.keys.length > 0).toBe(operation.price.kind !== 'free')
  })

  test('has a limit and declares failures of the catalogue once', () => {
    expect(operation.limit.max).toBeGreaterThan(0)
    expect(operation.limit.windowSeconds).toBeGreaterThan(0)
    expect(operation.timeoutMs).toBeGreaterThan(0)
    const codes = operation.fails.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const code of codes) expect([...registry.failures.keys()]).toContain(code)
  })

  test('takes no member called apiKey: the kernel does', () => {
    expect(Object.keys(operation.input.shape)).not.toContain('apiKey')
  })
})

test.skipIf(!existsSync(reference))(
  'agrees with ../shared/reference/operations.tsv where it names an operation',
  () => {
    const rows = readFileSync(reference, 'utf8').trim().split('\n').slice(1)
    const known = new Map(
      rows.map((row) => row.split('\t')).map(([id, method, path]) => [id, `${method} ${path}`]),
    )
    for (const { id, method, path } of registry.operations) {
      if (known.has(id)) expect(`${id}: ${method} ${path}`).toBe(`${id}: ${known.get(id)}`)
    }
  },
)
