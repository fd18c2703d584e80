import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { OtherVersionRunning, publishServer, runningServer } from './running-server.ts'
import { openStores } from './stores.ts'

let dataDir: string
/** Stands for the migrations of a version. */
const tables = [import.meta.dirname]
const service = { pid: process.pid, postgresUrl: 'postgresql://localhost/none' }

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-running-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

test('a service is known by its file while its process runs', async () => {
  expect(await runningServer(dataDir, tables)).toBeUndefined()
  const withdraw = await publishServer({ dataDir, migrations: tables }, service)
  expect(await runningServer(dataDir, tables)).toMatchObject(service)
  const file = join(dataDir, 'running.json')
  const published = JSON.parse(await readFile(file, 'utf8')) as object
  await writeFile(file, JSON.stringify({ ...published, start: 'of another process' }))
  expect(await runningServer(dataDir, tables)).toBeUndefined()
  await withdraw()
  expect(await runningServer(dataDir, tables)).toBeUndefined()
})

test('a command of another version opens nothing beside a running service', async () => {
  await publishServer({ dataDir, migrations: tables }, service)
  const opened = openStores(loadConfig({ ALMANAC_DATA_DIR: dataDir }), () => undefined, { visit: true })
  await expect(opened).rejects.toThrow(OtherVersionRunning)
  await expect(opened).rejects.toThrow(`process ${process.pid}`)
  // As a version before this check wrote it.
  const file = join(dataDir, 'running.json')
  const { start } = JSON.parse(await readFile(file, 'utf8')) as { start: string }
  await writeFile(file, JSON.stringify({ ...service, start }))
  await expect(runningServer(dataDir, tables)).rejects.toThrow(OtherVersionRunning)
})
