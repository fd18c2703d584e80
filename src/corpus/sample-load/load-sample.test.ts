import { expect, test } from 'vitest'
import { testAlmanac } from '../../../test/support/harness.ts'
import {
  createWorld,
  generateCompany,
  generateComments,
  generateJobPostings,
  generateNews,
  generatePosts,
  generateReactions,
} from '../sample/index.ts'
import { countRecords, readByIds, recordStore } from '../record-store/index.ts'
import { always } from '../search/index.ts'
import { entityKinds, kinds, type EntityKind } from '../kinds/index.ts'
import { loadSample, removeSample, sampleHeld, sampleState } from './load-sample.ts'

const { db, engine, almanac } = await testAlmanac()
const { search, snapshots, writer } = almanac
const world = { seed: 1, companies: 60, people: 400, asOf: '2026-11-01' }
const count = async (kind: (typeof entityKinds)[number]) =>
  search.count(kind, { condition: always, snapshot: await snapshots.newest(kind) })

test('a sample holds every posting, post, comment, reaction and article of its companies, tied to company and author', async () => {
  expect(await sampleState(db, world)).toBe('absent')
  const { loaded } = await loadSample({ db, engine }, { world, onPublished: () => snapshots.refresh() })
  expect(await sampleState(db, world)).toBe('whole')
  const frame = createWorld(world)
  expect(loaded).toMatchObject({
    companies: 60,
    people: 400,
    postings: [...generateJobPostings(frame)].length,
    posts: [...generatePosts(frame)].length,
    news: [...generateNews(frame)].length,
    comments: [...generateComments(frame)].length,
    reactions: [...generateReactions(frame)].length,
  })
  for (const kind of entityKinds) expect(await count(kind)).toBe(loaded[kind])
  const wrong = await engine.query<{ n: string }>({
    tag: 'test',
    sql: `SELECT count() AS n FROM job_postings p LEFT JOIN companies c ON c.id = p.company_id
      WHERE c.org_id != p.org_id
      UNION ALL
      SELECT count() FROM news WHERE length(company_ids) != 1`,
  })
  expect(wrong.map(({ n }) => Number(n))).toEqual([0, 0])
  for (const kind of ['posts', 'comments', 'reactions'] as const) {
    const rows = await engine.query<{ id: string; author: string }>({
      tag: 'test',
      sql: `SELECT toString(id) AS id, toString(author_id) AS author FROM ${kinds[kind].table} WHERE facets LIKE '%author:person%'`,
    })
    expect(rows.length).toBeGreaterThan(0)
    const written = await recordsById(
      kind,
      rows.map(({ id }) => id),
    )
    const people = await recordsById(
      'people',
      rows.map(({ author }) => author),
    )
    for (const { id, author } of rows)
      expect(people.get(author)?.['primary_slug'], `${kind} ${id}`).toBe(
        written.get(id)?.['author_pnet_slug'],
      )
  }
})

async function recordsById(kind: EntityKind, ids: string[]): Promise<Map<string, Record<string, unknown>>> {
  const found = await readByIds(recordStore(db), kind, { ids, asOf: 2_147_483_647 })
  return new Map(found.map(({ id, body }) => [id, JSON.parse(body) as Record<string, unknown>]))
}

test('a sample again changes nothing, nor does its posting through the writer', async () => {
  const before = await Promise.all(entityKinds.map(count))
  const { loaded } = await loadSample({ db, engine }, { world })
  expect(Object.values(loaded)).toEqual(entityKinds.map(() => 0))
  const frame = createWorld(world)
  const [record] = [...generateJobPostings(frame)]
  const outcome = await writer.write('postings', [{ line: 1, record: record as object }], {
    source: 'sample',
    observedAt: new Date(world.asOf),
  })
  expect(outcome).toMatchObject({ unchanged: 1, created: 0 })
  expect(await Promise.all(entityKinds.map(count))).toEqual(before)
})

test('another sample takes the place of the whole first one', async () => {
  const other = { ...world, companies: 20, people: 100 }
  const { loaded } = await loadSample(
    { db, engine },
    { world: other, onPublished: () => snapshots.refresh() },
  )
  await snapshots.refresh()
  for (const kind of entityKinds) expect(await count(kind)).toBe(loaded[kind])
  for (const kind of entityKinds) {
    const [rows] = await engine.query<{ rows: string }>({
      tag: 'test',
      sql: `SELECT count() AS rows FROM ${kinds[kind].table}`,
    })
    expect(Number(rows?.rows)).toBe((await countRecords(recordStore(db), kind, 2_147_483_647)).versions)
  }
})

test('a sample is removed, and nothing else: real records stay, and those that an import changed', async () => {
  const before = await Promise.all(entityKinds.map(count))
  expect(await sampleHeld(db)).toEqual({ companies: 20, people: 100 })
  const observedAt = new Date('2026-11-20')
  const made = generateCompany(createWorld({ ...world, companies: 20, people: 100 }), 3)
  const items = [
    { line: 1, record: { preferred_name: 'Real', domains: ['real.example'] } },
    { line: 2, record: { ...made, short_description: 'Ours now' } },
  ]
  const written = await writer.write('companies', items, { source: 'import', observedAt })
  expect(written).toMatchObject({ created: 1, changed: 1 })
  const removed = await removeSample({ db, engine })
  expect(Object.values(removed)).toEqual(before.map((held, kind) => (kind === 0 ? held - 1 : held)))
  await snapshots.refresh()
  for (const kind of entityKinds) expect(await count(kind), kind).toBe(kind === 'companies' ? 2 : 0)
  expect(await sampleHeld(db)).toEqual({ companies: 0, people: 0 })
  expect(Object.values(await removeSample({ db, engine }))).toEqual(entityKinds.map(() => 0))
})
