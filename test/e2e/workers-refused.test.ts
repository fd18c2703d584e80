import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { sql } from '../../src/store/postgres/index.ts'
import { atEnd } from '../support/at-end.ts'
import { testDatabase } from '../support/postgres.ts'
import { startAlmanac } from './running-server.ts'

test('a process whose workers cannot start says so and ends, and does not stay without them', async () => {
  const db = await testDatabase()
  await db.query(sql`ALTER TABLE job_queue.queue RENAME TO taken_away`)
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-workers-'))
  atEnd(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  const env = {
    DATABASE_URL: db.url,
    CLICKHOUSE_URL: inject('engineUrl'),
    ALMANAC_SAMPLE: 'none',
    // The scheduler goes on for ever where nobody ends it.
    ALMANAC_ROLES: 'api,scheduler,worker',
  }
  const started = startAlmanac(['serve'], { dataDir, env })
  atEnd(async () => void started.child.kill('SIGKILL'))
  const { code } = await started.ended
  expect(started.stderr()).toMatch(/^The workers of the job queue could not start: .+$/m)
  expect(code).toBe(1)
  expect(started.stdout()).not.toContain('almanac ready')
})
