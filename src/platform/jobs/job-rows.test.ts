import { expect, it } from 'vitest'
import { noCredits } from '../../lib/credits.ts'
import { anOrg, openTestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { rowsLookedAt } from '../../../test/support/rows-looked-at.ts'
import { endItems, insertJob } from './job-rows.ts'

it('to end a chunk of items costs what the chunk has, however many the job has', async () => {
  const platform = openTestPlatform(await testDatabase())
  const { db } = platform
  const { organizationId, caller } = await anOrg(platform)
  const id = 'job_of_many'
  const account = {
    organizationId,
    keyId: caller.keyId,
    hold: undefined,
    requestId: 'req_a',
    operationId: 'a',
  }
  const items = Array.from({ length: 20_000 }, (_, index) => index)
  await db.transact((tx) =>
    insertJob(tx, { id, kind: 'counting', account, params: {}, items, nowMs: 0, expiresAtMs: 1 }),
  )
  const ended = Array.from({ length: 100 }, (_, index) => ({
    position: 7_000 + index,
    outcome: { state: 'delivered' as const, output: index, lines: [] },
    kept: index,
    charge: noCredits,
  }))
  await db.transact(async (tx) => {
    const looked = await rowsLookedAt(tx, 'job_items', async () => {
      expect((await endItems(tx, id, ended)).size).toBe(100)
      expect((await endItems(tx, id, ended)).size).toBe(0)
    })
    expect(looked).toBeLessThan(1_000)
  })
})
