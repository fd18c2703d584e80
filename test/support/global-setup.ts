import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { recordStore } from '../../src/corpus/record-store/index.ts'
import { installQueue } from '../../src/platform/jobs/index.ts'
import { engineAddress, openClickHouse, type ClickHouse } from '../../src/store/clickhouse/index.ts'
import {
  createDatabase,
  migratePostgres,
  openPostgres,
  type Postgres,
} from '../../src/store/postgres/index.ts'
import { migrateEngineDatabase } from './engine-clone.ts'
import { fastFolder } from './fast-folder.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Server of this run, through its maintenance database. */
    postgresUrl: string
    /** Engine of this run; every file makes a database of its own in it. */
    engineUrl: string
  }
}

/** Name of the migrated databases, one in either store, that every test file clones. */
export const templateName = 'almanac_template'

const migrations = join(import.meta.dirname, '../../migrations/postgres')

/** One Postgres and one engine for the whole run: booted, migrated once, removed with everything in them at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await fastFolder('test')
  // What workers leave of their temporary files, such as those of worlds that nobody closes, goes with the run.
  const temporary = await mkdtemp(join(tmpdir(), 'almanac-run-'))
  // Some tests run programs as another account.
  await chmod(temporary, 0o711)
  process.env['TMPDIR'] = temporary
  const removeFiles = () =>
    Promise.all([dataDir, temporary].map((dir) => rm(dir, { recursive: true, force: true, maxRetries: 5 })))
  let server: Postgres | undefined
  let engine: ClickHouse | undefined
  try {
    server = await openPostgres({
      dataDir,
      poolSize: 380,
      applicationName: 'test setup',
      log: () => undefined,
    })
    const url = await createDatabase(server, templateName)
    // Closed before anyone clones: a database with sessions cannot be a template.
    const template = await openPostgres({
      url,
      dataDir,
      poolSize: 1,
      applicationName: 'migrate',
      log: () => undefined,
    })
    await migratePostgres(template, migrations)
      .then(() => installQueue(template))
      // Made of a sample, 0.2 to 1 s for each database that has them not.
      .then(() => recordStore(template).dictionary('companies'))
      .finally(() => template.close())
    project.provide('postgresUrl', server.url)
    // Each database of a file has some forty tables; with all workers' files at once they need more than three.
    engine = await openClickHouse({ dataDir, memoryBytes: 8 * 1024 ** 3, log: () => undefined })
    const engineUrl = (await engineAddress(dataDir))?.url ?? ''
    await migrateEngineDatabase(engine, engineUrl, templateName)
    project.provide('engineUrl', engineUrl)
  } catch (error) {
    await engine?.close()
    await server?.close()
    await removeFiles()
    throw error
  }
  return async () => {
    await engine.close()
    await server.close()
    await removeFiles()
  }
}
