import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { postgresConformance } from './conformance.ts'
import { installedPrograms, startInstalledServer } from './fixtures/installed-server.ts'
import { openPostgres } from './index.ts'

const settings = { poolSize: 8, applicationName: 'conformance', log: () => undefined }

describe('embedded Postgres', () => {
  postgresConformance(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'almanac-conformance-'))
    const db = await openPostgres({ ...settings, dataDir })
    return {
      db,
      async close() {
        await db.close()
        await rm(dataDir, { recursive: true, force: true })
      },
    }
  })
})

describe.skipIf(installedPrograms() === undefined)('external Postgres (the installed server, by URL)', () => {
  postgresConformance(async () => {
    const server = await startInstalledServer()
    const db = await openPostgres({ ...settings, dataDir: '/nonexistent', url: server.url })
    return {
      db,
      async close() {
        await db.close()
        await server.stop()
      },
    }
  })
})
