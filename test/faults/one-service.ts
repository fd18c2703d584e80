import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { loadSample } from '../../src/corpus/sample-load/index.ts'
import { migrateClickHouse, openClickHouse } from '../../src/store/clickhouse/index.ts'
import { startFaultProxy, type FaultProxy } from '../../src/store/postgres/fixtures/fault-proxy.ts'
import type { Postgres } from '../../src/store/postgres/index.ts'
import { atEnd } from '../support/at-end.ts'
import { fastFolder } from '../support/fast-folder.ts'
import { testAlmanac, type TestAlmanac, type TestAnswer } from '../support/harness.ts'
import type { TestOrganization } from '../support/platform.ts'
import { openTestPostgres, testDatabase } from '../support/postgres.ts'

/** One service for all suites that load it and take its stores away. */
export interface FaultyService extends TestAlmanac {
  /** Folder of an engine of its own: killing the one of the whole run would fail other files. */
  engineDir: string
  /** Between the service and Postgres. */
  proxy: FaultProxy
  /** Past the proxy. */
  direct: Postgres
  /** An organization that no rate limit stops. */
  unlimited(): Promise<TestOrganization>
}

export async function faultyService(): Promise<FaultyService> {
  const engineDir = await fastFolder('engine-killed')
  const engine = await openClickHouse({
    dataDir: engineDir,
    memoryBytes: 1024 ** 3,
    log: () => undefined,
  })
  atEnd(async () => {
    await engine.close()
    await rm(engineDir, { recursive: true, force: true })
  })
  await migrateClickHouse(engine, join(import.meta.dirname, '../../migrations/clickhouse'))
  const direct = await testDatabase({ poolSize: 4 })
  const proxy = await startFaultProxy(direct.url)
  const db = await openTestPostgres(proxy.url, 12)
  atEnd(async () => {
    await db.close()
    await proxy.close()
  })
  const service = await testAlmanac({ db, engine })
  await loadSample(service, { world: { seed: 1, companies: 40, people: 40, asOf: '2026-11-01' } })
  await service.almanac.snapshots.refresh()
  return {
    ...service,
    engineDir,
    proxy,
    direct,
    async unlimited() {
      const org = await service.org()
      const { organizationId } = org
      for (const { id: operationId } of service.almanac.registry.operations)
        await service.almanac.limits.setLimit({
          organizationId,
          operationId,
          max: 1e6,
        })
      return org
    },
  }
}

/** Asks until it is told to end, one after the other. What is refused is asked again after a little, as clients do. */
export async function askAlong(
  isOver: () => boolean,
  ask: () => Promise<TestAnswer>,
  answers: TestAnswer[],
): Promise<void> {
  while (!isOver()) {
    const answer = await ask()
    answers.push(answer)
    if (answer.status !== 200) await delay(20)
  }
}
