import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { minus, toCredits } from '../../src/lib/credits.ts'
import { errorBody } from '../../src/operation/index.ts'
import { verifies } from '../conformance/verifies.ts'
import type { TestAnswer } from '../support/harness.ts'
import { runs } from '../support/long.ts'
import type { TestOrganization } from '../support/platform.ts'
import { askAlong, type FaultyService } from './one-service.ts'

const KILLS = runs(2, 3)
let service: FaultyService

async function killEngine(): Promise<void> {
  const { pid } = JSON.parse(await readFile(join(service.engineDir, 'engine.json'), 'utf8')) as {
    pid: number
  }
  process.kill(pid, 'SIGKILL')
}

/** Another question each time: answers to one that was asked before are in memory. */
let questions = 0
const anyCompany = () => ({ keywords: { containsNone: [`never${questions++}`] } })

const search = ({ rawKey: key }: TestOrganization) =>
  service.send('POST /v1/company-search', { key, body: { searchParams: anyCompany(), pageSize: 3 } })
const count = ({ rawKey: key }: TestOrganization) =>
  service.send('POST /v1/company-count', { key, body: { searchParams: anyCompany() } })

/** What has nothing to do with the engine. */
const elsewhere = ({ rawKey: key }: TestOrganization) =>
  Promise.all([
    service.send('GET /v1/get-org-credits', { key }),
    service.send('POST /v1/api-requests', { key, body: {} }),
    service.send('GET /v1/enums/regions', { key }),
    service.send('GET /health'),
  ])

export function describeEngineKilled(given: () => FaultyService): void {
  describe('an engine that is killed', () => {
    beforeAll(() => void (service = given()))

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
        const org = await service.unlimited()
        const answers: TestAnswer[] = []
        const others: TestAnswer[] = []
        let kills = 0
        let isOver = false
        const along = (ask: () => Promise<TestAnswer>) => askAlong(() => isOver, ask, answers)
        const beside = async () => {
          while (!isOver) others.push(...(await elsewhere(org)))
        }
        const lanes = Promise.all([along(() => search(org)), along(() => count(org)), beside()])
        const asked = async () => {
          const answer = await search(org)
          answers.push(answer)
          return answer.status
        }
        const patient = { timeout: 60_000, interval: 20 }
        try {
          for (; kills < KILLS; kills++) {
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
          isOver = true
          await lanes
        }

        expect(kills).toBe(KILLS)
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
        expect(toCredits(minus(allocation, available))).toBe(told)
        expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
      },
    )

    test('what the engine knew before it was killed is there afterwards', async () => {
      verifies('promise.stores.engine-kill')
      const org = await service.unlimited()
      // The last kill of the test before may not be over yet.
      await expect.poll(async () => (await count(org)).status, { timeout: 60_000, interval: 20 }).toBe(200)
      const before = await count(org)
      expect(before.body.output.count).toBeGreaterThan(0)
      await killEngine()
      await expect
        .poll(async () => (await count(org)).body.output, { timeout: 60_000, interval: 20 })
        .toEqual(before.body.output)
    })
  })
}
