import { describe, expect, it } from 'vitest'
import { countries, regions } from '../../src/corpus/reference/index.ts'
import { verifies } from '../conformance/verifies.ts'
import {
  ask,
  balance,
  nothing,
  paged,
  service,
  slugsOf,
  some,
  someone,
  startSearchService,
  wantedCompanies,
  wantedPeople,
} from './search-service.ts'

startSearchService()

describe('200', () => {
  it('companySearch charges a credit for each company it returns', async () => {
    verifies('op.company-search', 'price.company-search-result', 'envelope.no-additional-members')
    verifies('envelope.output-object', 'envelope.charge-info-present')
    const org = await service.org(1_000)
    const answer = await ask(org, 'companies', { searchParams: some, pageSize: 7 })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer.body).sort()).toEqual(['chargeInfo', 'output'])
    expect(slugsOf('companies', answer.body.output.data)).toEqual(wantedCompanies(some).slice(0, 7))
    expect(answer.body.chargeInfo).toEqual({ method: 'charged-now', creditsCharged: 7, lowCreditAlert: null })
    expect(answer.headers.get('x-credits-charged')).toBe('7')
    expect(await balance(org)).toBe(993)
  })

  it('peopleSearch charges a credit for each person it returns', async () => {
    verifies('op.people-search', 'price.people-search-result')
    const org = await service.org(1_000)
    const answer = await ask(org, 'people', { searchParams: someone, pageSize: 9 })
    expect(slugsOf('people', answer.body.output.data)).toEqual(wantedPeople(someone).slice(0, 9))
    expect(answer.body.chargeInfo).toMatchObject({ method: 'charged-now', creditsCharged: 9 })
    expect(await balance(org)).toBe(991)
  })

  it('a page without rows is free', async () => {
    const org = await service.org(1_000)
    for (const [path, body] of [
      ['companies', { searchParams: nothing }],
      ['people', { searchParams: { keywords: { containsAll: ['zzyzx'] } } }],
      ['people', { companyParams: nothing }],
      ['combined', { companyConfig: { searchParams: nothing, pageSize: 5 }, profileConfig: { pageSize: 5 } }],
    ] as const) {
      const answer = await ask(org, path, body)
      expect(answer.body.chargeInfo).toMatchObject({ method: 'free' })
      expect(answer.headers.get('x-credits-charged')).toBe('0')
    }
    expect(await balance(org)).toBe(1_000)
  })

  it('pages hold 25 rows by default, 1 to 1,000 when asked', async () => {
    verifies('company-search.page-size', 'people-search.page-size')
    const org = await service.org()
    for (const path of ['companies', 'people'] as const) {
      const all = path === 'companies' ? wantedCompanies({}).length : wantedPeople({}).length
      for (const [pageSize, size] of [
        [undefined, 25],
        [null, 25],
        [1, 1],
        [1000, Math.min(all, 1000)],
      ]) {
        const answer = await ask(org, path, { searchParams: {}, pageSize })
        expect(answer.body.output.data).toHaveLength(size as number)
      }
      for (const pageSize of [0, 1001, -1, 1.5, '10']) {
        const answer = await ask(org, path, { searchParams: {}, pageSize })
        expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'pageSize'])
      }
    }
  })

  it('cursors lead through every row once, whatever the page sizes; counts are free and say how many', async () => {
    verifies('company-search.cursor', 'people-search.cursor', 'free.counts')
    verifies('op.company-count', 'op.people-search-count', 'company-count.shape', 'people-count.shape')
    const org = await service.org()
    const companies = await paged(org, 'companies', { searchParams: some, pageSize: 13 })
    expect(companies).toEqual(wantedCompanies(some))
    const people = await paged(org, 'people', { searchParams: someone, companyParams: some, pageSize: 31 })
    expect(people).toEqual(wantedPeople(someone, some))
    expect(people.length).toBeGreaterThan(31)
    const before = await balance(org)
    const companyCount = await ask(org, 'companyCount', { searchParams: some })
    const peopleCount = await ask(org, 'peopleCount', { searchParams: someone, companyParams: some })
    expect(companyCount.body.output).toEqual({ count: companies.length })
    expect(peopleCount.body.output).toEqual({ totalProfilesFound: people.length })
    for (const { body } of [companyCount, peopleCount]) expect(body.chargeInfo.method).toBe('free')
    expect(await balance(org)).toBe(before)
  })

  it('the page size may change from page to page', async () => {
    const org = await service.org()
    const first = await ask(org, 'companies', { searchParams: some, pageSize: 3 })
    const { nextCursor: cursor } = first.body.output
    const second = await ask(org, 'companies', { searchParams: some, pageSize: 1000, cursor })
    expect(slugsOf('companies', [...first.body.output.data, ...second.body.output.data])).toEqual(
      wantedCompanies(some),
    )
  })

  it('an unknown member is a warning with its full path and the nearest name', async () => {
    verifies(
      'company-search.unknown-parameter-warned',
      'envelope.warnings-shape',
      'envelope.warnings-full-path',
    )
    verifies('envelope.warnings-extraneous-fields', 'envelope.warnings-nearest-name')
    const org = await service.org()
    const answer = await ask(org, 'companies', {
      searchParams: { ...some, headquartersCountryCode: { anyof: ['DEU'] }, industriesV3: {} },
      pageSizes: 3,
    })
    expect(answer.status).toBe(200)
    expect(answer.body.warnings.map(({ field }: { field: string }) => field).sort()).toEqual([
      'pageSizes',
      'searchParams.headquartersCountryCode.anyof',
      'searchParams.industriesV3',
    ])
    const hints = answer.body.warnings.map(({ message }: { message: string }) => message).join()
    for (const name of ['pageSize', 'anyOf', 'industriesV2']) expect(hints).toContain(`"${name}"`)
  })

  it('a city is named in the advice, so that the caller sees which one was taken', async () => {
    verifies('envelope.advice-shape')
    const org = await service.org()
    const radius = { unit: 'miles', quantity: 10 }
    const strategy = { strategy: 'free-form-city', city: 'Paris', countryCode: 'USA', radius }
    const answer = await ask(org, 'companyCount', {
      searchParams: { headquartersLocation: { unionAll: [strategy] } },
    })
    expect(answer.body.advice).toEqual([expect.stringContaining('Texas')])
  })

  it('every ISO 3166-1 alpha-3 code and each of the 49 region codes is accepted', async () => {
    verifies('country-code.every-alpha-3', 'country-code.every-region', 'people-params.country')
    const org = await service.org()
    const codes = countries().map(({ alpha3 }) => alpha3)
    expect(codes.length).toBeGreaterThan(245)
    const asked = (anyOf: string[]) =>
      Promise.all([
        ask(org, 'companyCount', { searchParams: { headquartersCountryCode: { anyOf } } }),
        ask(org, 'peopleCount', { searchParams: { country3LetterCode: { anyOf } } }),
      ])
    expect((await asked(codes)).map(({ status }) => status)).toEqual([200, 200])
    for (const { code } of regions())
      expect((await asked([code])).map(({ status }) => status)).toEqual([200, 200])
    expect(regions()).toHaveLength(49)
  })

  it('a person with several matching positions appears once', async () => {
    verifies('people-search.concurrent-roles-once')
    const org = await service.org()
    const question = {
      searchParams: { seniority: { anyOf: ['Director'] }, keywords: { containsAll: ['zookeeper'] } },
      companyParams: { tags: { anyOf: ['is-government'] } },
    }
    expect(await paged(org, 'people', { ...question, pageSize: 1 })).toEqual(['in-two-places'])
    expect((await ask(org, 'peopleCount', question)).body.output).toEqual({ totalProfilesFound: 1 })
  })
})

describe('a cursor keeps its moment', () => {
  const options = { source: 'test', observedAt: new Date('2026-01-10T00:00:00Z') }
  const later = { source: 'test', observedAt: new Date('2026-01-11T00:00:00Z') }
  const lines = (records: object[]) => records.map((record, line) => ({ line, record }))

  it('people go on to be found by the employers of the first page, whatever becomes of these', async () => {
    verifies('people-count.equals-paging')
    const numbers = [1, 2, 3, 4]
    const company = (n: number, tag: string) => ({
      li_org_id: `88020${n}`,
      pnet_primary_slug: `brief-${n}`,
      tags: [tag],
      li_headline: 'Ephemeral',
    })
    const person = (n: number) => ({
      primary_slug: `brief-${n}`,
      experiences: [{ pnet_company_id: `88020${n}`, is_current: true, title: 'Clerk' }],
    })
    const { writer } = service.almanac
    await writer.write('companies', lines(numbers.map((n) => company(n, 'is-government'))), options)
    await writer.write('people', lines(numbers.map(person)), options)
    const org = await service.org()
    const companyParams = { tags: { anyOf: ['is-government'] }, keywords: { containsAll: ['ephemeral'] } }
    const count = (await ask(org, 'peopleCount', { companyParams })).body.output.totalProfilesFound
    const first = (await ask(org, 'people', { companyParams, pageSize: 1 })).body.output
    await writer.write('companies', lines(numbers.map((n) => company(n, 'is-school'))), later)
    const found = slugsOf('people', first.data)
    for (let cursor = first.nextCursor; cursor !== null;) {
      const { output } = (await ask(org, 'people', { companyParams, pageSize: 1, cursor })).body
      found.push(...slugsOf('people', output.data))
      cursor = output.nextCursor
    }
    expect(found.sort()).toEqual(numbers.map((n) => `brief-${n}`))
    expect(count).toBe(4)
    expect((await ask(org, 'peopleCount', { companyParams })).body.output.totalProfilesFound).toBe(0)
  })

  it('relative dates go on to be counted from the day of the first page', async () => {
    const records = [1, 2, 3].map((n) => ({
      pnet_primary_slug: `born-${n}`,
      founded_on_consensus: '2026-01-15',
    }))
    await service.almanac.writer.write('companies', lines(records), options)
    const org = await service.org()
    const window = { method: 'lastN', period: 'day', quantity: 1 }
    const searchParams = { foundedOn: { strategy: 'relative', window } }
    const first = (await ask(org, 'companies', { searchParams, pageSize: 1 })).body.output
    service.clock.advance(86_400_000)
    const { nextCursor: cursor } = first
    const rest = (await ask(org, 'companies', { searchParams, pageSize: 10, cursor })).body.output
    expect(slugsOf('companies', [...first.data, ...rest.data]).sort()).toEqual(['born-1', 'born-2', 'born-3'])
    expect((await ask(org, 'companies', { searchParams })).body.output.data).toEqual([])
  })
})
