import { describe, expect, test } from 'vitest'
import { testAlmanac } from '../../../support/harness.ts'
import { entityLookups } from '../../../../src/corpus/search-index/index.ts'
import { always, identifiedBy, type Condition } from '../../../../src/corpus/search/index.ts'
import type { EntityKind } from '../../../../src/corpus/kinds/index.ts'
import { snapshotsOf } from '../../../support/records.ts'

const { almanac, db, engine } = await testAlmanac()
const { search, snapshots, writer } = almanac

const at = new Date('2026-11-02T00:00:00Z')
const write = (kind: EntityKind, lines: object[], observedAt = at) =>
  writer.write(
    kind,
    lines.map((record, index) => ({ line: index + 1, record })),
    { source: 'test', observedAt },
  )

async function all(kind: EntityKind, condition: Condition = always) {
  const page = await search.page(kind, { condition, limit: 100, snapshot: await snapshots.newest(kind) })
  return page.bodies.map((body) => JSON.parse(body) as Record<string, unknown>)
}

const acme = { li_org_id: '77', pnet_primary_slug: 'acme', domain: 'acme.example', name: 'Acme GmbH' }
const posting = (job_id: string, more: object = {}) => ({
  job_id,
  title: 'Sales Manager',
  company: acme,
  posted_at: '2026-10-01T10:00:00Z',
  ...more,
})

describe('postings', () => {
  test('are read newest first, without a date last, and know what a source leaves out', async () => {
    const outcome = await write('postings', [
      posting('1', { posted_at: '2026-09-01' }),
      posting('2', { posted_at: '2026-10-30T12:00:00Z', closed_at: '2026-10-31T00:00:00Z' }),
      posting('3', {
        posted_at: null,
        compensation_range: { min: 20, max: 30, currency: 'USD', period: 'hourly' },
      }),
    ])
    expect(outcome).toMatchObject({ created: 3, rejected: [] })
    const found = await all('postings')
    expect(found.map(({ job_id, status }) => [job_id, status])).toEqual([
      ['2', 'closed'],
      ['1', 'active'],
      ['3', 'active'],
    ])
    expect(found[2]).toMatchObject({
      annual_salary_usd: { gte: 41_600, lte: 62_400 },
      company_name: 'Acme GmbH',
    })
  })

  test('repeated change nothing; a closed one replaces the open one and keeps its state before', async () => {
    const before = await all('postings')
    expect(await write('postings', [posting('1', { posted_at: '2026-09-01' })])).toMatchObject({
      unchanged: 1,
      created: 0,
    })
    expect(await all('postings')).toEqual(before)
    const later = new Date('2026-11-10T00:00:00Z')
    const closing = posting('1', { posted_at: '2026-09-01', closed_at: '2026-11-09T00:00:00Z' })
    expect(await write('postings', [closing], later)).toMatchObject({ changed: 1 })
    const found = await all('postings')
    expect(found).toHaveLength(3)
    expect(found.find(({ job_id }) => job_id === '1')).toMatchObject({ status: 'closed' })
    const [kept] = await snapshotsOf(db, 'postings')
    expect(JSON.parse(kept?.tracked ?? '{}')).toMatchObject({ status: 'active', closed_at: null })
  })

  test('of one id are one only within an employer, or at one address', async () => {
    const other = { ...acme, li_org_id: '78', pnet_primary_slug: 'other', name: 'Other' }
    const url = 'https://jobs.example/view/9?utm_source=feed'
    const outcome = await write('postings', [
      posting('9', { job_url: url }),
      posting('9', { company: other }),
      posting('9', { company: { ...acme, name: 'ACME' } }),
      posting('9', {
        company: { ...acme, name: 'Acme Holding' },
        job_url: 'https://www.jobs.example/view/9/',
      }),
    ])
    expect(outcome).toMatchObject({ created: 2, changed: 0 })
    expect(await all('postings', identifiedBy('postings', ['jid:9']))).toHaveLength(2)
  })

  test('name the company of the corpus, also when it comes after them', async () => {
    const linked = async () =>
      engine.query<{ company_id: string; org_id: string }>({
        tag: 'test',
        sql: `SELECT DISTINCT toString(company_id) AS company_id, toString(org_id) AS org_id FROM job_postings
          WHERE born = (SELECT max(born) FROM job_postings)`,
      })
    expect(await linked()).toContainEqual({ company_id: '0', org_id: '77' })
    await write('companies', [
      { preferred_name: 'Acme', domains: ['acme.example'], pnet_primary_slug: 'acme' },
    ])
    const again = await write('postings', [posting('3', { posted_at: null })])
    expect(again).toMatchObject({ changed: 1 })
    const [company] = (
      await search.page('companies', {
        condition: always,
        limit: 1,
        snapshot: await snapshots.newest('companies'),
      })
    ).ids
    expect(await linked()).toEqual([{ company_id: company, org_id: '77' }])
    const found = await all('postings', identifiedBy('postings', entityLookups('cid', [company as string])))
    expect(found.map(({ job_id }) => job_id)).toEqual(['3'])
    expect(await all('postings', identifiedBy('postings', ['cdom:acme.example', 'co:78']))).toHaveLength(5)
  })
})

describe('posts and news', () => {
  test('a post belongs to the company or person that wrote it', async () => {
    await write('people', [{ name: 'Ada', primary_slug: 'ada' }])
    const post = (post_id: string, more: object) => ({ post_id, posted_at: '2026-10-01', ...more })
    expect(
      await write('posts', [
        post('a', { author_type: 'person', author_pnet_slug: 'Ada', caption: 'Graph theory' }),
        post('b', { author_type: 'company', author_pnet_slug: 'acme', num_reactions: 7 }),
        post('c', { author_type: 'company', company: acme, num_reactions: 5 }),
        post('d', { author_type: 'person', author_pnet_slug: 'nobody' }),
      ]),
    ).toMatchObject({ created: 4 })
    const rows = await engine.query<{ author: string; known: number; n: string }>({
      tag: 'test',
      sql: `SELECT facets AS author, author_id != 0 AS known, count() AS n FROM posts GROUP BY ALL ORDER BY ALL`,
    })
    expect(rows.map(({ author, known, n }) => [author, known, Number(n)])).toEqual([
      ['author:company', 1, 2],
      ['author:person', 0, 1],
      ['author:person', 1, 1],
    ])
    expect((await all('posts', identifiedBy('posts', ['pslug:ada']))).map(({ post_id }) => post_id)).toEqual([
      'a',
    ])
    expect(await all('posts', identifiedBy('posts', ['cslug:acme']))).toHaveLength(2)
  })

  test('an article is one at one address, and about several companies', async () => {
    const article = (article_id: string, more: object) => ({ article_id, title: 'News', ...more })
    const outcome = await write('news', [
      article('1', { url: 'https://press.example/a?utm_campaign=x', companies: [acme, { name: 'Unknown' }] }),
      article('x-1', { url: 'http://press.example/a#top', sentiment: 'positive' }),
      article('2', { url: 'https://press.example/' }),
      article('3', { url: 'https://press.example/' }),
    ])
    expect(outcome).toMatchObject({ created: 3 })
    const [row] = await engine.query<{ ids: string[]; facets: string }>({
      tag: 'test',
      sql: `SELECT company_ids AS ids, facets FROM news WHERE notEmpty(company_ids)`,
    })
    expect(row?.ids).toHaveLength(1)
    expect(row?.facets).toBe('sent:positive')
    expect(await all('news', identifiedBy('news', ['cname:unknown']))).toHaveLength(1)
  })
})
