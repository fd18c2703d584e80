import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import {
  createDatabase,
  dropDatabase,
  openPostgres,
  StatementTimeout,
  type Postgres,
} from '../../src/store/postgres/index.ts'
import { eventually } from '../../src/store/postgres/fixtures/eventually.ts'
import { atEnd } from './at-end.ts'
import { templateName } from './global-setup.ts'

/** Opens one more pool, or the first, on the server of this run. The caller closes it. */
export function openTestPostgres(url: string, poolSize = 10): Promise<Postgres> {
  return openPostgres({
    url,
    dataDir: '',
    poolSize,
    applicationName: 'test',
    log: () => undefined,
  })
}

/**
 * A migrated database of the calling test file alone, dropped when the file is done. A pool that is still waited for
 * or held at that moment fails the file: a test leaked it.
 */
export async function testDatabase({
  poolSize = 10,
  template = templateName,
}: { poolSize?: number; template?: string } = {}): Promise<Postgres> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = await openTestPostgres(inject('postgresUrl'), 1)
  const url = await createDatabase(server, name, { template }).finally(() => server.close())
  const db = await openTestPostgres(url, poolSize)
  atEnd(async () => {
    // What the last test left running ends by itself; what is leaked does not.
    await eventually('no connection is held', () => db.poolStatus.total === db.poolStatus.idle).catch(
      () => {},
    )
    const { total, idle, waiting } = db.poolStatus
    await db.close()
    const janitor = await openTestPostgres(inject('postgresUrl'), 1)
    try {
      await dropDatabase(janitor, name)
    } catch (error) {
      // Dropping waits for a checkpoint, which a loaded disk may take too long for; the run removes the server anyway.
      if (!(error instanceof StatementTimeout)) throw error
    } finally {
      await janitor.close()
    }
    if (total !== idle || waiting > 0)
      throw new Error(`connections leaked: ${total - idle} held, ${waiting} waiting`)
  })
  return db
}
