import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommit } from '../../src/corpus/commits/index.ts'
import { always, type Condition, type Position } from '../../src/corpus/search/index.ts'
import { openSnapshots } from '../../src/corpus/commits/index.ts'
import { readOwners, readSnapshots, recordStore } from '../../src/corpus/record-store/index.ts'
import { loadSample } from '../../src/corpus/sample-load/index.ts'
import { openSearch } from '../../src/corpus/search/index.ts'
import { tokenNumber } from '../../src/corpus/search-index/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { openWriter, type IngestOutcome } from '../../src/corpus/write/index.ts'
import type { ClickHouse } from '../../src/store/clickhouse/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { sampledStores } from '../support/sampled-stores.ts'
import { conditionFor, pageThrough } from './compare.ts'
import type { CompanyParams } from './naive.ts'
import { smallSample } from './search-service.ts'
import { openSearchWorld, type SearchWorld } from './search-world.ts'
import { allowedMs } from '../support/machine-pace.ts'

let world: SearchWorld
/** A company of the sample. */
let sampled: Awaited<ReturnType<typeof search>>[number]

beforeAll(async () => {
  world = await openSearchWorld({ ...(await sampledStores(smallSample)), otherReaders: true })
  sampled = (await search({}))[0] as typeof sampled
})
afterAll(() => world.close())

/** A batch of companies, true on a day. */
function write(lines: readonly object[], day = '2026-11-02', writer = world.writer): Promise<IngestOutcome> {
  const items = lines.map((record, index) => ({ line: index + 1, record }))
  return writer.write('companies', items, { source: 'test', observedAt: new Date(`${day}T00:00:00Z`) })
}

async function asked(params: CompanyParams): Promise<Condition> {
  return conditionFor(world.search, { kind: 'companies', params })
}

/** Bodies of a new search. */
async function search(params: CompanyParams) {
  const condition = await asked(params)
  const snapshot = await world.search.snapshots.newest('companies')
  const { bodies } = await world.search.page('companies', { condition, snapshot, limit: 1000 })
  expect(await world.search.count('companies', { condition, snapshot })).toBe(bodies.length)
  return bodies.map((body) => JSON.parse(body) as { pnet_primary_slug: string; [member: string]: unknown })
}
const named = (slug: string) =>
  search({
    exactCompanyV2: { anyOf: [{ identifier: 'pnet-url', pnet_url: `https://pnet.example/company/${slug}` }] },
  })

/** Tracked states of an entity in the order they were true. */
const history = async (slug: string) => {
  const [store, asOf] = [recordStore(world.db), 2_147_483_647]
  const owners = await readOwners(store, 'companies', { tokens: [`slug:${slug}`], asOf, most: 8 })
  return readSnapshots(store, 'companies', { ids: [...owners.values()].flat(), asOf, most: 1_000 })
}

describe('pages while others write', () => {
  it('the pages of one cursor are the corpus of its start, to the row', async () => {
    verifies(
      'company-search.no-repeat-no-gap',
      'people-search.no-repeat-no-gap',
      'promise.corpus.newest-once',
    )
    let stopped = false
    let commits = 0
    const writing = (async () => {
      // Another process: a writer of its own that does not tell our snapshots of what it does.
      const writer = openWriter({ db: world.db, engine: world.engine })
      while (!stopped) {
        commits++
        const companies = Array.from({ length: 20 }, (_, index) => ({
          pnet_primary_slug: `moving-${index}`,
          preferred_name: `Moving ${commits}`,
          employee_count_consensus: { gte: (commits * 7919 * (index + 1)) % 90_000, lte: null },
        }))
        companies.push({
          pnet_primary_slug: `new-${commits}`,
          preferred_name: 'New',
          employee_count_consensus: { gte: commits, lte: null },
        })
        await write(companies, `2026-11-${String(2 + (commits % 25)).padStart(2, '0')}`, writer)
        const people = Array.from({ length: 20 }, (_, index) => ({
          primary_slug: `moving-${index}`,
          follower_count: (commits * 104_729 * (index + 1)) % 400_000,
          summary: `Version ${commits}`,
        }))
        const items = people.map((record, line) => ({ line, record }))
        await writer.write('people', items, {
          source: 'test',
          observedAt: new Date(Date.UTC(2026, 10, 3, 0, commits)),
        })
      }
    })()
    const chains = Array.from({ length: 6 }, async (_, chain) => {
      while (commits < 6) {
        const kind = chain % 2 === 0 ? 'companies' : 'people'
        const snapshot = await world.search.snapshots.newest(kind)
        const ids: string[] = []
        let after: Position | undefined
        do {
          const page = await world.search.page(kind, {
            condition: always,
            snapshot: (await world.search.snapshots.at(kind, snapshot.number))!,
            limit: 151,
            after,
          })
          ids.push(...page.ids)
          after = page.next
        } while (after !== undefined)
        const whole = await pageThrough(world.search, kind, {
          condition: always,
          snapshot: (await world.search.snapshots.at(kind, snapshot.number))!,
          size: 1000,
        })
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids).toEqual(whole)
        const now = (await world.search.snapshots.at(kind, snapshot.number))!
        expect(await world.search.count(kind, { condition: always, snapshot: now })).toBe(ids.length)
        // What each entity's newest version of that moment was, by the records alone.
        const versions = await world.db.query<{ id: string }>(sql`
          SELECT v.id::text AS id FROM (
            SELECT DISTINCT ON (r.id) r.id, r.rank FROM ${sql.id(`corpus_records_${kind}`)} r
            WHERE r.born <= ${snapshot.number} ORDER BY r.id, r.born DESC) AS v
          ORDER BY v.rank, v.id`)
        expect(ids).toEqual(versions.map(({ id }) => id).sort(byPlace(ids)))
        expect(ids.length).toBe(versions.length)
      }
    })
    await Promise.all(chains).finally(() => {
      stopped = true
    })
    await writing
    await world.snapshots.refresh()
    const moving = await search({ keywords: { containsAny: ['moving'] } })
    expect(moving.map((company) => company.pnet_primary_slug).sort()).toEqual(
      Array.from({ length: 20 }, (_, index) => `moving-${index}`).sort(),
    )
    expect(new Set(moving.map((company) => company['preferred_name']))).toEqual(
      new Set([moving[0]?.['preferred_name']]),
    )
  })

  it('the versions a cursor has seen stay as they were when their filters change', async () => {
    const keywords = { containsAll: ['told apart'] }
    const tags = { tags: { anyOf: ['is-government' as const] }, keywords }
    await write(
      [1, 2, 3].map((index) => ({
        pnet_primary_slug: `tagged-${index}`,
        tags: ['is-government'],
        li_headline: 'Told apart',
      })),
    )
    const condition = await asked(tags)
    const snapshot = await world.search.snapshots.newest('companies')
    const first = await world.search.page('companies', { condition, snapshot, limit: 1 })
    await write(
      [1, 2, 3].map((index) => ({ pnet_primary_slug: `tagged-${index}`, tags: ['is-school'] })),
      '2026-11-03',
    )
    const later = (await world.search.snapshots.at('companies', snapshot.number))!
    const rest = await world.search.page('companies', {
      condition,
      snapshot: later,
      limit: 10,
      after: first.next,
    })
    expect(new Set([...first.ids, ...rest.ids]).size).toBe(3)
    expect(await world.search.count('companies', { condition, snapshot: later })).toBe(3)
    expect(await search(tags)).toEqual([])
  })
})

/** Orders ids as they were paged; unknown ones last, so that they show. */
function byPlace(ids: readonly string[]): (a: string, b: string) => number {
  const place = new Map(ids.map((id, index) => [id, index]))
  return (a, b) => (place.get(a) ?? Infinity) - (place.get(b) ?? Infinity)
}

describe('a write', () => {
  it('is found by a search of its process at once, and of another within a second', async () => {
    verifies('promise.corpus.visible-in-1s')
    const elsewhere = await openSnapshots(world.db)
    try {
      const reader = openSearch(world.engine, recordStore(world.db), elsewhere)
      const condition = await asked({ keywords: { containsAll: ['freshly written'] } })
      const waited: number[] = []
      for (let round = 1; round <= 3; round++) {
        await write([{ pnet_primary_slug: `fresh-${round}`, short_description: 'Freshly written.' }])
        const returned = performance.now()
        expect((await search({ keywords: { containsAll: ['freshly written'] } })).length).toBe(round)
        let count = 0
        while (count < round && performance.now() - returned < 30_000) {
          const snapshot = await elsewhere.newest('companies')
          count = await reader.count('companies', { condition, snapshot })
        }
        expect(count).toBe(round)
        waited.push(performance.now() - returned)
      }
      // Of a few the quickest: on a busy machine one may wait for others that have nothing to do with it.
      expect(Math.min(...waited)).toBeLessThan(allowedMs(1_000))
    } finally {
      await elsewhere.close()
    }
  })

  it('replaces the version before, in every filter, and only once', async () => {
    const slug = 'replaced'
    await write([
      {
        pnet_primary_slug: slug,
        employee_count_consensus: { gte: 5, lte: 5 },
        tags: ['is-school'],
        li_org_id: '771',
      },
    ])
    await write(
      [{ pnet_primary_slug: slug, employee_count_consensus: { gte: 50_000, lte: null } }],
      '2026-11-03',
    )
    expect(await named(slug)).toMatchObject([
      { employee_count_consensus: { gte: 50_000 }, tags: ['is-school'] },
    ])
    const exactly = { exactCompanyV2: { anyOf: [{ identifier: 'pnet-org-id' as const, org_id: '771' }] } }
    expect(await search({ ...exactly, employeeCountV2: { upperBoundInclusive: 10 } })).toEqual([])
    expect(await search({ ...exactly, employeeCountV2: { lowerBoundExclusive: 10_000 } })).toHaveLength(1)
  })

  it('of the same batch again changes nothing', async () => {
    verifies('promise.corpus.import-repeatable')
    const batch = [
      { pnet_primary_slug: 'same-1', preferred_name: 'One', domains: ['one.example'], names: ['Uno', 'One'] },
      { pnet_primary_slug: 'same-2', preferred_name: 'Two', tags: ['is-school'] },
      { pnet_primary_slug: 'same-1', names: ['Eins'], preferred_name: 'One again' },
    ]
    expect(await write(batch)).toMatchObject({ created: 2, changed: 0, unchanged: 0, rejected: [] })
    const before = [await named('same-1'), await named('same-2')]
    expect(await write(batch)).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
    expect(await write(batch, '2026-11-09')).toMatchObject({ created: 0, changed: 0, unchanged: 2 })
    expect([await named('same-1'), await named('same-2')]).toEqual(before)
    expect(await history('same-1')).toEqual([])
  })

  it('of older data fills in what is unknown and overwrites nothing newer', async () => {
    const slug = 'as-of'
    await write([{ pnet_primary_slug: slug, preferred_name: 'Newer', funding_stage: 'seed' }], '2026-06-01')
    const older = {
      pnet_primary_slug: slug,
      preferred_name: 'Older',
      funding_stage: 'pre_seed',
      short_description: 'Known before.',
    }
    expect(await write([older], '2024-01-01')).toMatchObject({ changed: 1 })
    expect(await named(slug)).toMatchObject([
      { preferred_name: 'Newer', funding_stage: 'seed', short_description: 'Known before.' },
    ])
    // A member learnt from the older observation is as old as that: one in between replaces it.
    await write(
      [{ pnet_primary_slug: slug, short_description: 'Known since.', preferred_name: 'Between' }],
      '2025-01-01',
    )
    expect(await named(slug)).toMatchObject([{ preferred_name: 'Newer', short_description: 'Known since.' }])
  })
})

describe('history', () => {
  it('holds each tracked state before the newest, in the order observed, once', async () => {
    const slug = 'historic'
    const line = (gte: number) => [{ pnet_primary_slug: slug, employee_count_consensus: { gte, lte: gte } }]
    const counts = async () =>
      (await history(slug)).map(({ observedAt, tracked }) => [
        observedAt.slice(0, 10),
        (JSON.parse(tracked) as { employee_count_consensus: { gte: number } }).employee_count_consensus.gte,
      ])
    await write(line(10), '2024-01-01')
    expect(await counts()).toEqual([])
    await write(line(20), '2025-01-01')
    await write(line(30), '2026-01-01')
    expect(await counts()).toEqual([
      ['2024-01-01', 10],
      ['2025-01-01', 20],
    ])
    await write(line(15), '2024-07-01')
    const all = [
      ['2024-01-01', 10],
      ['2024-07-01', 15],
      ['2025-01-01', 20],
    ]
    expect(await counts()).toEqual(all)
    await write(line(15), '2024-07-01')
    await write(line(30), '2026-01-01')
    expect(await counts()).toEqual(all)
    expect(await named(slug)).toMatchObject([{ employee_count_consensus: { gte: 30 } }])
  })
})

describe('a commit that fails', () => {
  /** An engine that breaks at the nth insert; a dead one does the insert, but its answer and all else are lost. */
  function breaking(nth: number, { dead = false } = {}): ClickHouse {
    let inserts = 0
    const broken = () => inserts >= nth
    const fail = (): never => {
      throw new Error('the engine broke')
    }
    return {
      ...world.engine,
      insert: async (into, body) => {
        if (++inserts < nth || dead) await world.engine.insert(into, body)
        if (inserts >= nth) fail()
      },
      command: async (command) => {
        if (dead && broken()) fail()
        await world.engine.command(command)
      },
    }
  }
  const rowsOf = async (slug: string) => {
    const [row] = await world.engine.query<{ n: string }>({
      tag: 'test',
      sql: `SELECT count() AS n FROM companies WHERE has(keys, {number:UInt64})`,
      params: { number: tokenNumber(`slug:${slug}`) },
    })
    return Number(row?.n)
  }

  it.each([1, 2])('at insert %i is never seen, and its rows are removed at once', async (nth) => {
    const slug = `broken-${nth}`
    await write([{ pnet_primary_slug: `${slug}-kept`, preferred_name: 'Before', tags: ['is-school'] }])
    const writer = openWriter({ db: world.db, engine: breaking(nth) }, () => world.snapshots.refresh())
    const batch = [
      { pnet_primary_slug: slug },
      { pnet_primary_slug: `${slug}-kept`, preferred_name: 'After' },
    ]
    await expect(write(batch, '2026-11-05', writer)).rejects.toThrow('the engine broke')
    await world.snapshots.refresh()
    expect(await named(slug)).toEqual([])
    expect(await named(`${slug}-kept`)).toMatchObject([{ preferred_name: 'Before' }])
    expect(await rowsOf(slug)).toBe(0)
    expect(await write(batch, '2026-11-05')).toMatchObject({ created: 1, changed: 1 })
    expect(await named(`${slug}-kept`)).toMatchObject([{ preferred_name: 'After' }])
  })

  it('on an engine that stays away is never seen, and the next write removes its rows', async () => {
    const writer = openWriter({ db: world.db, engine: breaking(1, { dead: true }) }, () =>
      world.snapshots.refresh(),
    )
    await expect(write([{ pnet_primary_slug: 'left-behind' }], '2026-11-05', writer)).rejects.toThrow(
      'the engine broke',
    )
    await world.snapshots.refresh()
    expect(await rowsOf('left-behind')).toBe(1)
    expect(await named('left-behind')).toEqual([])
    await write([{ pnet_primary_slug: 'the-next' }])
    expect(await rowsOf('left-behind')).toBe(0)
    expect(await named('the-next')).toHaveLength(1)
    expect(await write([{ pnet_primary_slug: 'left-behind' }], '2026-11-05')).toMatchObject({ created: 1 })
    expect(await named('left-behind')).toHaveLength(1)
  })

  it('of a process that is gone is never seen: the number it took is not given out again', async () => {
    const stores = { db: world.db, abandon: async () => {} }
    const numbers: number[] = []
    const take = (fails: boolean) =>
      runCommit(stores, 'companies', 1, async ({ number }) => {
        numbers.push(number)
        if (fails) throw new Error('killed')
        return { rows: 0, superseded: 0, source: 'test' }
      })
    await expect(take(true)).rejects.toThrow('killed')
    await take(false)
    expect(numbers[1]).toBe((numbers[0] as number) + 1)
  })
})

describe('a sample world that another replaced', () => {
  it('is out of sight, and its entities can be written again', async () => {
    const slug = sampled.pnet_primary_slug
    expect(await named(slug)).toHaveLength(1)
    await loadSample(world, {
      world: { seed: 1, companies: 20, people: 50, asOf: '2026-11-01' },
      onPublished: () => world.snapshots.refresh(),
    })
    expect(await named(slug)).toEqual([])
    const kept = await search({})
    expect(kept.some(({ pnet_primary_slug }) => pnet_primary_slug === 'historic')).toBe(true)
    const { pnet_primary_slug, preferred_name } = sampled as {
      pnet_primary_slug: string
      preferred_name: string
    }
    expect(await write([{ pnet_primary_slug, preferred_name }])).toMatchObject({ created: 1 })
    expect(await named(slug)).toMatchObject([{ preferred_name, li_org_id: null }])
  })
})
