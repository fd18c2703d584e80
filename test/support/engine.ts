import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import { atEnd } from './at-end.ts'
import { cloneEngineDatabase, onDatabase } from './engine-clone.ts'
import { templateName } from './global-setup.ts'

/** A migrated database of the calling test file alone, in the engine of this run; dropped when the file is done. */
export async function testEngine({
  template = templateName,
}: { template?: string } = {}): Promise<ClickHouse> {
  const url = inject('engineUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const server = await openClickHouse({ url, dataDir: '', log: () => undefined })
  await cloneEngineDatabase(server, template, name)
  const engine = await onDatabase(url, name)
  atEnd(async () => {
    await engine.close()
    await server.command({ tag: 'test', sql: `DROP DATABASE ${name}` })
    await server.command({ tag: 'test', sql: `DROP DATABASE IF EXISTS ${name}_sandbox` })
    await server.close()
  })
  return engine
}
