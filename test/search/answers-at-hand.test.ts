import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openEntitySets } from '../../src/corpus/entity-sets/index.ts'
import { recordStore } from '../../src/corpus/record-store/index.ts'
import {
  and,
  hasAll,
  notInSets,
  openSearch,
  type Condition,
  type CorpusSearch,
} from '../../src/corpus/search/index.ts'
import { compact, openSubjects } from '../../src/corpus/write/index.ts'
import { dayMs } from '../../src/lib/time.ts'
import { openSearchWorld, write, type SearchWorld } from './search-world.ts'

let world: SearchWorld
/** Opened for each test, so that no answer is at hand. */
let search: CorpusSearch
beforeAll(async () => {
  world = await openSearchWorld()
  await write(
    world,
    'people',
    Array.from({ length: 40 }, (_, index) => person(index)),
  )
  await write(world, 'companies', [company()])
})
beforeEach(() => {
  search = openSearch(world.engine, recordStore(world.db), world.snapshots)
})
afterAll(() => world.close())

const company = (headline = 'Makes things') => ({
  pnet_primary_slug: 'acme',
  preferred_name: 'Acme',
  li_org_id: '900',
  li_headline: headline,
})
const person = (index: number) => ({
  primary_slug: `p${index}`,
  first_name: 'Ada',
  last_name: `Number ${index}`,
  follower_count: 1_000 - index,
  experiences: [{ title: 'Engineer', company_name: 'Acme', pnet_company_id: '900', is_current: true }],
})
const engineers = hasAll('title_tokens', ['engineer'])

async function ask(condition: Condition = engineers, limit = 10) {
  const snapshot = await search.snapshots.newest('people')
  const count = await search.count('people', { condition, snapshot })
  const { ids, bodies } = await search.page('people', { condition, snapshot, limit })
  const slugs = bodies.map((body) => (JSON.parse(body) as { primary_slug: string }).primary_slug)
  return { count, ids, slugs }
}

describe('an answer to a question that was asked before', () => {
  it('is at hand: the engine is asked once', async () => {
    const first = await ask()
    expect(await ask()).toEqual(first)
    expect(first.count).toBe(40)
    expect(first.slugs[0]).toBe('p0')
    expect(search.answerUse()).toEqual({ count: { memory: 1, engine: 1 }, page: { memory: 1, engine: 1 } })
  })

  it('is that of the same number of rows in the same order only', async () => {
    await ask(engineers, 10)
    expect((await ask(engineers, 11)).ids).toHaveLength(11)
    expect(search.answerUse().page).toEqual({ memory: 0, engine: 2 })
  })

  it('is another one as soon as a record it reads is written', async () => {
    const before = await ask()
    await write(world, 'people', [person(100)])
    expect((await ask()).count).toBe(before.count + 1)
    const employed = async () => {
      const companies = await search.snapshots.newest('companies')
      return ask(search.worksAt(hasAll('words', ['robots']), companies))
    }
    expect([(await employed()).count, (await employed()).count]).toEqual([0, 0])
    await write(world, 'companies', [company('Makes robots')])
    expect((await employed()).count).toBe(before.count + 1)
  })

  it('leaves a suppressed person out at once', async () => {
    const before = await ask()
    expect(before.slugs).toContain('p3')
    await ask()
    const subjects = openSubjects({ db: world.db, engine: world.engine, onlyReader: world.snapshots }, () =>
      world.snapshots.refresh(),
    )
    await subjects.erase(['slug:p3'])
    const after = await ask()
    expect(after.count).toBe(before.count - 1)
    expect(after.slugs).not.toContain('p3')
    expect((await ask()).slugs).toEqual(after.slugs)
  })

  it('stays right while superseded versions are there, and when they were removed', async () => {
    const before = await ask()
    await write(
      world,
      'people',
      Array.from({ length: 5 }, (_, index) => ({ ...person(10 + index), headline: 'Another' })),
    )
    const superseded = await ask()
    expect(await ask()).toEqual(superseded)
    expect(superseded.count).toBe(before.count)
    expect(
      await compact(world, 'people', { nowMs: Date.now() + dayMs, wait: async () => {} }),
    ).toBeGreaterThan(0)
    await world.snapshots.refresh()
    expect((await search.snapshots.newest('people')).mayHoldSuperseded).toBe(false)
    expect(await ask()).toEqual(superseded)
    expect(await ask()).toEqual(superseded)
  })

  it('leaves out whom a list names, at each of its versions, and for no other organization', async () => {
    const sets = openEntitySets({ db: world.db, engine: world.engine })
    const plain = await ask()
    for (const organizationId of ['org_one', 'org_two'])
      await sets.create({ organizationId, id: `of_${organizationId}`, kind: 'people' })
    const left = async (organizationId: string) => {
      const applied = await sets.applied(organizationId, [`of_${organizationId}`])
      return ask(and([engineers, notInSets(applied)]))
    }
    await sets.add('org_one', 'of_org_one', ['slug:p7'])
    const one = await left('org_one')
    expect(one.count).toBe(plain.count - 1)
    expect(one.slugs).not.toContain('p7')
    expect((await left('org_two')).count).toBe(plain.count)
    await sets.add('org_one', 'of_org_one', ['slug:p8'])
    const both = await left('org_one')
    expect(both.count).toBe(plain.count - 2)
    expect(both.slugs).not.toContain('p8')
    expect(await left('org_two')).toEqual(plain)
    expect(await ask()).toEqual(plain)
  })
})
