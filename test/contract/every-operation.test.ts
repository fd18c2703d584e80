import { beforeAll, expect, test } from 'vitest'
import { countMilli, milli, toCredits, toMilli } from '../../src/lib/credits.ts'
import { chargeInfo, errorBody, isLimited, priceList, type AnyOperation } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import {
  chargingOperations,
  independentOperations,
  requestOf,
  startingOperations,
} from './example-request.ts'

let service: SampledAlmanac
/** An organization without credits. */
let poor: TestOrganization
beforeAll(async () => {
  service = await sampleWorld()
  poor = await service.org(0)
})

type Given = { input?: unknown; headers?: Record<string, string> }

function send(operation: AnyOperation, org: TestOrganization, { input, headers = {} }: Given = {}) {
  const { route, body } = requestOf(operation, input === undefined ? {} : { input })
  return service.send(route, { key: org.rawKey, body, headers })
}

/** Credits an answer says it cost. */
const charged = ({ body }: TestAnswer): number => {
  const info = chargeInfo.parse(body.chargeInfo)
  return info.method === 'charged-now' ? info.creditsCharged : 0
}

/** The answer tells the limit that the operation declares, and how much of it `asked` requests have left. */
function expectCounted(operation: AnyOperation, { headers }: TestAnswer, asked: number): void {
  const { max, windowSeconds } = operation.limit
  if (!isLimited(operation)) {
    expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([null, null])
    return
  }
  expect(headers.get('ratelimit-policy')).toBe(`"default";q=${max};w=${windowSeconds}`)
  expect(headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${max - asked};t=`))
}

/** The worst case that a dry run tells, in credits. */
async function quoteOf(operation: AnyOperation, org: TestOrganization, input?: unknown): Promise<number> {
  const headers = { 'x-dry-run': '1', 'idempotency-key': `dry ${operation.id}` }
  const { status, body } = await send(operation, org, { input, headers })
  expect(status).toBe(200)
  expect(body.chargeInfo.method).toBe('free')
  const { maxCredits, breakdown } = body.output.dryRun as {
    maxCredits: number
    breakdown: { operation: string; units: number; creditsPerUnit: number }[]
  }
  expect(maxCredits).toBe(breakdown.reduce((sum, line) => sum + line.units * line.creditsPerUnit, 0))
  expect(breakdown.length > 0).toBe(operation.price.kind !== 'free')
  return maxCredits
}

const creditsOf = ({ chargeInfo }: TestAnswer['body']): number =>
  chargeInfo.method === 'charged-now' ? chargeInfo.creditsCharged : 0

/** The price of what came back, in credits. */
function priceOf({ price, input: schema }: AnyOperation, { body }: TestAnswer, input: unknown): number {
  // Where the output does not tell, the handler's lines are all there is; that they are charged is seen in the books.
  if (price.charge === undefined) return creditsOf(body)
  const lines = price.charge(body.output as never, schema.parse(input) as never)
  for (const { key } of lines) expect(price.keys).toContain(key)
  return lines.reduce((sum, { key, units }) => sum + priceList[key].credits * units, 0)
}

interface Books {
  available: number
  spent: number
  bought: number
  transfers: number
  held: number
  requests: number
  idempotencyKeys: number
}

/** What the stores hold of an organization; amounts in milli-credits. */
async function booksOf({ organizationId }: TestOrganization): Promise<Books> {
  const { ledger } = service.almanac
  const [{ available }, spent, bought, traces] = await Promise.all([
    ledger.balance(organizationId),
    service.spent(organizationId),
    service.bought(organizationId),
    service.traces(organizationId),
  ])
  const holds = await service.db.query(
    sql`SELECT 1 FROM ledger_holds WHERE organization_id = ${organizationId} AND state = 'held'`,
  )
  return { available: countMilli(available), spent, bought, held: holds.length, ...traces }
}

const isSound = async ({ organizationId }: TestOrganization) =>
  (await service.almanac.ledger.reconcile(organizationId)).length === 0

const freeWithAlert = { method: 'free', lowCreditAlert: { availableCredits: 0 } }

/** What costs nothing on the sample: a history of one state alone. */
const freeOnSample = new Set(['getEntityHistory'])

const answering = independentOperations.filter(([, { price }]) => price.kind !== 'per-job')
/** Whether it is answered with an empty balance. A purchase is, too, and then the balance is not empty any more. */
const isUnpaid = ({ price, dryRun }: AnyOperation) => price.kind === 'free' && dryRun !== false

test.each(answering)(
  '%s: chargeInfo, the headers, the balance and the journal tell one amount: the price of what came back',
  async (_id, operation) => {
    verifies('charge-info.authoritative', 'charge-info.method-discriminates', 'charge-info.charged-now')
    verifies('charge-info.free', 'envelope.charge-info-present', 'envelope.output-object')
    verifies('header.x-credits-charged', 'header.x-credits-remaining', 'promise.api.output-checked')
    verifies('header.x-dry-run.quote', 'header.x-dry-run.changes-nothing')
    verifies('header.rate-limit-policy', 'header.rate-limit')
    verifies('free.balance-limits-health', 'free.counts', 'charge-info.reference-data-free')
    const org = isUnpaid(operation) ? poor : await service.org()
    const before = await booksOf(org)
    const worst = operation.dryRun === false ? undefined : await quoteOf(operation, org)
    const quotes = worst === undefined ? 0 : 1
    let spent = 0
    for (const [turn, { name, input }] of operation.examples.entries()) {
      const answer = await send(operation, org, { input })
      expect(answer.status, name).toBe(200)
      const amount = charged(answer)
      expect(amount, name).toBe(priceOf(operation, answer, input))
      if (turn === 0) {
        // It finds something on the sample, so the amounts are not all zero, and the quote is worth its word.
        expect(amount > 0).toBe(operation.price.kind !== 'free' && !freeOnSample.has(operation.id))
        expect(amount).toBeLessThanOrEqual(worst ?? 0)
      }
      if (org === poor) expect(answer.body.chargeInfo).toMatchObject(freeWithAlert)
      spent += countMilli(toMilli(amount))
      expect(answer.headers.get('x-credits-charged')).toBe(String(amount))
      expect(answer.body.chargeInfo.method).toBe(amount > 0 ? 'charged-now' : 'free')
      const left = before.available + (await service.bought(org.organizationId)) - before.bought - spent
      expect(answer.headers.get('x-credits-remaining')).toBe(String(toCredits(milli(left))))
      expectCounted(operation, answer, quotes + turn + 1)
    }
    const after = await booksOf(org)
    const bought = after.bought - before.bought
    expect(after).toMatchObject({
      spent: before.spent + spent,
      available: before.available + bought - spent,
      held: 0,
      requests: before.requests + quotes + operation.examples.length,
      idempotencyKeys: 0,
    })
    if (org === poor) expect(after.transfers).toBe(0)
    expect(await isSound(org)).toBe(true)
  },
)

test.each([...chargingOperations, ...startingOperations])(
  '%s answers 402 with an empty balance and where to get more, and leaves the ledger alone',
  async (_id, operation) => {
    verifies('error.402-out-of-credits', 'error.402-alert-purchase-url', 'error.rule.empty-balance-402')
    const answer = await send(operation, poor)
    expect(answer.status).toBe(402)
    const body = errorBody.parse(answer.body)
    expect(body).toMatchObject({ code: 'out_of_credits', outOfCreditsAlert: { availableCredits: 0 } })
    expect(body.outOfCreditsAlert?.message).toMatch(/It needs up to [\d.]+ credits?, 0 are available/)
    expect(body.outOfCreditsAlert?.getMoreCreditsUrl).toBe('http://almanac.test/billing/credits')
    expect(answer.headers.get('x-credits-remaining')).toBe('0')
    expect(await booksOf(poor)).toMatchObject({ transfers: 0, held: 0 })
    const jobs = await service.db.query(
      sql`SELECT 1 FROM jobs WHERE organization_id = ${poor.organizationId}`,
    )
    expect(jobs).toEqual([])
  },
)

test.each(startingOperations)(
  '%s sets its worst case aside, charges what the job delivers, and gives the rest back',
  async (_id, operation) => {
    const org = await service.org()
    for (const [turn, { input }] of operation.examples.entries()) {
      const before = await booksOf(org)
      const worst = countMilli(toMilli(await quoteOf(operation, org, input)))
      const answer = await send(operation, org, { input })
      // Dry runs of starts have a limit of their own.
      expectCounted(operation, answer, turn + 1)
      const { method } = chargeInfo.parse(answer.body.chargeInfo)
      expect(['charging-later', 'charged-for-async-process']).toContain(method)
      expect(before.available - (await booksOf(org)).available).toBe(worst)
      await service.almanac.jobs.workNow()
      const after = await booksOf(org)
      const spent = after.spent - before.spent
      expect(spent).toBeGreaterThan(0)
      expect(spent).toBeLessThanOrEqual(worst)
      expect(after).toMatchObject({ available: before.available - spent, held: 0, idempotencyKeys: 0 })
      expect(await isSound(org)).toBe(true)
    }
  },
)
