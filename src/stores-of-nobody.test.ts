import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { atEnd } from '../test/support/at-end.ts'
import { anOrg, openTestPlatform } from '../test/support/platform.ts'
import { testDatabase } from '../test/support/postgres.ts'
import { loadConfig } from './config.ts'
import { NoKeySecret } from './platform/keys/index.ts'
import { openStores } from './stores.ts'

// What commands do in a folder that is not the data directory of the installation.

const folder = await mkdtemp(join(tmpdir(), 'almanac-nobody-'))
atEnd(() => rm(folder, { recursive: true, force: true }))

test('a command that reads makes neither directory nor secret', async () => {
  const dataDir = join(folder, 'none')
  const opened = openStores(loadConfig({ ALMANAC_DATA_DIR: dataDir }), () => undefined, {
    visit: true,
    mustExist: true,
  })
  await expect(opened).rejects.toThrow(NoKeySecret)
  expect(await readdir(folder)).toEqual([])
})

test('no command makes a second secret for servers that an installation uses', async () => {
  const db = await testDatabase()
  await anOrg(openTestPlatform(db))
  const dataDir = join(folder, 'empty')
  await mkdir(dataDir)
  const settings = {
    ALMANAC_DATA_DIR: dataDir,
    DATABASE_URL: db.url,
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
  }
  const opened = openStores(loadConfig(settings), () => undefined, { visit: true, engineMayFail: true })
  await expect(opened).rejects.toThrow(`no secret.key in ${dataDir}`)
  expect(await readdir(dataDir)).toEqual([])
})
