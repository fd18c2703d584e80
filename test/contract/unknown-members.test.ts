import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { discoverJobs } from '../../src/capabilities/discover.ts'
import { companySearchParams, profileSearchParams } from '../../src/corpus/search/index.ts'
import { unwrap, type AnyOperation } from '../../src/operation/index.ts'
import { inProcess } from './in-process.ts'
import { keyedOperations } from './example-request.ts'
import { everyOperation, registry } from './registry.ts'

const refusing = keyedOperations.filter(([, { refusesUnknown }]) => refusesUnknown)

/** Schemas whose values say who is looked for: what they miss is searched, and paid for, whole. */
const searches = new Set<z.ZodType>([companySearchParams, profileSearchParams].map(unwrap))

/** Whether a search, or a rule that may ask one, can stand in an input. */
function takesSearch(schema: z.ZodType, within: readonly z.ZodType[] = []): boolean {
  const core = unwrap(schema)
  if (searches.has(core)) return true
  if (within.includes(core)) return false
  const inside = [...within, core]
  if (core instanceof z.ZodArray) return takesSearch(core.element as z.ZodType, inside)
  if (core instanceof z.ZodUnion)
    return core.options.some((option) => takesSearch(option as z.ZodType, inside))
  if (!(core instanceof z.ZodObject)) return false
  return Object.values(core.shape).some((member) => takesSearch(member as z.ZodType, inside))
}

/**
 * Slices whose operations are paid for later: what they make is worked on by the clock, or by an operation of theirs that
 * costs something and follows another of theirs.
 */
async function slicesPaidLater(): Promise<Set<string>> {
  const operations = registry.operations
  const sliceOf = new Map(operations.map(({ id, slice }) => [id, slice]))
  const following = operations.filter(
    ({ slice, price, follows }) =>
      price.kind === 'per-job' && follows !== undefined && sliceOf.get(follows) === slice,
  )
  const begun = new Set((await discoverJobs()).map(({ slice }) => slice))
  const byClock = [...begun].filter((slice) =>
    globSync(join(capabilities, slice, '{open,slice}.ts')).some((file) =>
      /\bschedules: \[/.test(readFileSync(file, 'utf8')),
    ),
  )
  return new Set([...following.map(({ slice }) => slice), ...byClock])
}

const capabilities = join(import.meta.dirname, '../../src/capabilities')
/** What is bought by itself when credits run low. */
const purchases = ['updateAutoTopupSettings', 'buyCredits']

test('whatever is paid for later refuses what it does not know: all that sets it up, changes it or begins it', async () => {
  const paidLater = await slicesPaidLater()
  expect([...paidLater].toSorted()).toEqual(
    expect.arrayContaining(['audiences', 'job-changes', 'saved-searches', 'trackers']),
  )
  const spendLater = registry.operations.filter(
    ({ id, effect, price, slice, input }) =>
      effect === 'changes' &&
      (price.kind !== 'free' || paidLater.has(slice) || takesSearch(input) || purchases.includes(id)),
  )
  expect(spendLater.length).toBeGreaterThan(40)
  expect(spendLater.filter(({ refusesUnknown }) => !refusesUnknown).map(({ id }) => id)).toEqual([])
  // What only reads goes on with a warning.
  for (const { id, effect, refusesUnknown } of registry.operations)
    if (refusesUnknown) expect(effect, id).toBe('changes')
})

describe.each(refusing)('%s', (_id, operation) => {
  test('refuses a member it does not know, at any depth, before anything happens', async () => {
    const { ask, reached, ports } = inProcess()
    const before = structuredClone(ports.balanceView)
    for (const { input, path } of misspelt(operation)) {
      const { status, body } = await ask(operation, { request: requestWith(operation, input) })
      expect([status, body.code, body.issues.map((issue: { path: string }) => issue.path)]).toEqual([
        400,
        'invalid_request',
        [path],
      ])
      expect(body.issues[0].code).toBe('unknown_member')
    }
    expect(reached).toEqual([])
    expect(ports.balanceView).toEqual(before)
  })

  test('names the member that was meant, wherever it is misspelt', async () => {
    const { ask, reached } = inProcess()
    const slips = slipsOf(operation)
    for (const { input, path, meant } of slips) {
      const { status, body } = await ask(operation, { request: requestWith(operation, input) })
      expect([status, body.issues.at(0)?.path, body.issues.at(0)?.message], path).toEqual([
        400,
        path,
        expect.stringMatching(new RegExp(`^Unknown member\\. Did you mean "${meant}(?:V\\d+)?"\\?$`)),
      ])
    }
    expect(reached).toEqual([])
  })
})

test('filters of every search that is paid for later are misspelt above, also where a change may leave them out', () => {
  const withSearch = refusing.filter(([, { input }]) => takesSearch(input)).map(([id]) => id)
  expect(withSearch).toEqual(
    expect.arrayContaining(['createSavedSearch', 'updateSavedSearch', 'updateAudienceSearchParams']),
  )
  expect(withSearch).toEqual(
    expect.arrayContaining([
      'createTrackerCompanyList',
      'updateTrackerCompanyList',
      'updateTrackerPersonList',
    ]),
  )
  for (const [id, operation] of refusing)
    if (withSearch.includes(id))
      expect(
        slipsOf(operation).some(({ path }) => /params\.\w+$/i.test(path)),
        id,
      ).toBe(true)
})

test('the refusal names the nearest name, and the place where a member belongs that stands elsewhere', async () => {
  const { ask } = inProcess()
  const saved = everyOperation.find(([id]) => id === 'createSavedSearch')?.[1] as AnyOperation
  const messageOf = async (searchParams: object) => {
    const body = { name: 'x', spawnFrequencyDays: 7, searchParams: { type: 'companies', ...searchParams } }
    const answer = await ask(saved, { request: { body } })
    expect(answer.status).toBe(400)
    return answer.body.issues.map(({ path, message }: { path: string; message: string }) => [path, message])
  }
  const path = 'searchParams.companySearchParams'
  expect(await messageOf({ companySearchParams: { headquarterCountryCode: { anyOf: ['NOR'] } } })).toEqual([
    [`${path}.headquarterCountryCode`, 'Unknown member. Did you mean "headquartersCountryCode"?'],
  ])
  expect(await messageOf({ companySearchParams: {}, country: 'Norway' })).toEqual([
    ['searchParams.country', `Unknown member. Did you mean "${path}.headquartersCountryCode"?`],
  ])
  expect(await messageOf({ companySearchParams: { spawnFrequencyDays: 7, domains: ['a.example'] } })).toEqual(
    [
      [
        `${path}.spawnFrequencyDays`,
        'Unknown member. Did you mean "spawnFrequencyDays" at the top of the request?',
      ],
    ],
  )
})

function requestWith(operation: AnyOperation, input: Record<string, unknown>) {
  if (operation.method === 'DELETE' || operation.file !== undefined)
    return { route: `${operation.method} ${pathOf(operation, input)}?zzUnknown=1` }
  const { pathParameters } = operation
  const body = Object.fromEntries(Object.entries(input).filter(([name]) => !pathParameters.includes(name)))
  return { route: `${operation.method} ${pathOf(operation, input)}`, body }
}

const pathOf = ({ path }: AnyOperation, input: Record<string, unknown>) =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(input[name])))

/** Each example with one more member in each of its objects that names its members. */
function misspelt(operation: AnyOperation): { input: Record<string, unknown>; path: string }[] {
  return operation.examples.flatMap(({ input }) => {
    const paths = objectsIn(operation.input, input, [])
    return (operation.method === 'DELETE' ? [[]] : paths).map((parts) => {
      const copy = structuredClone(input) as Record<string, unknown>
      const holder = parts.reduce<unknown>((inner, part) => (inner as never)[part], copy)
      ;(holder as Record<string, unknown>)['zzUnknown'] = '1'
      return { input: copy, path: textOf([...parts, 'zzUnknown']) }
    })
  })
}

interface Slip {
  input: Record<string, unknown>
  path: string
  /** The member as it is called. */
  meant: string
}

/** Each example with a member of each of its objects written wrongly; objects that may be left out and are empty among them. */
function slipsOf(operation: AnyOperation): Slip[] {
  const { method, file, examples, input: schema } = operation
  if (method === 'DELETE' || file !== undefined) return []
  return examples.flatMap(({ input }) => {
    const whole = withEmptyObjects(schema, input as Record<string, unknown>)
    return objectsIn(schema, whole, []).flatMap((parts) => {
      const names = Object.keys(shapeAt(schema, whole, parts))
      const slip = longestFirst(names.filter((name) => !operation.pathParameters.includes(name)))
      if (slip === undefined) return []
      const copy = structuredClone(whole)
      const holder = parts.reduce<unknown>((inner, part) => (inner as never)[part], copy)
      ;(holder as Record<string, unknown>)[slip.written] = null
      return [{ input: copy, path: textOf([...parts, slip.written]), meant: slip.meant.replace(/V\d+$/, '') }]
    })
  })
}

/** A name without a letter in its middle, which is no other name. */
function longestFirst(names: readonly string[]): { written: string; meant: string } | undefined {
  for (const meant of names.toSorted((a, b) => b.length - a.length)) {
    const middle = Math.floor(meant.length / 2)
    const written = meant.slice(0, middle) + meant.slice(middle + 1)
    if (meant.length >= 6 && !names.includes(written)) return { written, meant }
  }
  return undefined
}

/** With an empty object for each member that is one, takes an empty one, and is not given. */
function withEmptyObjects(schema: z.ZodType, input: Record<string, unknown>): Record<string, unknown> {
  const { shape } = unwrap(schema) as z.ZodObject
  const empty = Object.entries(shape).filter(
    ([name, member]) =>
      input[name] === undefined &&
      unwrap(member as z.ZodType) instanceof z.ZodObject &&
      unwrap(member as z.ZodType).safeParse({}).success,
  )
  const whole = { ...structuredClone(input), ...Object.fromEntries(empty.map(([name]) => [name, {}])) }
  return schema.safeParse(whole).success ? whole : structuredClone(input)
}

/** Members of the object that stands there. */
function shapeAt(schema: z.ZodType, value: unknown, parts: readonly Part[]): Record<string, unknown> {
  const core = unwrap(schema)
  const [part, ...rest] = parts
  if (core instanceof z.ZodUnion) {
    const fitting = core.options.find((option) => (option as z.ZodType).safeParse(value).success)
    return fitting === undefined ? {} : shapeAt(fitting as z.ZodType, value, parts)
  }
  if (core instanceof z.ZodArray)
    return shapeAt(core.element as z.ZodType, (value as unknown[])[part as number], rest)
  if (!(core instanceof z.ZodObject)) return {}
  if (part === undefined) return core.shape
  return shapeAt(core.shape[part] as z.ZodType, (value as Record<string, unknown>)[part], rest)
}

type Part = string | number
function objectsIn(schema: z.ZodType, value: unknown, at: Part[]): Part[][] {
  if (typeof value !== 'object' || value === null) return []
  const core = unwrap(schema)
  if (core instanceof z.ZodArray)
    return (value as unknown[]).flatMap((item, index) =>
      objectsIn(core.element as z.ZodType, item, [...at, index]),
    )
  if (core instanceof z.ZodUnion) {
    const fitting = core.options.find((option) => (option as z.ZodType).safeParse(value).success)
    return fitting === undefined ? [] : objectsIn(fitting as z.ZodType, value, at)
  }
  if (!(core instanceof z.ZodObject)) return []
  const inner = Object.entries(value).flatMap(([name, member]) =>
    name in core.shape ? objectsIn(core.shape[name] as z.ZodType, member, [...at, name]) : [],
  )
  return [at, ...inner]
}

const textOf = (parts: readonly Part[]) =>
  parts.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  )
