import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import {
  createDatabase,
  migratePostgres,
  openPostgres,
  type Postgres,
} from '../../src/store/postgres/index.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Server of this run, through its maintenance database. */
    postgresUrl: string
  }
}

/** Name of the migrated database that every test file clones. */
export const templateName = 'almanac_template'

const migrations = join(import.meta.dirname, '../../migrations/postgres')

/** One Postgres for the whole run: booted, migrated once, removed with everything in it at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'almanac-test-'))
  let server: Postgres | undefined
  try {
    server = await openPostgres({ dataDir, poolSize: 2, applicationName: 'test setup', log: () => undefined })
    const url = await createDatabase(server, templateName)
    // Closed before anyone clones: a database with sessions cannot be a template.
    const template = await openPostgres({
      url,
      dataDir,
      poolSize: 1,
      applicationName: 'migrate',
      log: () => undefined,
    })
    await migratePostgres(template, migrations).finally(() => template.close())
    project.provide('postgresUrl', server.url)
  } catch (error) {
    await server?.close()
    await rm(dataDir, { recursive: true, force: true })
    throw error
  }
  return async () => {
    await server.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
