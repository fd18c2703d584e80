import { expect, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { eventually } from './fixtures/eventually.ts'
import { openPostgres, sql } from './index.ts'

test('a connection that was lost is told in the log; one that its owner closes is not', async () => {
  const { url } = await testDatabase()
  const lines: string[] = []
  const log = (line: string) => void lines.push(line)
  const db = await openPostgres({ dataDir: '', url, poolSize: 2, applicationName: 'listening', log })
  await db.listen('quiet', () => undefined)
  await db.query(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where query ilike 'listen quiet' and datname = current_database() and pid <> pg_backend_pid()`)
  await eventually('the connection is back', () => lines.length === 2)
  const told = ['postgres: notification connection lost', 'postgres: notification connection resumed']
  expect(lines).toEqual(told)
  await db.close()
  expect(lines).toEqual(told)
})
