import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { foundLive, knownAt, liveAt, liveWorld, type LiveTest } from '../../../../worlds/live.ts'

let service: LiveTest
beforeAll(async () => {
  service = await liveWorld()
})

const path = 'company/single'

describe('companyLiveEnrich 200', () => {
  test('answers the smaller record, from the corpus with a warning where no source is set up', async () => {
    verifies('op.company-live-enrich', 'live.company', 'company.live-record', 'live.never-pretended')
    service.live.say({})
    const org = await service.org()
    const { body } = await service.ask(org, path, { type: 'slug', value: 'acme' })
    expect(body.output).toEqual({
      live: false,
      liveStatus: 'no_source',
      observedAt: knownAt,
      source: null,
      company: {
        name: 'Acme',
        slug: 'acme',
        org_id: '3001',
        pnet_url: 'https://www.pnet.example/company/acme',
        headline: 'Robots',
        description: 'We make robots',
        employee_count: 100,
        est_employee_count_lower_bound: 100,
        est_employee_count_upper_bound: 100,
        follower_count: 900,
        founded_year: 2001,
        type: 'company',
        ticker: 'ACM',
        industries: [
          {
            id: '12',
            name: 'Machinery',
            primary: true,
          },
        ],
        standardized_industries: ['Manufacturing'],
        specialties: ['robots'],
        naics_codes: ['333248'],
        domain: 'acme.example',
        website: 'https://acme.example',
        inferred_location: expect.objectContaining({
          city: 'Bonn',
          country_code: 'DEU',
        }),
        logo_url: null,
        revenue_usd_lower_bound: null,
        revenue_usd_upper_bound: null,
        locations: ['Bonn', 'Lyon', 'Jena'].map((city) => ({
          address: null,
          is_primary: city === 'Bonn' ? true : null,
          location: expect.objectContaining({ city }),
        })),
        locations_stats: {
          DEU: 2,
          FRA: 1,
        },
      },
    })
    expect(body.warnings[0].message).toContain('not live')
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 1 })
  })

  test('tells where members are from; what is older than asked for is left out and said', async () => {
    verifies('provenance.views')
    service.live.say({})
    const org = await service.org()
    const asked = { type: 'slug', value: 'acme', includeProvenance: true }
    const { body } = await service.ask(org, path, asked)
    const [{ path: at, members }] = body.output.provenance
    expect(at).toBe('company')
    const origin = {
      source: 'test',
      observedAt: knownAt,
      verifiedAt: knownAt,
      confidence: expect.any(Number),
    }
    expect(members).toMatchObject({ headline: origin, employee_count: origin, locations_stats: origin })
    expect(members.logo_url).toBeUndefined()
    const fresh = (await service.ask(org, path, { ...asked, maxAgeDays: 1 })).body
    expect(fresh.output.company).toMatchObject({
      name: 'Acme',
      domain: 'acme.example',
      headline: null,
      employee_count: null,
      industries: [],
      locations: [],
      locations_stats: {},
    })
    expect(fresh.output.leftOut).toEqual([
      { path: 'company', members: expect.arrayContaining(['headline', 'employee_count', 'locations_stats']) },
    ])
    expect(fresh.advice.join()).toContain('within 1 days')
  })

  test('is found by each type of identifier', async () => {
    const org = await service.org()
    for (const asked of [
      { type: 'orgId', value: '003001' },
      { type: 'pnetUrl', value: 'https://pnet.example/company/ACME/about' },
      { type: 'liUrl', value: 'pnet.example/company/3001' },
    ]) {
      const { body } = await service.ask(org, path, asked)
      expect(body.output.company?.slug, asked.value).toBe('acme')
    }
  })

  test('a live answer changes the corpus; headcount over time is told by trends and history', async () => {
    verifies('client.live.company')
    const trend = (current_count: number, count_start: number) => [
      {
        functions: ['_all_employees' as const],
        current_count,
        changes: [
          {
            months_back: 12,
            count_start,
            count_end: current_count,
            start_of_period: '2025-01-15',
            end_of_period: '2026-01-15',
            numeric_change: null,
            percent_change: null,
          },
        ],
      },
    ]
    service.live.say({
      'company.live': ({ historicalHeadcount }) =>
        foundLive({
          employee_count_consensus: { gte: 120, lte: 120 },
          ...(historicalHeadcount === true ? { employee_trends: trend(120, 80) } : {}),
        }),
    })
    const org = await service.org()
    const { body } = await service.ask(org, path, {
      type: 'slug',
      value: 'acme',
      getHistoricalHeadcount: true,
    })
    expect(body.output).toMatchObject({ live: true, observedAt: liveAt, source: 'wire' })
    expect(body.output.company).toMatchObject({ name: 'Acme', employee_count: 120 })
    expect(body.output.company.historical_headcount).toEqual({
      latest_snapshot_date: '2026-01-15',
      snapshots: [
        { date: '2025-01-15', employees: 80 },
        { date: '2026-01-10', employees: 100 },
        { date: '2026-01-15', employees: 120 },
      ],
      growth: {
        '1m': null,
        '2m': null,
        '3m': null,
        '6m': null,
        '12m': { percent: 50, quantity: 40 },
        '18m': null,
        '24m': null,
        '36m': null,
      },
    })
    const search = await service.send('POST /v1/company-count', {
      key: org.rawKey,
      body: { searchParams: { nameLike: { anyOf: ['Acme'] }, employeeCountV2: { lowerBoundExclusive: 50 } } },
    })
    expect(search.status).toBe(200)
    service.live.say({})
    const plain = await service.ask(org, path, { type: 'slug', value: 'acme' })
    expect(plain.body.output.company).toMatchObject({ employee_count: 120 })
    expect(plain.body.output.company.historical_headcount).toBeUndefined()
  })

  test('a company only the source has is made, found by what was asked, and charged', async () => {
    service.live.say({ 'company.live': () => foundLive({ preferred_name: 'Newco' }) })
    const org = await service.org()
    const { body } = await service.ask(org, path, { type: 'orgId', values: ['9001', '9002'] })
    expect(body.output.results).toMatchObject([
      { value: '9001', company: { name: 'Newco', org_id: '9001' } },
      { value: '9002', company: { name: 'Newco', org_id: '9002' } },
    ])
    expect(await service.captured(org)).toBe(4_000)
  })

  test('unknown is null with a message, and free', async () => {
    service.live.say({ 'company.live': () => ({ state: 'unavailable' }) })
    const org = await service.org()
    const { body } = await service.ask(org, path, { type: 'slug', value: 'no-such-company' })
    expect(body.output).toMatchObject({ company: null, message: expect.stringContaining('Try again') })
    expect(body.chargeInfo.method).toBe('free')
  })
})

test('companyLiveEnrich 400 for a value that is not of its type', async () => {
  const org = await service.org()
  for (const [type, value] of [
    ['orgId', 'acme'],
    ['slug', 'https://pnet.example/company/acme'],
    ['pnetUrl', 'acme'],
    ['pnetUrl', 'https://pnet.example/in/ada'],
    ['slug', 'a b'],
    ['name', 'acme'],
  ]) {
    const { status, body } = await service.ask(org, path, { type, value })
    expect(status, value).toBe(400)
    expect(body.issues[0].path).toBe(type === 'name' ? 'type' : 'value')
  }
  expect((await service.ask(org, path, { type: 'slug' })).status).toBe(400)
  expect(await service.captured(org)).toBe(0)
})

test('companyLiveEnrich 402 with an empty balance', async () => {
  const { status } = await service.ask(await service.org(1), path, { type: 'slug', value: 'acme' })
  expect(status).toBe(402)
})
