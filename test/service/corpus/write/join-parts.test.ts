import { expect, test } from 'vitest'
import { testAlmanac } from '../../../support/harness.ts'
import type { Command } from '../../../../src/store/clickhouse/index.ts'
import { always } from '../../../../src/corpus/search/index.ts'
import { openPartJoiner } from '../../../../src/corpus/write/join-parts.ts'

const { almanac, db, engine, clock } = await testAlmanac()
const { search, snapshots, writer } = almanac

const partsOf = async (table: string) => {
  const [row] = await engine.query<{ n: string }>({
    tag: 'test',
    sql: 'SELECT count() AS n FROM system.parts WHERE active AND database = currentDatabase() AND table = {table:String}',
    params: { table },
  })
  return Number(row?.n)
}

const write = (...slugs: string[]) =>
  writer.write(
    'companies',
    slugs.map((slug, at) => ({ line: at + 1, record: { pnet_primary_slug: slug, preferred_name: slug } })),
    { source: 'test', observedAt: new Date(clock.now()) },
  )

test('parts are joined once nothing has been published for a while, and answers stay the same', async () => {
  for (const slug of ['a', 'b', 'c']) await write(slug)
  const joiner = openPartJoiner({ db, engine }, (error) => {
    throw error
  })
  // The store stamps commits with its own time.
  const justNow = Date.now()
  expect(await joiner.begin(justNow)).toBeUndefined()
  expect(await partsOf('companies')).toBe(3)

  const snapshot = await snapshots.newest('companies')
  const page = () => search.page('companies', { condition: always, limit: 10, snapshot })
  const before = await page()
  const joined = new Set<string>()
  for (;;) {
    const table = await joiner.begin(justNow + 60_000)
    if (table === undefined) break
    await joiner.idle()
    joined.add(table)
  }
  expect(joined).toContain('companies')
  expect(await partsOf('companies')).toBe(1)
  expect(await page()).toEqual(before)
})

test('while a table is being joined no other is begun', async () => {
  for (const slug of ['d', 'e']) await write(slug)
  let goOn = () => {}
  const told = new Promise<void>((resolve) => (goOn = resolve))
  // The first takes as long as the second needs to look, however small the table.
  const slow = { ...engine, command: (asked: Command) => told.then(() => engine.command(asked)) }
  const joiner = openPartJoiner({ db, engine: slow }, (error) => {
    throw error
  })
  const later = Date.now() + 60_000
  const begun = await Promise.all([joiner.begin(later), joiner.begin(later)])
  expect(begun.filter((table) => table !== undefined)).toHaveLength(1)
  goOn()
  await joiner.idle()
})

test('a small part beside a large one is joined after a longer rest', async () => {
  const joiner = openPartJoiner({ db, engine }, (error) => {
    throw error
  })
  const joinAll = async (nowMs: number) => {
    while ((await joiner.begin(nowMs)) !== undefined) await joiner.idle()
  }
  await write(...Array.from({ length: 40 }, (_, at) => `many-${at}`))
  await joinAll(Date.now() + 60_000)
  await write('one-more')
  expect(await partsOf('companies')).toBe(2)
  await joinAll(Date.now() + 60_000)
  expect(await partsOf('companies')).toBe(2)
  await joinAll(Date.now() + 660_000)
  expect(await partsOf('companies')).toBe(1)
})
