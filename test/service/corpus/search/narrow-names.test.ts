import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { sql } from '../../../../src/store/postgres/index.ts'
import { misspellings } from '../../../../src/corpus/names/index.ts'
import {
  nameWords,
  openNameWords,
  recordStore,
  storeNameWords,
} from '../../../../src/corpus/record-store/index.ts'
import { nameWordNumber } from '../../../../src/corpus/search-index/index.ts'
import { Random } from '../../../../src/corpus/sample/random.ts'
import { rebuildIndex } from '../../../../src/corpus/write/index.ts'
import { and, hasAll, hasAny, not, or, type Condition } from '../../../../src/corpus/search/condition.ts'
import { openNameNarrowing } from '../../../../src/corpus/search/person/narrow-names.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
})

const word = (text: string) => `nm:${text}`
const named = (names: readonly string[]) =>
  service.write(
    'people',
    names.map((name) => ({ primary_slug: name.toLowerCase().replaceAll(/\W+/g, '-'), name })),
  )
const newest = () => service.almanac.snapshots.newest('people')
const narrow = async (condition: Condition) =>
  openNameNarrowing(nameWords(recordStore(service.db)))(condition, await newest())
const idsOf = async (condition: Condition) =>
  (
    await service.almanac.search.page('people', { condition, limit: 25, snapshot: await newest() })
  ).bodies.map((body) => (JSON.parse(body) as { name: string }).name)

test('leaves out words that nobody is called, wherever they stand, and nothing else', async () => {
  await named(['Ann Moss', "Bob O'Brien", 'Cleo Szczepańska'])
  const either = hasAny('facets', [word('moss'), word('qyzz'), word('obrien')])
  expect(await narrow(either)).toEqual(hasAny('facets', [word('moss'), word('obrien')]))
  expect(await narrow(hasAll('facets', [word('ann'), word('qyzz')]))).toEqual({ kind: 'never' })
  expect(await narrow(and([either, hasAny('facets', ['nm:qyzz', 'nm:zzyq'])]))).toEqual({ kind: 'never' })
  expect(await narrow(or([hasAll('facets', ['nm:cleo', 'nm:qyzz']), hasAny('facets', ['nm:ann'])]))).toEqual(
    hasAny('facets', [word('ann')]),
  )
  // What is no name, and what is denied, stays.
  const others = [
    hasAny('facets', ['tag:qyzz']),
    hasAny('words', ['nm:qyzz']),
    not(hasAny('facets', ['nm:qyzz'])),
  ]
  for (const other of others) expect(await narrow(other)).toEqual(other)
  expect(
    await idsOf(and([hasAny('facets', misspellings('amoss').map(word)), hasAny('facets', ['nm:ann'])])),
  ).toEqual(['Ann Moss'])
})

test('a name is found as soon as its commit is, by readers that were there before', async () => {
  expect(await idsOf(hasAny('facets', ['nm:quodlibet']))).toEqual([])
  for (let at = 0; at < 5; at++) {
    const name = `Dora Quod${'abcde'.charAt(at)}libet`
    const condition = hasAll('facets', [word(`quod${'abcde'.charAt(at)}libet`), word('dora')])
    expect(await idsOf(condition)).toEqual([])
    await named([name])
    await service.almanac.snapshots.refresh()
    expect(await idsOf(condition)).toEqual([name])
  }
})

test('the words are read once a snapshot, however many names are asked for, and again with the next', async () => {
  const { db } = service
  let statements = 0
  const counting = { ...db, query: ((text) => ((statements += 1), db.query(text))) as typeof db.query }
  const narrowName = openNameNarrowing(openNameWords(recordStore(counting)))
  const ask = async () => (await narrowName(hasAny('facets', [word('fenna')]), await newest())).kind
  for (let at = 0; at < 20; at++) expect(await ask()).toBe('never')
  expect(statements).toBe(1)
  await named(['Fenna Quist'])
  await service.almanac.snapshots.refresh()
  for (let at = 0; at < 20; at++) expect(await ask()).toBe('tokens')
  expect(statements).toBe(2)
})

test('words of a transaction that fails are nobody’s; stored again they are known, once', async () => {
  const words = nameWords(recordStore(service.db))
  const zumthor = [word('zumthor'), word('eve')].map(nameWordNumber)
  const failing = service.db.transact(async (tx) => {
    await storeNameWords(tx, zumthor)
    throw new Error('the writer dies')
  })
  await expect(failing).rejects.toThrow('the writer dies')
  expect((await words.readTest())(word('zumthor'))).toBe(false)
  // Writers of two processes at once.
  await Promise.all(
    [1, 2, 3, 4].map(() => service.db.transact((tx) => storeNameWords(tx, [...zumthor, ...zumthor]))),
  )
  expect((await words.readTest())(word('zumthor'))).toBe(true)
  const stored = await service.db.query(
    sql`SELECT FROM corpus_name_words WHERE word = ANY (${zumthor}::int[])`,
  )
  expect(stored).toHaveLength(2)
})

test('while words of rows from before are not all stored, no search leaves any out', async () => {
  const { db, engine } = service
  const condition = hasAll('facets', [word('ann'), word('moss')])
  await db.query(sql`DELETE FROM corpus_name_words`)
  const found = async () => {
    await service.almanac.snapshots.refresh()
    // As a process that has just begun.
    return (await openNameNarrowing(openNameWords(recordStore(db)))(condition, await newest())).kind
  }
  // What would be silently missing, were the rows said to be of these rules.
  expect(await found()).toBe('never')
  await db.query(sql`UPDATE corpus_commits SET search_index = 23 WHERE kind = 'people'`)
  expect(await found()).toBe('tokens')
  await rebuildIndex({ db, engine })
  expect(await found()).toBe('tokens')
  const stored = await db.query(sql`SELECT FROM corpus_name_words`)
  expect(stored.length).toBeGreaterThan(5)
})

test('numbers are spread: of words that nobody has few look known', () => {
  const random = new Random()
  const letters = 'abcdefghijklmnopqrstuvwxyz'
  const made = (length: number) =>
    word(Array.from({ length }, () => letters.charAt(random.below(26))).join(''))
  const numbers = new Set(Array.from({ length: 100_000 }, () => nameWordNumber(made(8))))
  // Of 100,000 in 134 million about 37 meet another.
  expect(numbers.size).toBeGreaterThan(99_900)
  expect(Math.max(...[...numbers].slice(0, 1_000))).toBeLessThan(2 ** 27)
  const slips = new Set(misspellings('szczepanska').map((form) => nameWordNumber(word(form))))
  expect(slips.size).toBe(misspellings('szczepanska').length)
})
