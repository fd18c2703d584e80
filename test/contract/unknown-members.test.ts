import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { unwrap, type AnyOperation } from '../../src/operation/index.ts'
import { inProcess } from './in-process.ts'
import { keyedOperations } from './example-request.ts'
import { everyOperation } from './registry.ts'

/** What makes or changes something that is paid for later, or again and again; by hand, so that none is left out unseen. */
const spendLater = `
  createSavedSearch updateSavedSearch manuallySpawnSavedSearchRun createAudience
  createAudienceFromList updateAudienceSearchParams cloneAudience mergeAudiences
  buildAudience triggerEnrichment createTrackerCompanyList updateTrackerCompanyList
  addTrackerCompanies createTrackerPersonList updateTrackerPersonList addTrackerPeople
  refreshTrackerCompanyList refreshTrackerPersonList fireTrackerDummy createJobChangeList
  addProfilesToList updateJobChangeList startBatchContactDetails triggerExhaustiveContactEnrichment
  startBatchLiveEnrich startEnrichList startMosaic startDepthChart
  mapsSearchStart startLocalBusinessSearch domainLookupTrigger socialMediaLookupTrigger
  socialMediaLookupBatchTrigger codehostLookupTrigger codehostToPnetTrigger updateAutoTopupSettings
  buyCredits
`
  .trim()
  .split(/\s+/)
const refusing = keyedOperations.filter(([, { refusesUnknown }]) => refusesUnknown)

test('whatever is paid for later refuses what it does not know; nothing that only reads does', () => {
  const ids = everyOperation.filter(([, { refusesUnknown }]) => refusesUnknown).map(([id]) => id)
  expect(ids).toEqual(expect.arrayContaining(spendLater))
  const jobs = everyOperation.filter(([, { price }]) => price.kind === 'per-job').map(([id]) => id)
  expect(ids).toEqual(expect.arrayContaining(jobs))
  for (const [id, { effect, refusesUnknown }] of everyOperation)
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
