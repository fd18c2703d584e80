import { beforeAll, expect, test } from 'vitest'
import { testAlmanac, type TestAlmanac } from '../../../support/harness.ts'
import { Random } from '../../../../src/corpus/sample/random.ts'
import { and, hasAll, hasAny, or, type Condition } from '../../../../src/corpus/search/condition.ts'
import { batchNamePages } from '../../../../src/corpus/search/person/batch-name-pages.ts'
import type { PageRequest } from '../../../../src/corpus/search/page-request.ts'
import type { CorpusSearch } from '../../../../src/corpus/search/search.ts'

const random = new Random()
const given = ['Ann', 'Bob', 'Cleo', 'Dai', 'Eve', 'Finn', 'Gus', 'Hal']
const family = ["O'Brien", 'Moss', 'Li', 'Van der Berg', 'Novák', 'Rare']

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
  const write = (suffix: string) =>
    service.write(
      'people',
      Array.from({ length: 400 }, (_, at) => ({
        primary_slug: `somebody-${at}`,
        // Two names are everybody's, so that a page is cut off where others are still to come.
        name: at % 3 === 0 ? 'Ann Moss' : `${random.pick(given)} ${random.pick(family)}`,
        headline: `Number ${at} ${suffix}`,
      })),
    )
  await write('first')
  await write('second')
})

const word = (text: string) => `nm:${text}`
const words = [
  'ann',
  'bob',
  'cleo',
  'dai',
  'eve',
  'finn',
  'moss',
  'li',
  'rare',
  'obrien',
  'brien',
  'berg',
  'nobody',
]
const some = (most: number) => Array.from({ length: 1 + random.below(most) }, () => word(random.pick(words)))
const anyCondition = (): Condition => {
  const part = () => (random.chance(0.5) ? hasAny('facets', some(3)) : hasAll('facets', some(2)))
  return random.chance(0.5) ? and([part(), part()]) : or([and([part(), part()]), part()])
}

/** The search with its questions of names joined, and how many statements they became. */
function counted(): { page: CorpusSearch['page']; asked: PageRequest[] } {
  const asked: PageRequest[] = []
  const { search } = service.almanac
  const page = batchNamePages({
    ...search,
    page: (kind, request) => {
      asked.push(request)
      return search.page(kind, request)
    },
  })
  return { page, asked }
}

test('every question gets what it gets alone, whatever is asked beside it', async () => {
  const snapshot = await service.almanac.snapshots.newest('people')
  for (const limit of [1, 5, 25]) {
    const conditions = Array.from({ length: 40 }, anyCondition)
    const alone = await Promise.all(
      conditions.map((condition) => service.almanac.search.page('people', { condition, limit, snapshot })),
    )
    expect(alone.filter(({ next }) => next !== undefined).length).toBeGreaterThan(3)
    expect(alone.filter(({ ids }) => ids.length > 0 && ids.length < limit + 1).length).toBeGreaterThan(3)
    const { page, asked } = counted()
    const together = await Promise.all(
      conditions.map((condition) => page('people', { condition, limit, snapshot })),
    )
    expect(together).toEqual(alone)
    expect(asked.length).toBeLessThan(conditions.length / 2)
    const asRecords = true
    const shown = await Promise.all(
      conditions.map((condition) => page('people', { condition, limit, snapshot, asRecords })),
    )
    const read = shown.map(({ records = [], ...rest }) => ({
      ...rest,
      bodies: records.map(({ body }) => body),
    }))
    expect(read).toEqual(alone)
  }
})

test('what is more than a name is asked as it is, and who leaves ends nobody else', async () => {
  const snapshot = await service.almanac.snapshots.newest('people')
  const { page, asked } = counted()
  const left = new AbortController()
  const name = hasAny('facets', [word('moss')])
  const leaving = page('people', { condition: name, limit: 5, snapshot, signal: left.signal })
  const [found, elsewhere, nobody, unheard] = await Promise.all([
    page('people', { condition: name, limit: 5, snapshot }),
    page('people', { condition: and([name, hasAny('facets', ['has:pic'])]), limit: 5, snapshot }),
    page('people', { condition: hasAll('facets', [word('rare'), word('moss')]), limit: 5, snapshot }),
    page('people', { condition: hasAny('facets', [word('nobody')]), limit: 5, snapshot }),
    expect((left.abort(new Error('gone')), leaving)).rejects.toThrow('gone'),
  ])
  expect(found.ids).toHaveLength(5)
  expect(elsewhere.ids).toEqual([])
  expect(nobody.ids).toEqual([])
  expect(unheard).toEqual({ bodies: [], ids: [], ranks: [], next: undefined })
  // Beside people of the page that was cut off nobody is known to be missing: that one is asked again. Nobody asks for a word
  // that occurs nowhere.
  expect(asked).toHaveLength(3)
})
