import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { EngineError, migrateClickHouse, openClickHouse } from './index.ts'
import type { ClickHouse } from './index.ts'

describe('migrations', () => {
  let ch: ClickHouse
  let dataDir: string
  let folder: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'almanac-chm-'))
    ch = await openClickHouse({ dataDir, memoryBytes: 1024 ** 3, log: () => {} })
  })
  afterAll(async () => {
    await ch.close()
    await rm(dataDir, { recursive: true, force: true })
  })
  beforeEach(async () => {
    await ch.command({ sql: 'DROP TABLE IF EXISTS schema_migrations', tag: 'suite' })
    await ch.command({ sql: 'DROP TABLE IF EXISTS a', tag: 'suite' })
    folder = join(dataDir, 'migrations')
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder)
  })
  const file = (name: string, text: string) => writeFile(join(folder, name), text)
  const columns = async () => {
    const sql = `SELECT name FROM system.columns WHERE database = 'default' AND table = 'a'`
    return (await ch.query<{ name: string }>({ sql, tag: 'suite' })).map((row) => row.name)
  }
  const FIRST = `-- the first table; with a remark
CREATE TABLE IF NOT EXISTS a (id UInt64 COMMENT 'x; y') ENGINE = MergeTree ORDER BY id;

ALTER TABLE a ADD COLUMN IF NOT EXISTS b String;
`

  test('files are applied once, in order of name', async () => {
    await file('0002_c.sql', 'ALTER TABLE a ADD COLUMN IF NOT EXISTS c String')
    await file('0001_a.sql', FIRST)
    expect(await migrateClickHouse(ch, folder)).toEqual({ applied: ['0001_a.sql', '0002_c.sql'] })
    expect(await columns()).toEqual(['id', 'b', 'c'])
    expect(await migrateClickHouse(ch, folder)).toEqual({ applied: [] })
  })

  test('a file cut short is applied again from its start', async () => {
    await file('0001_a.sql', `${FIRST}ALTER TABLE a ADD COLUMN IF NOT EXISTS c Strong;\n`)
    await expect(migrateClickHouse(ch, folder)).rejects.toBeInstanceOf(EngineError)
    await file('0001_a.sql', `${FIRST}ALTER TABLE a ADD COLUMN IF NOT EXISTS c String;\n`)
    expect(await migrateClickHouse(ch, folder)).toEqual({ applied: ['0001_a.sql'] })
    expect(await columns()).toEqual(['id', 'b', 'c'])
  })

  test('a changed, missing, late or misnamed file is refused', async () => {
    await file('0002_a.sql', FIRST)
    await migrateClickHouse(ch, folder)
    await file('0002_a.sql', `${FIRST}-- more`)
    await expect(migrateClickHouse(ch, folder)).rejects.toThrow(/changed/)
    await file('0002_a.sql', FIRST)
    await file('0001_late.sql', FIRST)
    await expect(migrateClickHouse(ch, folder)).rejects.toThrow(/sorts before/)
    await rm(join(folder, '0001_late.sql'))
    await file('new.sql', FIRST)
    await expect(migrateClickHouse(ch, folder)).rejects.toThrow(/not named/)
    await rm(join(folder, 'new.sql'))
    await rm(join(folder, '0002_a.sql'))
    await expect(migrateClickHouse(ch, folder)).rejects.toThrow(/gone/)
  })
})
