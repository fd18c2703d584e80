import { createHash } from 'node:crypto'
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

  test('a first file takes the place of the whole chain it names, also when that was interrupted', async () => {
    const entries = async () => {
      const sql = 'SELECT name, checksum FROM schema_migrations FINAL ORDER BY name'
      return ch.query<{ name: string; checksum: string }>({ sql, tag: 'suite' })
    }
    await file('0001_a.sql', FIRST)
    await file('0005_b.sql', 'ALTER TABLE a ADD COLUMN IF NOT EXISTS c String')
    await migrateClickHouse(ch, folder)
    const old = await entries()
    const lines = old.map(({ name, checksum }) => `${name} ${checksum}\n`).join('')
    const journal = createHash('sha256').update(lines).digest('hex')
    await rm(folder, { recursive: true })
    await mkdir(folder)
    const head = `-- Takes the place of the 2 files to 0005_b.sql of version 0, journal ${journal}.`
    await file('0001_all.sql', `${head}\nCREATE TABLE never (id UInt64) ENGINE = Memory;\n`)
    await file('0002_d.sql', 'ALTER TABLE a ADD COLUMN IF NOT EXISTS d String')
    expect(await migrateClickHouse(ch, folder)).toEqual({ applied: ['0002_d.sql'] })
    const taken = await entries()
    expect(taken.map(({ name }) => name)).toEqual(['0001_all.sql', '0002_d.sql'])
    // Ended between its two steps: the new entry is there, and some of the old ones are.
    const [, left] = old
    const into = { table: 'schema_migrations', columns: ['name', 'checksum'], format: 'JSONEachRow' }
    await ch.insert(into, `${JSON.stringify(left)}\n`)
    expect(await migrateClickHouse(ch, folder)).toEqual({ applied: [] })
    expect(await entries()).toEqual(taken)
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
