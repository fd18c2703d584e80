import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testAlmanac } from '../../../../support/harness.ts'
import { always } from '../../../../../src/corpus/search/index.ts'
import type { EntityKind } from '../../../../../src/corpus/kinds/index.ts'
import type { Rejection } from '../../../../../src/corpus/write/index.ts'
import { parseMapping } from '../../../../../src/corpus/import/mapping/load-mapping.ts'
import type { ImportKind } from '../../../../../src/corpus/import/mapping/target.ts'
import { importFile } from '../../../../../src/corpus/import/run/import-file.ts'
import { snapshotsOf } from '../../../../support/records.ts'

const { almanac, db } = await testAlmanac()
const { search, snapshots, writer } = almanac

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-kinds-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function load(
  kind: ImportKind,
  file: { name: string; text: string },
  more: { map?: string; asOf?: string } = {},
) {
  const path = join(folder, file.name)
  await writeFile(path, file.text)
  const rejects: Rejection[] = []
  const summary = await importFile({
    kind,
    file: path,
    source: 'test',
    writer,
    batchRows: 100,
    observedAt: new Date(more.asOf ?? '2026-11-02'),
    ...(more.map === undefined ? {} : { mapping: parseMapping(more.map) }),
    onRejects: async (rejected) => void rejects.push(...rejected),
  })
  return { ...summary, rejects }
}

async function records(kind: EntityKind) {
  const page = await search.page(kind, {
    condition: always,
    limit: 100,
    snapshot: await snapshots.newest(kind),
  })
  return page.bodies.map((body) => JSON.parse(body) as Record<string, unknown>)
}

const lines = (...rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')

test('postings: native lines, and a table of another shape by a mapping', async () => {
  const native = lines(
    {
      job_id: '1',
      title: 'Cook',
      posted_at: '2026-10-01',
      company: { domain: 'acme.example', name: 'Acme' },
    },
    { job_id: '2', title: 'Baker', posted_at: 'last week' },
    { title: 'Waiter' },
  )
  const { created, rejects } = await load('postings', { name: 'a.jsonl', text: native })
  expect(created).toBe(1)
  expect(rejects.map(({ line, path }) => [line, path])).toEqual([
    [2, 'posted_at'],
    [3, 'job_id'],
  ])
  const map = `
kind: postings
source: board
record:
  job_id: Ref
  title: Job
  job_url: { path: Link, do: [url] }
  posted_at: { path: Date, do: [{ date: DD/MM/YYYY }] }
  company: { object: { name: Firm } }
  employment_type: { path: Type, do: [{ lookup: { map: { FT: Full-time, PT: Part-time } } }] }
  standardized_location: { path: Place, do: [location] }
  compensation_range: { object: { min: From, max: To, currency: { value: USD }, period: { value: monthly } } }
`
  const csv =
    'Ref,Job,Link,Date,Firm,Type,Place,From,To\nR7,Driver,jobs.example.org/7,15/10/2026,Hall Ltd,FT,"Bonn, Germany",3000,3500\n'
  expect(await load('postings', { name: 'b.csv', text: csv }, { map })).toMatchObject({
    created: 1,
    rejected: 0,
  })
  expect(await load('postings', { name: 'b.csv', text: csv }, { map })).toMatchObject({
    created: 0,
    unchanged: 1,
  })
  const [newest] = await records('postings')
  expect(newest).toMatchObject({
    job_id: 'R7',
    company_name: 'Hall Ltd',
    employment_type: 'Full-time',
    posted_at: '2026-10-15',
    standardized_location: { city: 'Bonn', country_code: 'DEU' },
    annual_salary_usd: { gte: 36_000, lte: 42_000 },
    status: 'active',
  })
})

test('posts and news', async () => {
  const post = {
    post_id: 'p',
    author_type: 'person',
    author_pnet_slug: 'ada',
    posted_at: '2026-10-01T08:00:00Z',
  }
  expect(await load('posts', { name: 'p.jsonl', text: lines(post) })).toMatchObject({ created: 1 })
  const article = {
    article_id: 'n',
    title: 'Acme grows',
    url: 'https://press.example/n',
    companies: [{ name: 'Acme' }],
  }
  expect(await load('news', { name: 'n.jsonl', text: lines(article, { title: 'no id' }) })).toMatchObject({
    created: 1,
    rejected: 1,
  })
  expect(await records('news')).toMatchObject([
    { title: 'Acme grows', companies: [{ name: 'Acme', domain: null }] },
  ])
})

test('comments and reactions; one person reacts to a post once', async () => {
  const comment = { comment_id: 'k', post_id: 'p', text: 'Well done', author_pnet_slug: 'ada' }
  const file = { name: 'k.jsonl', text: lines(comment, { post_id: 'p', text: 'no id' }) }
  expect(await load('comments', file)).toMatchObject({ created: 1, rejected: 1 })
  expect(await load('comments', file)).toMatchObject({ unchanged: 1 })
  const like = { post_id: 'p', reaction_type: 'LIKE', author_pnet_slug: 'Ada', reacted_at: '2026-10-02' }
  const { rejects, ...loaded } = await load('reactions', {
    name: 'r.jsonl',
    text: lines(
      like,
      { ...like, reaction_id: '1', reaction_type: 'LOVE' },
      { ...like, post_id: 'q' },
      { ...like, reaction_type: 'MEH' },
      { ...like, reacted_at: 'just now' },
      { post_id: 'p' },
    ),
  })
  expect(loaded).toMatchObject({ created: 2 })
  expect(rejects.map(({ line, path }) => [line, path]).sort()).toEqual([
    [4, 'reaction_type'],
    [5, 'reacted_at'],
    [6, ''],
  ])
  expect((await records('reactions')).map(({ post_id, reaction_type }) => [post_id, reaction_type])).toEqual([
    ['p', 'LOVE'],
    ['q', 'LIKE'],
  ])
})

test('funding rounds become part of their companies, with history and whatever the order of the files', async () => {
  const company = { pnet_primary_slug: 'acme', preferred_name: 'Acme', domains: ['acme.example'] }
  await load('companies', { name: 'c.jsonl', text: lines(company) }, { asOf: '2026-06-01' })
  const of = { domain: 'www.acme.example', name: 'ACME Inc' }
  const rounds = (...all: object[]) => ({ name: 'f.jsonl', text: lines(...all) })
  const seed = {
    round_id: '1',
    round_type: 'seed',
    round_date: '2023-02-01',
    round_raised_usd: 2e6,
    company: of,
  }
  const seriesA = {
    ...seed,
    round_id: '2',
    round_type: 'series_a',
    round_date: '2025-02-01',
    round_raised_usd: 9e6,
  }
  expect(await load('funding', rounds(seed, seriesA), { asOf: '2026-07-01' })).toMatchObject({
    changed: 1,
    created: 0,
  })
  const unknown = { ...seed, round_id: '4', company: { domain: 'new.example', name: 'New' } }
  const nobody = { ...seed, round_id: '5', company: { name: 'Nameless' } }
  const late = await load(
    'funding',
    rounds({ ...seed, round_id: '3', round_type: 'grant' }, unknown, nobody),
    {
      asOf: '2024-01-01',
    },
  )
  expect(late).toMatchObject({ changed: 1, created: 1, rejected: 1 })
  expect(await load('funding', rounds(seriesA, seed), { asOf: '2026-07-01' })).toMatchObject({ unchanged: 1 })
  const found = await records('companies')
  expect(found).toHaveLength(2)
  expect(found.find(({ preferred_name }) => preferred_name === 'Acme')).toMatchObject({
    funding_stage: 'series_a',
    total_funding_consensus: 13e6,
    num_funding_rounds: 3,
    full_funding_rounds: [{ round_type: 'series_a' }, { round_type: 'seed' }, { round_type: 'grant' }],
    names: ['Acme', 'ACME Inc'],
  })
  expect(found.find(({ preferred_name }) => preferred_name === 'New')).toMatchObject({
    num_funding_rounds: 1,
  })
  const history = await snapshotsOf(db, 'companies')
  expect(
    history.map(({ observedAt, tracked }) => [
      observedAt.slice(0, 10),
      JSON.parse(tracked).num_funding_rounds,
    ]),
  ).toEqual([['2026-06-01', null]])
})
