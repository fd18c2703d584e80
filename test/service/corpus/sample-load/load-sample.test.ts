import { expect, test } from 'vitest'
import { testAlmanac } from '../../../support/harness.ts'
import {
  createWorld,
  generateCompany,
  generateComments,
  generateJobPostings,
  generateNews,
  generatePosts,
  generatePerson,
  generateReactions,
} from '../../../../src/corpus/sample/index.ts'
import type { NativeJobPosting } from '../../../../src/corpus/records/index.ts'
import { countRecords, readByIds, readPage, recordStore } from '../../../../src/corpus/record-store/index.ts'
import { openIdentity } from '../../../../src/corpus/write/index.ts'
import { always } from '../../../../src/corpus/search/index.ts'
import { entityKinds, kinds, type EntityKind } from '../../../../src/corpus/kinds/index.ts'
import { loadSample, sampleHeld, sampleState } from '../../../../src/corpus/sample-load/load-sample.ts'
import { removeSample } from '../../../../src/corpus/sample-load/remove-sample.ts'

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

/** A number, slug, id or domain that only the sample has. */
const madeUp = /90000\d{11}|-example\b|\bsample-|\b[a-z]{2}--[a-z]/

test('sample remove leaves nothing made up: not in records that others have said something of, nor where it was merged', async () => {
  const before = await Promise.all(entityKinds.map(count))
  expect(await sampleHeld(db)).toEqual({ companies: 20, people: 100 })
  const observedAt = new Date('2026-11-20')
  const frame = createWorld({ ...world, companies: 20, people: 100 })
  const [company, other] = [generateCompany(frame, 3), generateCompany(frame, 4)]
  const person = generatePerson(frame, 7)
  const posting = [...generateJobPostings(frame)][0] as NativeJobPosting
  const write = (kind: 'companies' | 'people' | 'postings', records: object[]) =>
    writer.write(
      kind,
      records.map((record, index) => ({ line: index + 1, record })),
      { source: 'import', observedAt },
    )
  const written = await write('companies', [
    { preferred_name: 'Real', domains: ['real.com'] },
    {
      li_org_id: company.li_org_id,
      preferred_name: company.preferred_name,
      short_description: 'Ours now',
      domains: ['ours.com'],
    },
    { preferred_name: 'Merged', domains: ['merged.com'], founded_on_consensus: '1999-01-01' },
  ])
  expect(written).toMatchObject({ created: 2, changed: 1 })
  const job = { title: 'Chemist', company_name: 'Real', is_current: true, start_date: '2026-01-01' }
  await write('people', [
    { primary_slug: person.primary_slug, name: person.name, experiences: [job] },
    { primary_slug: generatePerson(frame, 8).primary_slug, emails: [{ email: 'ann.lee@real.com' }] },
    // A slug is all this one says: without the sample nobody could recognise it.
    { primary_slug: generatePerson(frame, 9).primary_slug, headline: 'Chemist' },
  ])
  await write('postings', [
    { job_id: posting.job_id, job_url: posting.job_url, company: posting.company, title: 'New' },
  ])
  const identity = openIdentity({ db, engine })
  const [into] = await identity.find('companies', 'dom:merged.com')
  const [from] = await identity.find('companies', `org:${other.li_org_id}`)
  await identity.merge('companies', {
    into: into!,
    from: from!,
    actor: 'operator:test',
    reason: 'tried',
  })

  await removeSample({ db, engine })
  await snapshots.refresh()
  const left = new Map<string, string[]>()
  for (const kind of entityKinds) {
    const page = { after: { id: '0', born: '0' }, pass: { from: 0, to: 2_147_483_647 }, limit: 10_000 }
    const live = (await readPage(recordStore(db), kind, page)).filter(({ dead }) => dead === null)
    for (const { body, sealed } of live) {
      expect(body, kind).not.toMatch(madeUp)
      expect(sealed, kind).not.toMatch(madeUp)
      expect(sealed, kind).not.toContain('"sample"')
    }
    if (live.length > 0)
      left.set(
        kind,
        live.map(({ body }) => body),
      )
  }
  expect([...left.keys()].toSorted()).toEqual(['companies', 'people'])
  expect(left.get('companies')).toHaveLength(3)
  const ours = left.get('companies')!.map((body) => JSON.parse(body) as Record<string, unknown>)
  expect(ours.find((record) => record['short_description'] === 'Ours now')).toMatchObject({
    preferred_name: company.preferred_name,
    domains: ['ours.com'],
    li_org_id: null,
    long_description: null,
    employee_count_consensus: null,
  })
  expect(ours.find((record) => record['preferred_name'] === 'Merged')).toMatchObject({
    founded_on_consensus: '1999-01-01',
    short_description: null,
  })
  expect(left.get('people')).toHaveLength(1)
  expect(JSON.parse(left.get('people')![0]!)).toMatchObject({ name: null, experiences: [], headline: null })
  expect(await sampleHeld(db)).toEqual({ companies: 0, people: 0 })
  expect(before[0]).toBe(20)
  expect(Object.values(await removeSample({ db, engine }))).toEqual(entityKinds.map(() => 0))
})
