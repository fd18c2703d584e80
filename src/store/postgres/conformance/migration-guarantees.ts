import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openFresh } from '../fixtures/fresh-store.ts'
import { dropDatabase, migratePostgres, MigrationRefused, sql, type Postgres } from '../index.ts'

/** Each file once, in order, or a clear refusal. */
export function migrationGuarantees(db: () => Postgres): void {
  const folders: string[] = []
  afterAll(async () => {
    for (const folder of folders) await rm(folder, { recursive: true, force: true })
  })
  const folderOf = async (files: Record<string, string>): Promise<string> => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-migrations-'))
    folders.push(folder)
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
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
      expect(await migratePostgres(fresh, await folderOf(first))).toEqual({ applied: ['0001_first.sql'] })
      const crlf = Object.fromEntries(
        Object.entries(first).map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]),
      )
      const folder = await folderOf({ ...crlf, ...second })
      expect(await migratePostgres(fresh, folder)).toEqual({ applied: ['0002_second.sql'] })
      expect(await migratePostgres(fresh, folder)).toEqual({ applied: [] })
      expect(await fresh.query(sql`select id from a order by id`)).toEqual([{ id: 1 }, { id: 2 }])
    })
  })

  test('a changed, a vanished and a late file are refused by name and nothing is run', async () => {
    await onFresh('migrate_refuse', async (fresh) => {
      await migratePostgres(fresh, await folderOf({ ...first, '0003_third.sql': 'select 1;' }))
      const refusal = async (files: Record<string, string>): Promise<unknown> =>
        await migratePostgres(fresh, await folderOf(files)).catch((error: unknown) => error)
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
      const folder = await folderOf({
        ...first,
        '0002_bad.sql': 'insert into a values (2);\n\nselect nonsense;\n',
      })
      await expect(migratePostgres(fresh, folder)).rejects.toThrow(/0002_bad\.sql failed at line 3/)
      expect(await fresh.query(sql`select id from a`)).toEqual([{ id: 1 }])
      const mended = await folderOf({ ...first, '0002_bad.sql': 'insert into a values (2);' })
      expect(await migratePostgres(fresh, mended)).toEqual({ applied: ['0002_bad.sql'] })
    })
  })

  test('migrators that start together apply each file exactly once', async () => {
    await onFresh('migrate_together', async (fresh) => {
      const folder = await folderOf({ ...first, ...second })
      const results = await Promise.all([1, 2, 3, 4].map(() => migratePostgres(fresh, folder)))
      expect(results.flatMap((result) => result.applied).toSorted()).toEqual([
        '0001_first.sql',
        '0002_second.sql',
      ])
      expect(await fresh.query(sql`select count(*) as count from a`)).toEqual([{ count: 2 }])
    })
  })

  test('misnamed files and equal numbers are refused before anything runs', async () => {
    await expect(migratePostgres(db(), await folderOf({ 'first.sql': '' }))).rejects.toThrow(
      'not named NNNN_name.sql',
    )
    const twins = await folderOf({ '0001_a.sql': '', '0001_b.sql': '' })
    await expect(migratePostgres(db(), twins)).rejects.toThrow('same number')
  })
}
