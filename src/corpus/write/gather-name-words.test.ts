import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../test/support/harness.ts'
import { sql } from '../../store/postgres/index.ts'
import { kinds } from '../kinds/index.ts'
import { hasAll } from '../search/index.ts'
import { rebuildIndex } from './rebuild.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
})

const words = async () => {
  const rows = await service.db.query<{ word: number }>(sql`SELECT word FROM corpus_name_words ORDER BY word`)
  return rows.map(({ word }) => word)
}
const search = async (...tokens: string[]) => {
  const { search, snapshots } = service.almanac
  await snapshots.refresh()
  const snapshot = await snapshots.newest('people')
  return (await search.page('people', { condition: hasAll('facets', tokens), limit: 5, snapshot })).ids.length
}

test('of rows from before words are gathered, rows stay as they are, and names are found all the time', async () => {
  const { db, engine } = service
  const person = (name: string) => ({ primary_slug: name.toLowerCase().replaceAll(/\W+/g, '-'), name })
  await service.write('people', [
    person('Ann Moss'),
    person("Bob O'Brien"),
    person('Cleo Szczepańska-Ängström'),
  ])
  await service.write('people', [person('李 娜 Li')])
  const before = await words()
  expect(before.length).toBeGreaterThan(8)
  await db.query(sql`DELETE FROM corpus_name_words`)
  const earlier = kinds.people.indexVersion - 1
  await db.query(
    sql`UPDATE corpus_commits SET search_index = ${earlier}, identifier_index = ${earlier} WHERE kind = 'people'`,
  )
  // Nothing is known of words yet, so nothing is left out.
  expect(await search('nm:ann', 'nm:moss')).toBe(1)
  // A writer of this program may come first.
  await service.write('people', [person('Dora Earlybird')])
  expect(await search('nm:dora')).toBe(1)
  expect(await search('nm:ann', 'nm:moss')).toBe(1)

  expect(await rebuildIndex({ db, engine })).toBe(0)
  await service.write('people', [person('Eve Latecomer')])
  expect(await search('nm:ann', 'nm:moss')).toBe(1)
  expect(await search('nm:obrien')).toBe(1)
  expect(await search('nm:eve', 'nm:latecomer')).toBe(1)
  expect(await search('nm:moss', 'nm:latecomer')).toBe(0)
  const now = await words()
  expect(before.filter((word) => !now.includes(word))).toEqual([])
  expect(now).toHaveLength(before.length + 4)
})
