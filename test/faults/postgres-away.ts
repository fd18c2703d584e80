import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorBody } from '../../src/operation/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import { allowedMs } from '../support/machine-pace.ts'
import { runs } from '../support/long.ts'
import type { TestOrganization } from '../support/platform.ts'
import { askAlong, type FaultyService } from './one-service.ts'

const ROUNDS = runs(2, 4)
let service: FaultyService
let org: TestOrganization
/** Two seconds are promised; a loaded machine gets some more, and far less than a statement may take (15 s). */
const soonMs = 6_000

const search = () =>
  service.send('POST /v1/company-search', { key: org.rawKey, body: { searchParams: {}, pageSize: 3 } })

/** One request to an operation of each kind. */
const each = () => [
  search(),
  service.send('POST /v1/company-count', { key: org.rawKey, body: { searchParams: {} } }),
  service.send('GET /v1/get-org-credits', { key: org.rawKey }),
  service.send('GET /v1/enums/regions', { key: org.rawKey }),
]

async function expectUnavailable(answers: Promise<TestAnswer>[]): Promise<void> {
  const startedMs = performance.now()
  for (const answer of await Promise.all(answers)) {
    expect(answer.status).toBe(503)
    expect(errorBody.parse(answer.body)).toMatchObject({ code: 'unavailable' })
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.text).not.toMatch(/postgres|ECONN|127\.0\.0\.1:|SELECT/i)
  }
  expect(performance.now() - startedMs).toBeLessThan(allowedMs(soonMs))
}

const servedAgain = () =>
  expect
    .poll(async () => (await Promise.all(each())).map(({ status }) => status), {
      interval: 20,
    })
    .toEqual([200, 200, 200, 200])

async function spent(): Promise<number> {
  const [row] = await service.direct.query<{ spent: number }>(
    sql`SELECT spent FROM subscription_balances WHERE organization_id = ${org.organizationId}`,
  )
  return row?.spent ?? -1
}

const faults: [string, () => void][] = [
  ['a server that is gone', () => service.proxy.cut()],
  ['a dead network path', () => service.proxy.stall()],
]

export function describePostgresAway(given: () => FaultyService): void {
  describe.each(faults)('Postgres behind %s', (_name, breakIt) => {
    beforeAll(() => void (service = given()))
    beforeEach(async () => {
      org = await service.unlimited()
    })

    test('is answered 503 soon and uncharged, with the key known and with it unknown, and heals by itself', async () => {
      verifies('promise.stores.postgres-down', 'error.503-error-code')
      await servedAgain()
      const before = await spent()
      breakIt()
      await expectUnavailable(each())
      // Old enough for nothing to be known of the key any more.
      service.clock.advance(5_000)
      await expectUnavailable(each())
      expect((await service.send('GET /health')).status).toBe(200)
      const ready = await service.send('GET /ready')
      expect([ready.status, ready.body.stores]).toEqual([503, { postgres: false, clickhouse: true }])
      expect(ready.headers.get('retry-after')).toBe('2')
      expect((await service.send('GET /status')).body.status).toBe('degraded')
      expect(await spent()).toBe(before)
      service.proxy.heal()
      await servedAgain()
    })

    test('in the middle of a load loses no charge and invents none', async () => {
      verifies('promise.ledger.failure-free', 'promise.ledger.hold-released', 'charge-info.authoritative')
      const answers: TestAnswer[] = []
      let isOver = false
      const lanes = Promise.all(Array.from({ length: 8 }, () => askAlong(() => isOver, search, answers)))
      const asked = async () => {
        const answer = await search()
        answers.push(answer)
        return answer.status
      }
      const patient = { timeout: 60_000, interval: 20 }
      try {
        for (let round = 0; round < ROUNDS; round++) {
          const before = answers.length
          const served = () => answers.slice(before).filter(({ status }) => status === 200).length
          await expect.poll(served, patient).toBeGreaterThan(5 + round)
          breakIt()
          await expect
            .poll(() => answers.slice(before).some(({ status }) => status === 503), patient)
            .toBe(true)
          service.proxy.heal()
          await expect.poll(asked, patient).toBe(200)
        }
      } finally {
        isOver = true
        await lanes
      }
      // What the maintenance of the platform does every few seconds.
      service.clock.advance(120_000)
      await service.almanac.ledger.expireHolds(service.clock.now())
      const statuses = new Set(answers.map(({ status }) => status))
      expect([...statuses].toSorted()).toEqual([200, 503])
      const told = answers
        .filter(({ status }) => status === 200)
        .reduce((sum, { body }) => sum + (body.chargeInfo.creditsCharged as number), 0)
      expect(await spent()).toBe(told * 1_000)
      expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
      const held = await service.direct.query(sql`SELECT 1 FROM ledger_holds WHERE state = 'held'`)
      expect(held).toEqual([])
    })
  })
}
