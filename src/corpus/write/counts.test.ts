import { beforeAll, describe, expect, test } from 'vitest'
import { testEngine } from '../../../test/support/engine.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { openSnapshots, type Snapshots } from '../commits/index.ts'
import { readByTokens, recordStore } from '../record-store/index.ts'
import type { CompanyRecord } from '../records/index.ts'
import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { openIdentity, openWriter, type CorpusWriter } from './index.ts'

let db: Postgres
let engine: ClickHouse
let writer: CorpusWriter
let snapshots: Snapshots

beforeAll(async () => {
  engine = await testEngine()
  db = await testDatabase({ poolSize: 4 })
  snapshots = await openSnapshots(db)
  writer = openWriter({ db, engine, onlyReader: snapshots }, () => snapshots.refresh())
  return () => snapshots.close()
})

const day = (text: string) => new Date(`${text}T00:00:00Z`)

async function statsOf(slug: string): Promise<CompanyRecord['li_job_posts_stats']> {
  await writer.settle()
  return storedStats(slug)
}

async function storedStats(slug: string): Promise<CompanyRecord['li_job_posts_stats']> {
  const asOf = (await snapshots.newest('companies')).number
  const [found] = await readByTokens(recordStore(db), 'companies', {
    tokens: [`slug:${slug}`],
    asOf,
    perToken: 1,
  })
  return (JSON.parse(found?.body ?? '{}') as CompanyRecord).li_job_posts_stats
}

const company = (slug: string, more: object, on: string) =>
  writer.write(
    'companies',
    [{ line: 1, record: { pnet_primary_slug: slug, preferred_name: slug, ...more } }],
    {
      source: 'file',
      observedAt: day(on),
    },
  )

const postings = (slug: string, lines: object[], on: string) =>
  writer.write(
    'postings',
    lines.map((line, index) => ({
      line: index,
      record: { job_id: `${index + 1}`, company: { pnet_primary_slug: slug }, ...line },
    })),
    { source: 'jobs', observedAt: day(on) },
  )

describe('open postings of a company', () => {
  test('are counted by sort as they come and close, and an import that changes nothing writes nothing', async () => {
    await company('counted', {}, '2026-01-01')
    const lines = [
      { job_id: 'a', title: 'Software Engineer', standardized_location: { country_code: 'DEU' } },
      { job_id: 'b', title: 'Software Engineer', standardized_location: { country_code: 'DEU' } },
      { job_id: 'c', title: 'Accountant', standardized_location: { country_code: 'FRA' } },
      { job_id: 'd', title: 'Driver', closed_at: '2026-01-02' },
    ]
    await postings('counted', lines, '2026-01-05')
    expect(await statsOf('counted')).toMatchObject({
      total_count: 3,
      country_location_stats: { DEU: { count: 2, fraction: 0.6667 }, FRA: { count: 1, fraction: 0.3333 } },
    })
    await postings('counted', [{ ...lines[0], closed_at: '2026-01-07' }], '2026-01-08')
    expect(await statsOf('counted')).toMatchObject({
      total_count: 2,
      country_location_stats: { DEU: { count: 1 } },
    })
    const before = (await snapshots.newest('companies')).number
    await postings('counted', lines.slice(1), '2026-01-08')
    await statsOf('counted')
    expect((await snapshots.newest('companies')).number).toBe(before)
  })

  test('give way to a later file that counts them itself, and are none where nobody posts', async () => {
    await company('quiet', {}, '2026-01-01')
    expect(await statsOf('quiet')).toBeNull()
    await company('own', { li_job_posts_stats: { total_count: 40 } }, '2026-02-01')
    await postings('own', [{ title: 'Cook' }], '2026-01-15')
    expect(await statsOf('own')).toMatchObject({ total_count: 40 })
    await postings('own', [{ title: 'Cook' }, { title: 'Waiter' }], '2026-03-01')
    expect(await statsOf('own')).toMatchObject({ total_count: 2 })
  })

  test('move with their employer when two companies are made one, and back, at once', async () => {
    const identity = openIdentity({ db, engine }, () => snapshots.refresh())
    await company('kept', {}, '2026-01-01')
    await company('twin', {}, '2026-01-01')
    await postings('kept', [{ job_id: 'k', title: 'Cook' }], '2026-01-10')
    const ofTwin = [
      { job_id: 't1', title: 'Cook' },
      { job_id: 't2', title: 'Waiter' },
    ]
    await postings('twin', ofTwin, '2026-01-12')
    expect([(await statsOf('kept'))?.total_count, (await statsOf('twin'))?.total_count]).toEqual([1, 2])
    const [into = ''] = await identity.find('companies', 'slug:kept')
    const [from = ''] = await identity.find('companies', 'slug:twin')
    const merge = await identity.merge('companies', { into, from, actor: 'test', reason: 'one' })
    expect((await storedStats('kept'))?.total_count).toBe(3)
    await identity.split(merge, { actor: 'test' })
    expect([(await storedStats('kept'))?.total_count, (await storedStats('twin'))?.total_count]).toEqual([
      1, 2,
    ])
  })

  test('keep the day of the company and its history', async () => {
    await company('dated', { preferred_name: 'Dated' }, '2026-01-01')
    await postings('dated', [{ title: 'Cook' }], '2026-06-01')
    expect(await statsOf('dated')).toMatchObject({ total_count: 1 })
    const asOf = (await snapshots.newest('companies')).number
    const [found] = await readByTokens(recordStore(db), 'companies', {
      tokens: ['slug:dated'],
      asOf,
      perToken: 1,
      sealed: true,
    })
    expect(found?.observedAt).toBe(day('2026-01-01').toISOString())
    expect(JSON.parse(found?.sealed ?? '{}').provenance).toContainEqual(
      expect.objectContaining({ source: 'job postings', members: ['li_job_posts_stats'] }),
    )
  })
})
