import { beforeAll, describe, expect, test } from 'vitest'
import { chargeInfo, wrapOutput, type AnyOperation } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { independentOperations, keyedOperations, readsQuery, requestOf } from './example-request.ts'
import { inProcess } from './in-process.ts'
import { representatives } from './representatives.ts'

/** Operations that take a request with members they do not know; unknown-members.test.ts has the others. */
const warningOperations = keyedOperations.filter(([, { refusesUnknown }]) => !refusesUnknown)
const shown = representatives(independentOperations.filter(([, { refusesUnknown }]) => !refusesUnknown))

let service: SampledAlmanac
let org: TestOrganization
beforeAll(async () => {
  service = await sampleWorld()
  org = await service.org()
  // Each operation is asked more often than some allow in a minute.
  const { organizationId } = org
  for (const [operationId] of shown)
    await service.almanac.limits.setLimit({ organizationId, operationId, max: 1_000 })
})

function send(operation: AnyOperation, members: Record<string, unknown> = {}) {
  const { route, body } = requestOf(operation, { members })
  return service.send(route, { key: org.rawKey, body })
}

/** What makes or changes something, or shows the requests so far, answers differently the second time. */
const answersAlike = ({ id, effect }: AnyOperation) => effect !== 'changes' && id !== 'listApiRequests'

/**
 * The warnings there were without it (of a live answer that no live source gives, for one), and this one; a purchase made
 * again also says that it is the same.
 */
function expectWarning(
  operation: AnyOperation,
  { plain, body }: { plain: { warnings?: object[] }; body: { warnings?: object[] } },
  warning: object,
): void {
  expect(body.warnings).toContainEqual(warning)
  if (operation.id !== 'buyCredits')
    expect(body.warnings?.toSorted(byText)).toEqual([...(plain.warnings ?? []), warning].toSorted(byText))
}

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

/** Without what a reveal answers differently the second time: what was paid for says so. */
const comparable = (output: unknown): unknown =>
  JSON.parse(JSON.stringify(output, (name, value: unknown) => (name === 'alreadyPaid' ? undefined : value)))

describe.each(warningOperations)('%s', (_id, operation) => {
  test('reports a member it does not know, and hears nothing of it', async () => {
    verifies('envelope.warnings-extraneous-fields', 'envelope.warnings-shape')
    const { ask, reached } = inProcess()
    expect((await ask(operation)).body.warnings).toBeUndefined()
    const { status, body } = await ask(operation, { members: { zzUnknown: 'x' } })
    expect(status).toBe(200)
    expect(body.warnings).toEqual([{ field: 'zzUnknown', message: 'Unknown member, ignored.' }])
    expect(reached[1]).toStrictEqual(reached[0])
  })
})

describe.each(keyedOperations)('%s', (_id, operation) => {
  test('takes member names in their exact case only, and says which one was meant', async () => {
    verifies('convention.case-sensitive-names', 'envelope.warnings-nearest-name')
    const { ask, reached } = inProcess()
    await ask(operation)
    // Of names that differ in case alone one is meant.
    const all = Object.keys(operation.input.shape)
    const names = [
      ...new Map(all.toReversed().map((name) => [name.toUpperCase(), name])).values(),
    ].toReversed()
    const members = Object.fromEntries(names.map((name) => [name.toUpperCase(), 'x']))
    const { body } = await ask(operation, { members })
    const { refusesUnknown } = operation
    const words = refusesUnknown ? 'Unknown member.' : 'Unknown member, ignored.'
    const expected = names.map((name) => [name.toUpperCase(), `${words} Did you mean "${name}"?`])
    const heard = ((refusesUnknown ? body.issues : body.warnings) ?? []) as Record<string, string>[]
    expect(heard.map(({ path, field = path, message }) => [field, message])).toEqual(expected)
    expect(reached[1]).toStrictEqual(refusesUnknown ? undefined : reached[0])
  })

  test('takes null for every member that may be left out, and means the same', async () => {
    verifies('convention.nullable-members', 'convention.omitted-means-default')
    if (readsQuery(operation) || operation.file !== undefined) return
    const { ask, reached } = inProcess()
    const example = operation.examples[0]?.input as object
    // Where null is a choice of its own, the member says what it is.
    const isOwn = (name: string) => operation.input.shape[name]?.meta()?.['x-null-means'] !== undefined
    const left = Object.keys(operation.input.shape).filter((name) => !(name in example) && !isOwn(name))
    await ask(operation)
    const members = Object.fromEntries(left.map((name) => [name, null]))
    expect((await ask(operation, { members })).status).toBe(200)
    expect(reached[1]).toEqual(reached[0])
  })
})

describe.each(shown)('%s over HTTP', (_id, operation) => {
  test('reports a member it does not know and answers as if it were not there', async () => {
    verifies(
      'envelope.warnings-extraneous-fields',
      'envelope.warnings-shape',
      'envelope.no-additional-members',
    )
    const plain = await send(operation)
    const answer = await send(operation, { zzUnknown: 'x' })
    expect(answer.status).toBe(200)
    const warning = { field: 'zzUnknown', message: 'Unknown member, ignored.' }
    expectWarning(operation, { plain: plain.body, body: answer.body }, warning)
    const schema = wrapOutput(operation.output)
    expect(schema.safeParse(answer.body).error).toBeUndefined()
    expect(schema.safeParse({ ...answer.body, more: 1 }).success).toBe(false)
    if (answersAlike(operation) && operation.id !== 'getOrgCredits')
      expect(comparable(answer.body.output)).toEqual(comparable(plain.body.output))
  })
})

test('the field of a warning is the full path, at any depth and in lists', async () => {
  verifies('envelope.warnings-full-path', 'envelope.warnings-nearest-name')
  const { body } = await service.send('POST /v1/company-count', {
    key: org.rawKey,
    body: {
      searchParams: {
        headquartersCountryCode: { anyof: ['DEU'], anyOf: ['X-NORDICS'] },
        exactCompanyV2: { anyOf: [{ identifier: 'domain', domain: 'a.example', Domain: 'b.example' }] },
        hqCity: 'Berlin',
      },
    },
  })
  expect(body.warnings).toEqual([
    {
      field: 'searchParams.headquartersCountryCode.anyof',
      message: 'Unknown member, ignored. Did you mean "anyOf"?',
    },
    {
      field: 'searchParams.exactCompanyV2.anyOf[0].Domain',
      message: 'Unknown member, ignored. Did you mean "domain"?',
    },
    { field: 'searchParams.hqCity', message: expect.stringContaining('Unknown member, ignored.') },
  ])
})

test('country codes are alpha-3 or regions, dates are days that exist', async () => {
  verifies('convention.alpha-3-country-codes', 'convention.calendar-dates')
  const statusOf = async (searchParams: object) =>
    (await service.send('POST /v1/company-count', { key: org.rawKey, body: { searchParams } })).status
  const countries = (code: string) => ({ headquartersCountryCode: { anyOf: [code] } })
  const founded = (lowerBound: string) => ({ foundedOn: { strategy: 'absolute', range: { lowerBound } } })
  for (const code of ['DEU', 'XKX', 'PRI', 'X-NORDICS'])
    expect(await statusOf(countries(code)), code).toBe(200)
  for (const code of ['QQ', 'ZZZ', 'X-NOWHERE', '']) expect(await statusOf(countries(code)), code).toBe(400)
  for (const day of ['2020-02-29', '1999-12-31']) expect(await statusOf(founded(day)), day).toBe(200)
  for (const day of ['2021-02-29', '2020-13-01', '20200101', '2020-1-1', '2020-01-01T00:00:00Z'])
    expect(await statusOf(founded(day)), day).toBe(400)
})

test('the five forms of chargeInfo are told apart by method and have exactly their members', () => {
  verifies('charge-info.method-discriminates', 'charge-info.charged-now', 'charge-info.charging-later')
  verifies('charge-info.charged-for-async-process', 'charge-info.free', 'charge-info.credits-refunded')
  const members = Object.fromEntries(
    chargeInfo.options.map(({ shape }) => [shape.method.value, Object.keys(shape).toSorted()]),
  )
  expect(members).toEqual({
    'charged-now': ['creditsCharged', 'lowCreditAlert', 'method'],
    'charging-later': ['lowCreditAlert', 'message', 'method'],
    'charged-for-async-process': ['creditsCharged', 'lowCreditAlert', 'message', 'method'],
    free: ['lowCreditAlert', 'message', 'method'],
    'credits-refunded': ['creditsRefunded', 'lowCreditAlert', 'message', 'method'],
  })
  expect(chargeInfo.safeParse({ method: 'charged-now' }).success).toBe(false)
  expect(chargeInfo.safeParse({ method: 'charging-later', creditsCharged: 1 }).success).toBe(false)
  expect(chargeInfo.safeParse({ method: 'gratis', message: 'x' }).success).toBe(false)
})
