import { beforeAll, describe, expect, it } from 'vitest'
import { sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { anOrg, inOneMinute, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { platformTasks } from './platform-tasks.ts'
import { startMaintenance } from './start-maintenance.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})

describe('the tasks of the control plane', () => {
  it('leave nothing behind of a process that died, and nothing that is too old', async () => {
    const { clock, db } = platform
    const org = await anOrg(platform, { credits: 10_000 })
    const lines = [{ key: 'companySearchResult' as const, units: 2 }]
    const request = { caller: org.caller, operationId: 'companySearch', lines, partial: false }
    await platform.ledger.hold({ ...request, requestId: 'req_dead', expiresAtMs: inOneMinute(clock) })
    await platform.idempotency.claim({
      organizationId: org.organizationId,
      key: 'k',
      fingerprint: 'f',
      requestId: 'req_dead',
      expiresAtMs: inOneMinute(clock),
    })
    const next = openTestPlatform(db, { clock, bootId: 'boot-2' })
    await next.ledger.hold({ ...request, requestId: 'req_slow', expiresAtMs: clock.now() - 1 })
    const failures: unknown[] = []
    const maintenance = startMaintenance({
      db,
      clock,
      tasks: platformTasks(next),
      log: (_, detail) => failures.push(detail),
    })
    await maintenance.runAll()
    expect(await platform.ledger.balance(org.organizationId)).toEqual({
      available: 10_000,
      allocation: 10_000,
    })
    clock.advance(8 * 86_400_000)
    await maintenance.runAll()
    await maintenance.close()
    expect(failures).toEqual([])
    const [left] = await db.query(sql`
      SELECT (SELECT count(*) FROM ledger_holds) AS holds, (SELECT count(*) FROM idempotency_keys) AS keys`)
    expect(left).toEqual({ holds: 0, keys: 0 })
  })
})
