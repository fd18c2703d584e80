import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeEach, expect, test } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { frozenClock } from '../../lib/clock.ts'
import { hourMs } from '../../lib/time.ts'
import { noteBackup } from '../../store/last-backup.ts'
import { migratePostgres, sql, type Postgres } from '../../store/postgres/index.ts'
import { migrations } from '../../stores.ts'
import { OperatorError } from '../context.ts'
import { registerDoctor, type DoctorContext } from './doctor.ts'
import type { UpgradeContext, UpgradeFinding } from './doctor-upgrade.ts'

const engine = await testEngine()
const clock = frozenClock()

let dataDir = ''
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'almanac-upgrade-'))
  const made = dataDir
  atEnd(() => rm(made, { recursive: true, force: true }))
  await mkdir(join(dataDir, 'postgres/data'), { recursive: true })
  await writeFile(join(dataDir, 'secret.key'), 'ab'.repeat(32))
})

const journal = (db: Postgres) =>
  db.query<{ number: number; name: string }>(
    sql`SELECT number, name, checksum FROM schema_migrations ORDER BY number`,
  )

/** A database as it was before some migrations, which are taken out of the journal: their names. */
async function forgetFrom(db: Postgres, number: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    sql`DELETE FROM schema_migrations WHERE number >= ${number} RETURNING name`,
  )
  return rows.map(({ name }) => name).toSorted()
}

/** Findings by their checks, and the sentence that the command failed with. */
async function run(db: Postgres, changes: Partial<UpgradeContext> = {}, args: string[] = []) {
  const printed: unknown[] = []
  let opened = 0
  const upgrade: UpgradeContext = {
    clock,
    config: () => ({
      dataDir,
      DATABASE_URL: undefined,
      RECORDS_URL: undefined,
      CLICKHOUSE_URL: undefined,
    }),
    findService: async () => undefined,
    async openUnchanged() {
      opened += 1
      return { db, engine, corpus: { db, engine }, close: async () => void (opened -= 1) }
    },
    ...changes,
  }
  const unused: DoctorContext = {
    openStores: () => Promise.reject(new Error('the tables would be changed')),
    print: (value) => printed.push(value),
    dataDir: () => dataDir,
    clock,
    nodeVersion: '24.21.0',
  }
  const program = new Command('almanac').exitOverride()
  registerDoctor(program, { ...unused, upgrade })
  const line = ['doctor', '--upgrade', '--json', ...args]
  const failure: unknown = await program.parseAsync(line, { from: 'user' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (failure !== undefined && !(failure instanceof OperatorError)) throw failure
  expect(opened).toBe(0)
  const findings = (printed[0] ?? []) as UpgradeFinding[]
  return { failure: failure?.message, ...Object.fromEntries(findings.map((one) => [one.check, one])) } as {
    failure: string | undefined
  } & Record<string, UpgradeFinding>
}

const backedUp = (hoursAgo: number) =>
  noteBackup(dataDir, new Date(clock.now() - hoursAgo * hourMs).toISOString())

test('a directory of this version has nothing to do, with or without a backup', async () => {
  const db = await testDatabase()
  const found = await run(db)
  expect(found.failure).toBeUndefined()
  expect(found['postgres']).toMatchObject({ state: 'ok', found: 'up to date' })
  expect(found['clickhouse']).toMatchObject({ state: 'ok', found: 'up to date' })
  expect(found['search rows']?.state).toBe('ok')
  expect(found['backup']?.found).toBe('no backup was made; nothing is going to change')
})

test('of an older one it names what will be applied, wants a backup, and changes nothing', async () => {
  const db = await testDatabase()
  const names = await forgetFrom(db, 11)
  const before = await journal(db)
  const without = await run(db)
  expect(without['postgres']?.state).toBe('ok')
  expect(without['postgres']?.found).toMatch(/^will apply .*: about \d+ s at most$/)
  for (const name of names) expect(without['postgres']?.found).toContain(name)
  expect(without['backup']).toMatchObject({ state: 'WRONG' })
  expect(without['backup']?.found).toMatch(/^no backup was made, .*almanac backup TARGET/)
  expect(without.failure).toMatch(/^1 of \d+ checks found something wrong\.$/)
  await backedUp(25)
  expect((await run(db))['backup']?.found).toMatch(/^the last backup is 25 h 0 min old, and the way back/)
  expect((await run(db, {}, ['--backup-hours', '48'])).failure).toBeUndefined()
  await backedUp(2)
  expect((await run(db)).failure).toBeUndefined()
  expect(await journal(db)).toEqual(before)
  expect((await readdir(dataDir)).toSorted()).toEqual(['last-backup.json', 'postgres', 'secret.key'])
})

test('an empty database gets all tables, none of which is made by the examination', async () => {
  const db = await testDatabase({ template: 'template0' })
  const found = await run(db)
  expect(found['postgres']?.found).toContain('0001_schema.sql')
  expect(found['search rows']).toMatchObject({ state: 'ok', found: 'there are none' })
  const tables = await db.query(
    sql`SELECT relname FROM pg_class WHERE relname IN ('schema_migrations', 'schema_functions')`,
  )
  expect(tables).toEqual([])
  await migratePostgres(db, migrations('postgres'))
  expect((await run(db))['postgres']?.found).toBe('up to date')
})

test('a newer database, and one in which a step is missing, are refused with what to do', async () => {
  const newer = await testDatabase()
  await newer.query(
    sql`INSERT INTO schema_migrations (number, name, checksum) VALUES (9999, '9999_later.sql', 'x')`,
  )
  const found = await run(newer)
  expect(found['postgres']).toMatchObject({
    state: 'WRONG',
    found:
      'the database has migration 9999_later.sql, which this version does not know: it was used by a newer version',
  })
  // Nobody knows what would change, so a backup is wanted, too.
  expect(found['backup']?.state).toBe('WRONG')
  await expect(migratePostgres(newer, migrations('postgres'))).rejects.toThrow(found['postgres']?.found)

  const gap = await testDatabase()
  await gap.query(sql`DELETE FROM schema_migrations WHERE number = 5`)
  const missing = (await run(gap))['postgres']
  expect(missing?.state).toBe('WRONG')
  expect(missing?.found).toMatch(
    /0005_visits\.sql has a lower number than .*: this step is missing in the database\. Restore/,
  )
  await expect(migratePostgres(gap, migrations('postgres'))).rejects.toThrow(missing?.found)
})

test('functions of a newer program are refused', async () => {
  const db = await testDatabase()
  await db.query(sql`UPDATE schema_functions SET version = '99.0.0', checksum = 'x' WHERE name = (
    SELECT min(name) FROM schema_functions)`)
  expect((await run(db))['postgres']).toMatchObject({ state: 'WRONG' })
})

test('a folder without an installation, a store that does not open and a running service are told', async () => {
  const db = await testDatabase()
  const running = await run(db, { findService: async () => ({ pid: 4711 }) })
  expect(running.failure).toBeUndefined()
  expect(running['service']).toMatchObject({ state: 'TO DO' })
  expect(running['service']?.found).toContain('process 4711')
  const away = await run(db, { openUnchanged: () => Promise.reject(new Error('nobody answers')) })
  expect(away['stores']).toMatchObject({ state: 'WRONG', found: 'nobody answers' })
  await rm(join(dataDir, 'secret.key'))
  const lost = await run(db)
  expect(lost['installation']).toMatchObject({ state: 'WRONG' })
  expect(lost['installation']?.found).toMatch(
    /^no secret\.key in .*: is this the data directory of the installation\?$/,
  )
  expect(lost['stores']).toBeUndefined()
  await rm(join(dataDir, 'postgres'), { recursive: true })
  await writeFile(join(dataDir, 'notes.txt'), '')
  const none = await run(db)
  expect(none['installation']?.found).toMatch(
    /holds no installation, so there is nothing to upgrade: set ALMANAC_DATA_DIR/,
  )
  expect(none['stores']).toBeUndefined()
  expect(await readdir(dataDir)).toEqual(['notes.txt'])
})

test('an empty folder beside servers that an installation uses is told, and nothing is made in it', async () => {
  const db = await testDatabase()
  const empty = join(dataDir, 'empty')
  const config = () => ({
    dataDir: empty,
    DATABASE_URL: db.url,
    RECORDS_URL: undefined,
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
  })
  const found = await run(db, { config })
  expect(found['installation']).toMatchObject({ state: 'WRONG' })
  expect(found['installation']?.found).toBe(
    `no secret.key in ${empty}: is this the data directory of the installation?`,
  )
  expect(await readdir(dataDir)).not.toContain('empty')
})

test('servers of their own are to be backed up with their own tools; hours are a number', async () => {
  const db = await testDatabase()
  const config = () => ({
    dataDir,
    DATABASE_URL: db.url,
    RECORDS_URL: undefined,
    CLICKHOUSE_URL: undefined,
  })
  expect((await run(db, { config }))['backup']).toMatchObject({ state: 'TO DO' })
  expect((await run(db, {}, ['--backup-hours', 'many'])).failure).toMatch(/many is not a number of hours/)
})
