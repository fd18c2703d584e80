import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { testAlmanac } from '../../../../support/harness.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import type { BlueCollarJob } from '../../../../../src/capabilities/search/blue-collar.ts'

const service = await testAlmanac()
const { almanac } = service
let org: TestOrganization

const bonn = {
  city: 'Bonn',
  country_code: 'DEU',
  country_name: 'Germany',
  coordinates: { lat: 50.73, lon: 7.1 },
}
const cologne = { city: 'Cologne', country_code: 'DEU', coordinates: { lat: 50.94, lon: 6.96 } }
const paris = { city: 'Paris', country_code: 'FRA', coordinates: { lat: 48.86, lon: 2.35 } }
const acme = { pnet_primary_slug: 'acme', name: 'Acme' }
const postings = [
  { job_id: '1', title: 'Truck Driver', company: acme, standardized_location: bonn, posted_at: '2026-10-01' },
  {
    job_id: '2',
    title: 'Lkw-Fahrer',
    company: acme,
    standardized_location: cologne,
    posted_at: '2026-10-02',
  },
  { job_id: '3', title: 'Line Cook', company: { domain: 'bistro.example' }, standardized_location: paris },
  { job_id: '4', title: 'Truck Driver', company: acme, status: 'closed' },
  { job_id: '5', title: 'Software Engineer', company: acme, standardized_location: bonn },
  ...Array.from({ length: 30 }, (_, index) => ({
    job_id: `w-${index}`,
    title: 'Warehouse Associate',
    company: { name: 'Depot' },
    posted_at: `2026-09-${String(index + 1).padStart(2, '0')}`,
  })),
].map((posting) => ({
  compensation_range: { min: 20, max: 25, currency: 'USD', period: 'hourly' },
  description: 'Work with us.',
  ...posting,
}))

beforeAll(async () => {
  org = await service.org()
  const write = (kind: 'companies' | 'postings', records: object[]) =>
    almanac.writer.write(
      kind,
      records.map((record, index) => ({ line: index + 1, record })),
      { source: 'test', observedAt: new Date('2026-11-01') },
    )
  await write('companies', [
    {
      preferred_name: 'Acme',
      pnet_primary_slug: 'acme',
      domains: ['acme.example'],
      logo_url: 'https://acme.example/l.png',
    },
    { preferred_name: 'Le Bistro', domains: ['bistro.example'] },
  ])
  await write('postings', postings)
})

const search = (body: object, key = org.rawKey) =>
  service.send('POST /v1/blue-collar-jobs/search', { key, body })
const resolve = (body: object) =>
  service.send('POST /v1/blue-collar-jobs/resolve-company', { key: org.rawKey, body })
const ids = (answer: { body: { output: { jobs: BlueCollarJob[] } } }) =>
  answer.body.output.jobs.map((job) => job.id)

describe('200', () => {
  test('open jobs for manual work, by company, words and place, one credit each', async () => {
    verifies('op.blue-collar-jobs-search', 'job-search.blue-collar', 'client.jobs.posted-at')
    const found = await search({ companySlug: 'acme' })
    expect(ids(found)).toEqual(['2', '1'])
    expect(found.body.output.jobs[1]).toEqual({
      id: '1',
      title: 'Truck Driver',
      companyName: 'Acme',
      location: 'Bonn, North Rhine-Westphalia, Germany',
      url: null,
      description: 'Work with us.',
      salary: {
        text: '20 to 25 USD an hour',
        period: 'hourly',
        local: {
          currency: 'USD',
          min: 20,
          max: 25,
        },
        usd: {
          min: 20,
          max: 25,
        },
      },
      estimatedPostedAt: '2026-10-01',
    })
    expect(found.body.chargeInfo).toMatchObject({ creditsCharged: 2 })
    expect(ids(await search({ query: 'DRIVER truck' }))).toEqual(['1'])
    // Cologne is 25 km from Bonn.
    expect(ids(await search({ location: 'Bonn, Germany' }))).toEqual(['2', '1'])
    expect(ids(await search({ location: 'France' }))).toEqual(['3'])
    expect(ids(await search({ companySlug: 'bistro.example' }))).toEqual(['3'])
  })

  test('25 a page; the token goes on, and the count is that of all pages', async () => {
    const first = (await search({ query: 'warehouse' })).body
    expect(first.output.jobs).toHaveLength(25)
    expect(first.output.estimatedJobCount).toBe(30)
    const second = (await search({ query: 'warehouse', nextPageToken: first.output.nextPageToken })).body
    expect(second.output.jobs).toHaveLength(5)
    expect(second.output.nextPageToken).toBeNull()
    expect(
      new Set([...first.output.jobs, ...second.output.jobs].map(({ id }: BlueCollarJob) => id)).size,
    ).toBe(30)
  })

  test('nothing found is free', async () => {
    const { body } = await search({ companySlug: 'nobody' })
    expect(body).toMatchObject({
      output: { jobs: [], estimatedJobCount: 0, nextPageToken: null },
      chargeInfo: { method: 'free' },
    })
  })
})

test.each<[object, string]>([
  [{ query: '' }, 'query'],
  [{ location: 'Zzyzxland' }, 'location'],
  [{ companySlug: 7 }, 'companySlug'],
])('400 for %j', async (body, path) => {
  const answer = await search(body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})

test('400 for the token of another question', async () => {
  const { nextPageToken } = (await search({ query: 'warehouse' })).body.output
  expect((await search({ query: 'driver', nextPageToken })).status).toBe(400)
})

test('402 without credit', async () => {
  expect((await search({}, (await service.org(0)).rawKey)).status).toBe(402)
})

describe('blueCollarResolveCompany 200', () => {
  test('the slug that the search takes, by name, domain and address', async () => {
    verifies('op.blue-collar-resolve-company', 'job-search.blue-collar-company')
    const expected = {
      companySlug: 'acme',
      name: 'Acme',
      domain: 'acme.example',
      logoUrl: 'https://acme.example/l.png',
      jobCount: 2,
    }
    for (const body of [
      { companyName: 'ACME Inc.' },
      { companyDomain: 'https://www.acme.example/about' },
      { pnetUrl: 'https://www.pnet.example/company/acme/' },
    ]) {
      const answer = await resolve(body)
      expect(answer.body).toMatchObject({ output: { companies: [expected] }, chargeInfo: { method: 'free' } })
    }
    const [bistro] = (await resolve({ companyName: 'Le Bistro' })).body.output.companies
    expect(bistro).toMatchObject({ companySlug: 'bistro.example', jobCount: 1 })
    expect(ids(await search({ companySlug: bistro.companySlug }))).toHaveLength(bistro.jobCount)
    expect((await resolve({ companyName: 'Nobody' })).body.output).toEqual({ companies: [] })
  })
})

test.each<[object, string]>([
  [{}, 'companyName'],
  [{ companyDomain: 'no domain' }, 'companyDomain'],
  [{ pnetUrl: 'https://elsewhere.example/x' }, 'pnetUrl'],
])('blueCollarResolveCompany 400 for %j', async (body, path) => {
  const answer = await resolve(body)
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(path)
})
