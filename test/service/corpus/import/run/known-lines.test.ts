import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testEngine } from '../../../../support/engine.ts'
import { testAlmanac, type TestAlmanac } from '../../../../support/harness.ts'
import { runs } from '../../../../support/long.ts'
import { testDatabase } from '../../../../support/postgres.ts'
import { sql, type Postgres } from '../../../../../src/store/postgres/index.ts'
import { tokenDigest } from '../../../../../src/corpus/search-index/index.ts'
import { confirmLines, type KnownLine } from '../../../../../src/corpus/record-store/index.ts'
import { compact, openWriter } from '../../../../../src/corpus/write/index.ts'
import { parseMapping } from '../../../../../src/corpus/import/mapping/load-mapping.ts'
import { importFile, type ImportFile } from '../../../../../src/corpus/import/run/import-file.ts'

let service: TestAlmanac
let folder = ''
beforeAll(async () => {
  service = await testAlmanac()
  folder = await mkdtemp(join(tmpdir(), 'almanac-known-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Imports rows; answers what was told of them, and how many of them were read. */
async function deliver(rows: readonly object[], how: Partial<ImportFile> = {}) {
  const file = join(folder, 'rows.jsonl')
  await writeFile(file, rows.map((row) => JSON.stringify(row)).join('\n'))
  const { writer } = { ...service.almanac, ...how }
  let read = 0
  const { created, changed, unchanged, leftOut } = await importFile({
    kind: 'people',
    file,
    source: 'crm',
    observedAt: new Date('2026-01-01'),
    batchRows: 100,
    onRejects: async (rejected) => expect(rejected).toEqual([]),
    ...how,
    writer: {
      ...writer,
      async writeLines(kind, lines, options) {
        const outcome = await writer.writeLines(kind, lines, options)
        read += lines.summaries.filter((summary) => summary !== undefined).length
        return outcome
      },
    },
  })
  return { created, changed, unchanged, leftOut, read }
}

const person = (slug: string, headline: string, more: object = {}) => ({
  primary_slug: slug,
  name: `Name of ${slug}`,
  headline,
  ...more,
})
const later = (month: number): { observedAt: Date } => ({ observedAt: new Date(Date.UTC(2026, month, 1)) })
const nothing = { created: 0, changed: 0, unchanged: 0, leftOut: 0, read: 0 }

/** The headline of a person, and how many versions there were. */
async function known(slug: string) {
  const { search, snapshots } = service.almanac
  const snapshot = await snapshots.newest('people')
  const found = await search.lookup('people', { tokens: [`slug:${slug}`], perToken: 4, snapshot })
  return found.map(({ body }) => (JSON.parse(body) as { headline: string }).headline)
}

test('a line that comes again as it was is counted and not read; one that changed is written', async () => {
  const rows = ['a', 'b', 'c'].map((name) => person(`again-${name}`, 'Engineer'))
  expect(await deliver(rows)).toEqual({ ...nothing, created: 3, read: 3 })
  expect(await deliver(rows, later(2))).toEqual({ ...nothing, unchanged: 3 })
  const changed = rows.with(1, person('again-b', 'Director'))
  expect(await deliver(changed, later(3))).toEqual({ ...nothing, unchanged: 2, changed: 1, read: 1 })
  expect(await deliver(changed, later(4))).toEqual({ ...nothing, unchanged: 3 })
})

test('after a newer value from another source the line is read again, and wins as a later observation does', async () => {
  const ours = [person('two', 'Ours')]
  await deliver(ours)
  await deliver([person('two', 'Theirs')], { source: 'vendor', ...later(1) })
  expect(await known('two')).toEqual(['Theirs'])
  // Observed before theirs it has nothing to say, however often it comes.
  const early = { observedAt: new Date('2026-01-15') }
  expect(await deliver(ours, early)).toMatchObject({ unchanged: 1, read: 1 })
  expect(await deliver(ours, early)).toMatchObject({ unchanged: 1, read: 1 })
  expect(await deliver(ours, later(2))).toMatchObject({ changed: 1, read: 1 })
  expect(await known('two')).toEqual(['Ours'])
  expect(await deliver(ours, later(3))).toEqual({ ...nothing, unchanged: 1 })
})

test('a line that comes every day does not grow what is kept of it for ever', async () => {
  const rows = [person('daily', 'Engineer')]
  for (let day = 1; day <= 70; day++)
    await deliver(rows, { source: 'every day', observedAt: new Date(Date.UTC(2026, 0, day)) })
  const kept = await service.db.query<{ dates: number; sets: number; last: Date; confirmed: Date }>(sql`
    SELECT cardinality(seen_at) AS dates, cardinality(seen_sets) AS sets, seen_at[cardinality(seen_at)] AS last,
      confirmed_at AS confirmed
    FROM corpus_confirmations WHERE source = 'every day'`)
  const last = new Date(Date.UTC(2026, 0, 70))
  expect(kept).toEqual([{ dates: 60, sets: 60, last, confirmed: last }])
})

test('another source, another mapping and an earlier day make another line of it', async () => {
  const rows = [person('key', 'Engineer')]
  await deliver(rows, later(2))
  expect(await deliver(rows, { source: 'vendor', ...later(2) })).toMatchObject({ read: 1 })
  const mapping = parseMapping('kind: people\nrecord:\n  primary_slug: primary_slug\n  headline: headline\n')
  expect(await deliver(rows, { mapping, ...later(2) })).toMatchObject({ read: 1 })
  const other = parseMapping('kind: people\nrecord:\n  primary_slug: primary_slug\n  headline: name\n')
  expect(await deliver(rows, { mapping: other, ...later(3) })).toMatchObject({ read: 1, changed: 1 })
  expect(await deliver([person('day', 'Engineer')], later(4))).toMatchObject({ created: 1 })
  expect(await deliver([person('day', 'Engineer')], later(3))).toMatchObject({ read: 1, unchanged: 1 })
})

test('what was looked up before a commit confirms only records that the commit left as they were', async () => {
  const people = ['stays', 'moves'].map((name) => person(`between-${name}`, 'Engineer'))
  await deliver(people, later(1))
  const lines = await service.db.query<{ digest: string; id: string }>(sql`
    SELECT replace(l.digest::text, '-', '') AS digest, l.id::text AS id FROM corpus_lines_people l
    JOIN corpus_records_people r ON r.id = l.id AND r.born = l.born AND r.dead IS NULL
    WHERE r.observed_at = ${later(1).observedAt} ORDER BY l.id DESC LIMIT 2`)
  const digests = lines.map(({ digest }) => digest)
  const { observedAt } = later(3)
  const before = await service.almanac.writer.knownLines('people', digests, observedAt)
  expect(before.lines.size).toBe(2)
  await deliver([person('between-moves', 'Director')], { source: 'vendor', ...later(2) })
  const passed = digests.map((digest) => ({ digest, ...(before.lines.get(digest) as KnownLine) }))
  const confirmed = async () => {
    const rows = await service.db.query<{ id: string }>(sql`
      SELECT id::text AS id FROM corpus_confirmations WHERE kind = 'people' AND confirmed_at = ${observedAt}
        AND id = ANY (${lines.map(({ id }) => id)}::bigint[])`)
    return rows.map(({ id }) => id)
  }
  const saying = { lines: passed, source: 'crm', observedAt }
  await confirmLines(service.db, 'people', { published: before.published, ...saying })
  const [moved, stayed] = lines
  expect(await confirmed()).toEqual([stayed?.id])
  // Nothing but the check of the commit keeps the other one out.
  const now = await service.almanac.writer.knownLines('people', digests, observedAt)
  await confirmLines(service.db, 'people', { published: now.published, ...saying })
  expect((await confirmed()).toSorted()).toEqual([stayed?.id, moved?.id].toSorted())
})

test('rules of another version: nothing is passed over, and nothing of the old ones is kept', async () => {
  const rows = [person('rules', 'Engineer')]
  await deliver(rows)
  await service.db.query(sql`UPDATE corpus_commits SET line_rules = 'older' WHERE kind = 'people'`)
  const restarted = openWriter({ db: service.db, engine: service.engine })
  const [digests] = await service.db.query<{ all: string[] }>(
    sql`SELECT array_agg(digest::text) AS all FROM corpus_lines_people`,
  )
  expect(digests?.all.length).toBeGreaterThan(0)
  const asked = (digests?.all ?? []).map((digest) => digest.replaceAll('-', ''))
  expect((await restarted.knownLines('people', asked, new Date())).lines.size).toBe(0)
  expect(await service.db.query(sql`SELECT 1 FROM corpus_lines_people`)).toEqual([])
})

test('of somebody who was forgotten no digest is left, and the line that comes again is left out', async () => {
  const rows = [
    person('gone', 'Engineer', { emails: [{ email: 'gone@home.example' }] }),
    person('stays', 'Cook'),
  ]
  await deliver(rows)
  const linesNow = () =>
    service.db.query(sql`
    SELECT 1 FROM corpus_lines_people l JOIN corpus_identifiers_people i ON i.id = l.id
    WHERE i.digest = ${String(tokenDigest('slug:gone'))}::bigint`)
  expect(await linesNow()).toHaveLength(1)
  await service.almanac.subjects.erase(['slug:gone'])
  expect(await linesNow()).toEqual([])
  const suppressed = {
    among: async (tokens: readonly string[]) => new Set(tokens.filter((token) => token === 'slug:gone')),
  }
  const writer = openWriter({ db: service.db, engine: service.engine, suppressed })
  expect(await deliver(rows, { writer, ...later(2) })).toMatchObject({ leftOut: 1, unchanged: 1, created: 0 })
  expect(await known('gone')).toEqual([])
})

test('a posting whose company was not known is read again, and tied to it once it is there', async () => {
  const company = { li_org_id: '4711', preferred_name: 'Late Ltd', domains: ['late.example'] }
  const posting = { job_id: 'late-1', title: 'Cook', company: { li_org_id: '4711', name: 'Late Ltd' } }
  const postings = { kind: 'postings' as const }
  expect(await deliver([posting], postings)).toMatchObject({ created: 1 })
  expect(await deliver([posting], { ...postings, ...later(1) })).toMatchObject({ read: 1 })
  await deliver([company], { kind: 'companies' })
  expect(await deliver([posting], { ...postings, ...later(2) })).toMatchObject({ changed: 1, read: 1 })
  expect(await deliver([posting], { ...postings, ...later(3) })).toEqual({ ...nothing, unchanged: 1 })
})

test('a line whose entity another line of its batch is about is laid over with it, in their order', async () => {
  const first = person('pair', 'First', { emails: [{ email: 'pair@home.example' }] })
  await deliver([first])
  const second = {
    emails: [{ email: 'pair@home.example' }],
    name: 'Name of pair',
    summary: 'Second',
    observed_at: '2025-06-01',
  }
  expect(await deliver([first, second], later(2))).toMatchObject({ read: 2 })
})

test('compaction takes the lines of the versions it removes', async () => {
  const held = async () =>
    service.db.query<{ n: number }>(sql`
    SELECT count(*)::int AS n FROM corpus_lines_people l
    WHERE NOT EXISTS (SELECT 1 FROM corpus_records_people r WHERE r.id = l.id AND r.born = l.born)`)
  for (const headline of ['1', '2', '3'])
    await deliver([person('compact', headline)], later(5 + Number(headline)))
  const inADay = { nowMs: Date.now() + 86_400_000, wait: async () => {} }
  expect(await compact({ db: service.db, engine: service.engine }, 'people', inADay)).toBeGreaterThan(0)
  expect(await held()).toEqual([{ n: 0 }])
})

/**
 * Names that nobody takes for each other. Whether two of one mailbox are alike is judged with statistics as of a commit, and
 * a delivery that is read makes one where a delivery that is passed over makes none (README of corpus/write).
 */
const names = 'Ada Holm,Bo Lind,Cleo Marsh,Dag Nyberg,Eve Okoro,Finn Petrov,Gita Quist,Hal Rossi'.split(',')

/** Deliveries by two sources of a few people, of any date, with and without dates of their own. */
const deliveries = fc.array(
  fc.record({
    source: fc.constantFrom('crm', 'vendor'),
    month: fc.integer({ min: 0, max: 5 }),
    lines: fc.array(
      fc.record({
        who: fc.integer({ min: 0, max: 7 }),
        headline: fc.constantFrom('x', 'y', undefined),
        skill: fc.constantFrom(undefined, 'a', 'b'),
        email: fc.constantFrom(undefined, 0, 1, 2),
        own: fc.constantFrom(undefined, undefined, '2026-02-15', '2026-04-15'),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  }),
  { minLength: 3, maxLength: 6 },
)

test('whatever is delivered in whatever order, passing lines over leaves what reading them leaves', async () => {
  const openStores = async () => {
    const [db, engine] = await Promise.all([testDatabase(), testEngine()])
    const writer = openWriter({ db, engine, onlyReader: { refresh: async () => {} } })
    return { db, writer }
  }
  const [passing, reading] = [await openStores(), await openStores()]
  const blind = {
    ...reading.writer,
    knownLines: async () => ({ published: 0, lines: new Map<string, KnownLine>() }),
  }
  const contentOf = (db: Postgres) =>
    db.query(sql`
    SELECT dense_rank() OVER (ORDER BY r.id) AS entity, r.dead IS NULL AS newest, r.rank, r.observed_at, md5(r.body) AS body, md5(r.sealed) AS sealed,
      (SELECT array_agg((s.observed_at, md5(s.tracked)) ORDER BY s.observed_at, s.born) FROM corpus_snapshots_people s
       WHERE s.id = r.id) AS past,
      (SELECT array_agg((c.source, c.confirmed_at, c.confidence, c.members) ORDER BY c.source)
       FROM corpus_confirmations c WHERE c.kind = 'people' AND c.id = r.id) AS confirmed
    FROM corpus_records_people r ORDER BY r.id, r.born`)
  let run = 0
  let passed = 0
  await fc.assert(
    fc.asyncProperty(deliveries, async (given) => {
      run++
      for (const { source, month, lines } of given.flatMap((each) => [each, each])) {
        const rows = lines.map(({ who, headline, skill, email, own }) => ({
          ...person(`p${run}-${who}`, headline ?? 'always'),
          name: names[who],
          ...(headline === undefined && { headline: undefined }),
          skills: skill === undefined ? undefined : [skill],
          emails: email === undefined ? undefined : [{ email: `e${run}-${email}@home.example` }],
          observed_at: own,
        }))
        const how = { source, ...later(month) }
        const { read: _, ...told } = await deliver(rows, { ...how, writer: blind })
        const { read, ...same } = await deliver(rows, { ...how, writer: passing.writer })
        passed += rows.length - read
        expect(same).toEqual(told)
      }
      expect(await contentOf(passing.db)).toEqual(await contentOf(reading.db))
    }),
    { numRuns: runs(6, 100) },
  )
  expect(passed).toBeGreaterThan(5)
})
