import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFresh } from '../fixtures/fresh-store.ts'
import { dropDatabase, migratePostgres, MigrationRefused, sql, type Postgres } from '../index.ts'

/** Each file once, in order, or a clear refusal. */
export function migrationGuarantees(db: () => Postgres): void {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  const makeFolder = async (files: Record<string, string>): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-migrations-'))
    folders.push(folder)
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    }
    return folder
  }
  const first = { '0001_first.sql': 'create table a (id integer);\ninsert into a values (1);\n' }
  const second = { '0002_second.sql': 'insert into a select id + 1 from a;\n' }
  const onFresh = async (name: string, work: (fresh: Postgres) => Promise<void>): Promise<void> => {
    const fresh = await openFresh(db(), name)
    try {
      await work(fresh)
    } finally {
      await fresh.close()
      await dropDatabase(db(), name)
    }
  }

  test('files run once, in order; a second run applies only what is new; line ends do not matter', async () => {
    await onFresh('migrate_order', async (fresh) => {
      expect(await migratePostgres(fresh, await makeFolder(first))).toEqual({ applied: ['0001_first.sql'] })
      const crlf = Object.fromEntries(
        Object.entries(first).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
      )
      const folder = await makeFolder({ ...crlf, ...second })
      expect(await migratePostgres(fresh, folder)).toEqual({ applied: ['0002_second.sql'] })
      expect(await migratePostgres(fresh, folder)).toEqual({ applied: [] })
      expect(await fresh.query(sql`select id from a order by id`)).toEqual([{ id: 1 }, { id: 2 }])
    })
  })

  test('a changed, a vanished and a late file are refused by name and nothing is run', async () => {
    await onFresh('migrate_refuse', async (fresh) => {
      await migratePostgres(fresh, await makeFolder({ ...first, '0003_third.sql': 'select 1;' }))
      const refusal = async (files: Record<string, string>): Promise<unknown> =>
        await migratePostgres(fresh, await makeFolder(files)).catch((error: unknown) => error)
      const third = { '0003_third.sql': 'select 1;' }
      for (const [files, named] of [
        [{ '0001_first.sql': 'create table b ();', ...third }, '0001_first.sql was changed'],
        [{ ...first }, '0003_third.sql, which this version does not know'],
        [{ ...first, ...second, ...third }, '0002_second.sql has a lower number'],
      ] as const) {
        const error = await refusal(files)
        expect(error).toBeInstanceOf(MigrationRefused)
        expect(String(error)).toContain(named)
      }
      expect(await fresh.query(sql`select count(*) as count from a`)).toEqual([{ count: 1 }])
    })
  })

  test('a failing file is rolled back whole, named with its line, and the ones before it stay', async () => {
    await onFresh('migrate_fail', async (fresh) => {
      const folder = await makeFolder({
        ...first,
        '0002_bad.sql': 'insert into a values (2);\n\nselect nonsense;\n',
      })
      await expect(migratePostgres(fresh, folder)).rejects.toThrow(/0002_bad\.sql failed at line 3/)
      expect(await fresh.query(sql`select id from a`)).toEqual([{ id: 1 }])
      const mended = await makeFolder({ ...first, '0002_bad.sql': 'insert into a values (2);' })
      expect(await migratePostgres(fresh, mended)).toEqual({ applied: ['0002_bad.sql'] })
    })
  })

  test('migrators that start together apply each file exactly once', async () => {
    await onFresh('migrate_together', async (fresh) => {
      const folder = await makeFolder({ ...first, ...second })
      const results = await Promise.all([1, 2, 3, 4].map(() => migratePostgres(fresh, folder)))
      expect(results.flatMap((result) => result.applied).toSorted()).toEqual([
        '0001_first.sql',
        '0002_second.sql',
      ])
      expect(await fresh.query(sql`select count(*) as count from a`)).toEqual([{ count: 2 }])
    })
  })

  const answering = (value: number) => ({
    'functions/answer.sql': `create or replace function answer() returns integer language sql as $$ select ${value} + other() $$;\n`,
    // Called before it is there, in order of name.
    'functions/other.sql':
      'create or replace function other() returns integer language sql as $$ select max(id) from a $$;\n',
  })

  test('functions follow the migrations, all together, and later those whose file changed', async () => {
    await onFresh('migrate_functions', async (fresh) => {
      const answer = async () => (await fresh.query<{ answer: number }>(sql`select answer()`))[0]?.answer
      expect(await migratePostgres(fresh, await makeFolder({ ...first, ...answering(10) }))).toEqual({
        applied: ['0001_first.sql', 'functions/answer.sql', 'functions/other.sql'],
      })
      expect(await answer()).toBe(11)
      const folder = await makeFolder({ ...first, ...second, ...answering(20) })
      expect(await migratePostgres(fresh, folder)).toEqual({
        applied: ['0002_second.sql', 'functions/answer.sql'],
      })
      expect(await answer()).toBe(22)
      expect(await migratePostgres(fresh, folder)).toEqual({ applied: [] })
    })
  })

  test('an older version of the program does not put its functions back', async () => {
    await onFresh('migrate_older', async (fresh) => {
      await migratePostgres(fresh, await makeFolder({ ...first, ...answering(20) }))
      await fresh.query(sql`update schema_functions set version = '999.0.0'`)
      const older = await makeFolder({ ...first, ...answering(10) })
      await expect(migratePostgres(fresh, older)).rejects.toThrow(
        /answer\.sql was applied by version 999\.0\.0/,
      )
      expect(await fresh.query(sql`select answer()`)).toEqual([{ answer: 21 }])
    })
  })

  test('a first file takes the place of the whole chain it names, and of no part of it', async () => {
    await onFresh('migrate_chain', async (fresh) => {
      const chain = { ...first, ...second }
      const digest = (text: string) => createHash('sha256').update(text).digest('hex')
      const lines = Object.entries(chain).map(([name, text]) => `${name} ${digest(text)}\n`)
      const head = `-- Takes the place of the 2 files to 0002_second.sql of version 0, journal ${digest(lines.join(''))}.`
      const whole = await makeFolder({
        '0001_all.sql': `${head}\ncreate table b ();\n`,
        '0002_then.sql': 'select 1;',
      })
      await migratePostgres(fresh, await makeFolder(first))
      await expect(migratePostgres(fresh, whole)).rejects.toThrow(/last migration is 0001_first\.sql/)
      await migratePostgres(fresh, await makeFolder(chain))
      expect(await migratePostgres(fresh, whole)).toEqual({ applied: ['0002_then.sql'] })
      expect(await fresh.query(sql`select name from schema_migrations order by number`)).toEqual([
        { name: '0001_all.sql' },
        { name: '0002_then.sql' },
      ])
    })
  })

  test('misnamed files and equal numbers are refused before anything runs', async () => {
    await expect(migratePostgres(db(), await makeFolder({ 'first.sql': '' }))).rejects.toThrow(
      'not named NNNN_name.sql',
    )
    const twins = await makeFolder({ '0001_a.sql': '', '0001_b.sql': '' })
    await expect(migratePostgres(db(), twins)).rejects.toThrow('same number')
  })
}
