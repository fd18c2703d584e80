import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { errorBody } from '../../src/operation/index.ts'
import { loadSample } from '../../src/corpus/sample-load/index.ts'
import { migrateClickHouse, openClickHouse } from '../../src/store/clickhouse/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { atEnd } from '../support/at-end.ts'
import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'

let service: TestAlmanac
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-engine-killed-'))
  // An engine of this file alone: killing the one of the whole run would fail other files.
  const engine = await openClickHouse({ dataDir, memoryBytes: 1024 ** 3, log: () => undefined })
  atEnd(async () => {
    await engine.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  await migrateClickHouse(engine, join(import.meta.dirname, '../../migrations/clickhouse'))
  service = await testAlmanac({ engine })
  const world = { seed: 1, companies: 300, people: 1_000, asOf: '2026-11-01' }
  await loadSample({ db: service.db, engine }, { world })
  await service.almanac.snapshots.refresh()
}, 90_000)

async function killEngine(): Promise<void> {
  const { pid } = JSON.parse(await readFile(join(dataDir, 'engine.json'), 'utf8')) as { pid: number }
  process.kill(pid, 'SIGKILL')
}

async function unlimited(): Promise<TestOrganization> {
  const org = await service.org()
  const { organizationId } = org
  for (const { id: operationId } of service.almanac.registry.operations)
    await service.almanac.limits.setLimit({ organizationId, operationId, max: 1_000_000 })
  return org
}

const search = ({ rawKey: key }: TestOrganization) =>
  service.send('POST /v1/company-search', { key, body: { searchParams: {}, pageSize: 3 } })
const count = ({ rawKey: key }: TestOrganization) =>
  service.send('POST /v1/company-count', { key, body: { searchParams: {} } })

/** What has nothing to do with the engine. */
const elsewhere = ({ rawKey: key }: TestOrganization) =>
  Promise.all([
    service.send('GET /v1/get-org-credits', { key }),
    service.send('POST /v1/api-requests', { key, body: {} }),
    service.send('GET /v1/enums/regions', { key }),
    service.send('GET /health'),
  ])

test(
  'searches under way when the engine is killed answer 503 and cost nothing, and come back by themselves',
  {
    timeout: 90_000,
  },
  async () => {
    verifies(
      'promise.stores.engine-down',
      'error.503-error-code',
      'header.retry-after',
      'promise.ledger.hold-released',
    )
    verifies('error.body.retry-after-seconds')
    const org = await unlimited()
    const answers: TestAnswer[] = []
    const others: TestAnswer[] = []
    let kills = 0
    let running = true
    const lane = async () => {
      while (running) answers.push(await search(org), await count(org))
    }
    const beside = async () => {
      while (running) others.push(...(await elsewhere(org)))
    }
    const lanes = Promise.all([lane(), lane(), lane(), lane(), beside()])
    const asked = async () => {
      const answer = await search(org)
      answers.push(answer)
      return answer.status
    }
    const patient = { timeout: 30_000, interval: 5 }
    try {
      for (; kills < 3; kills++) {
        const before = answers.length
        const served = () => answers.slice(before).filter(({ status }) => status === 200).length
        await expect.poll(served, patient).toBeGreaterThan(10)
        await killEngine()
        await expect
          .poll(() => answers.slice(before).some(({ status }) => status === 503), patient)
          .toBe(true)
        await expect.poll(asked, patient).toBe(200)
      }
    } finally {
      running = false
      await lanes
    }

    expect(kills).toBe(3)
    expect(others.filter(({ status }) => status !== 200)).toEqual([])
    const refused = answers.filter(({ status }) => status !== 200)
    for (const answer of refused) {
      expect(answer.status).toBe(503)
      const { retryAfterSeconds, code } = errorBody.parse(answer.body)
      expect(code).toBe('unavailable')
      expect(String(retryAfterSeconds)).toBe(answer.headers.get('retry-after'))
      expect(answer.headers.get('x-credits-charged')).toBe('0')
    }
    const told = answers
      .filter(({ status }) => status === 200)
      .reduce((sum, { body }) => sum + ((body.chargeInfo.creditsCharged as number | undefined) ?? 0), 0)
    const { available, allocation } = await service.almanac.ledger.balance(org.organizationId)
    expect((allocation - available) / 1000).toBe(told)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  },
)

test('what the engine knew before it was killed is there afterwards', { timeout: 60_000 }, async () => {
  verifies('promise.stores.engine-kill')
  const org = await unlimited()
  // The last kill of the test before may not be over yet.
  await expect.poll(async () => (await count(org)).status, { timeout: 30_000, interval: 20 }).toBe(200)
  const before = await count(org)
  expect(before.body.output.count).toBeGreaterThan(0)
  await killEngine()
  await expect
    .poll(async () => (await count(org)).body.output, { timeout: 30_000, interval: 20 })
    .toEqual(before.body.output)
})
