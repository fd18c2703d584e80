import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordStore } from '../../src/corpus/record-store/index.ts'
import { always, hasAll, openSearch } from '../../src/corpus/search/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { pageThrough } from './compare.ts'
import { openSearchWorld, readRows, write, type SearchWorld } from './search-world.ts'

let world: SearchWorld
beforeAll(async () => {
  world = await openSearchWorld()
})
afterAll(() => world.close())

const companies = (headcount: (index: number) => number) =>
  Array.from({ length: 60 }, (_, index) => ({
    pnet_primary_slug: `c${index}`,
    preferred_name: `Company ${index}`,
    employee_count_consensus: { gte: headcount(index), lte: headcount(index) },
  }))

test('pages pass over any run of superseded versions, whatever their size', async () => {
  await write(
    world,
    'companies',
    companies((index) => 100_000 - index),
  )
  // Fifty of the most prominent lose their places; their old versions are still in the table.
  await write(
    world,
    'companies',
    companies((index) => (index < 50 ? 50 - index : 100_000 - index)),
  )
  const snapshot = await world.search.snapshots.newest('companies')
  expect(snapshot.mayHoldSuperseded).toBe(true)
  const wanted = (await readRows(world.db)).companies.map(({ id }) => id)
  for (const size of [1, 2, 7, 30, 60]) {
    expect(await pageThrough(world.search, 'companies', { condition: always, snapshot, size })).toEqual(
      wanted,
    )
  }
})

test('counts leave out superseded versions, those that matched and those that did not, also while they are removed', async () => {
  const { search } = world
  const snapshot = await search.snapshots.newest('companies')
  expect(snapshot.fewSuperseded).toBe(true)
  const small = { condition: hasAll('facets', ['size:3']), snapshot }
  const wanted = (await pageThrough(search, 'companies', { ...small, size: 30 })).length
  expect(wanted).toBeGreaterThan(0)
  expect(await search.count('companies', small)).toBe(wanted)
  expect(await search.count('companies', { condition: always, snapshot })).toBe(60)

  await world.db.query(sql`UPDATE corpus_commits SET compacting = true WHERE kind = 'companies'`)
  await search.snapshots.refresh()
  const removing = await search.snapshots.newest('companies')
  expect(removing.fewSuperseded).toBe(false)
  expect(await search.count('companies', { ...small, snapshot: removing })).toBe(wanted)
  // Asked before it began, answered while it runs, with no answer at hand.
  const other = openSearch(world.engine, recordStore(world.db), world.snapshots)
  expect(await other.count('companies', small)).toBe(wanted)
})
