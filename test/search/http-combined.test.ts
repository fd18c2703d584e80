import { describe, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import {
  ask,
  balance,
  service,
  slugsOf,
  some,
  someone,
  shareSearchService,
  wantedCompanies,
  wantedPeople,
} from './search-service.ts'

shareSearchService()

describe('combined search', () => {
  const companyConfig = { searchParams: some, pageSize: 4 }
  const profileConfig = { searchParams: someone, pageSize: 6 }

  it('returns both sides, the people of the companies only, and charges both', async () => {
    verifies('op.paginated-combined-search')
    verifies('combined-search.both-entities', 'combined-search.price', 'price.combined-search')
    verifies('combined-search.company-filter-restricts', 'combined-search.search-params')
    const org = await service.org(1_000)
    const { body } = await ask(org, 'combined', { companyConfig, profileConfig })
    expect(slugsOf('companies', body.output.companies)).toEqual(wantedCompanies(some).slice(0, 4))
    expect(slugsOf('people', body.output.profiles)).toEqual(wantedPeople(someone, some).slice(0, 6))
    expect(body.chargeInfo.creditsCharged).toBe(10)
    expect(await balance(org)).toBe(990)
  })

  it('takes the request of the specification: companyConfig with searchParams alone, paged to its end', async () => {
    const org = await service.org(1_000)
    const wanted = wantedCompanies(some)
    const first = await ask(org, 'combined', { companyConfig: { searchParams: some } })
    expect([first.status, first.body.warnings]).toEqual([200, undefined])
    expect(slugsOf('companies', first.body.output.companies)).toEqual(wanted.slice(0, 25))
    expect(first.body.output.profiles).toEqual([])
    expect(first.body.chargeInfo.creditsCharged).toBe(Math.min(wanted.length, 25))
    const withNull = { companyConfig: { searchParams: some }, profileConfig: null }
    expect((await ask(org, 'combined', withNull)).body.output.companies).toEqual(first.body.output.companies)
    const profiles = { companyConfig: { searchParams: some }, profileConfig: { searchParams: someone } }
    const both = await ask(org, 'combined', profiles)
    expect(slugsOf('people', both.body.output.profiles)).toEqual(wantedPeople(someone, some).slice(0, 25))
  })

  it('counts both sides, free', async () => {
    verifies('op.combined-search-count', 'combined-count.shape', 'combined-count.equals-paging')
    const org = await service.org(10)
    const counted = async (body: object) => (await ask(org, 'combinedCount', body)).body.output
    const [numCompanies, numProfiles] = [wantedCompanies(some).length, wantedPeople(someone, some).length]
    const sides = { companyConfig: { searchParams: some }, profileConfig: { searchParams: someone } }
    expect(await counted(sides)).toEqual({ numCompanies, numProfiles })
    expect(await counted({ ...sides, profileConfig: null })).toEqual({ numCompanies, numProfiles: 0 })
    expect(await counted({ ...sides, companyConfig: null })).toEqual({
      numCompanies: 0,
      numProfiles: wantedPeople(someone).length,
    })
    expect(await balance(org)).toBe(10)
  })

  it('counts the forms that the search takes, and says so where no side is asked for', async () => {
    verifies('client.combined.count-forms')
    const org = await service.org(10)
    const [numCompanies, numProfiles] = [wantedCompanies(some).length, wantedPeople(someone, some).length]
    const flat = { companyParams: some, profileParams: someone }
    const counted = async (body: object) => {
      const answer = await ask(org, 'combinedCount', body)
      expect([answer.status, answer.body.warnings]).toEqual([200, undefined])
      return answer.body.output
    }
    expect(await counted(flat)).toEqual({ numCompanies, numProfiles })
    expect(await counted({ ...flat, getFastEstimate: true })).toEqual({ numCompanies, numProfiles })
    expect(await counted({ ...flat, getFastEstimate: null })).toEqual({ numCompanies, numProfiles })
    expect(await counted({ companyParams: some })).toEqual({
      numCompanies,
      numProfiles: wantedPeople({}, some).length,
    })
    expect(await counted({ profileParams: someone })).toEqual({
      numCompanies: 0,
      numProfiles: wantedPeople(someone).length,
    })
    expect(await counted({ companyConfig, profileConfig })).toEqual({ numCompanies, numProfiles })
    // Lists stand beside either form, and a list that there is not is named where it stands.
    const list = '0199a1b2-0000-7000-8000-000000000001'
    for (const member of ['companyExclusionListIDs', 'prospectExclusionListIDs'])
      for (const form of [flat, { companyConfig, profileConfig }]) {
        const refused = await ask(org, 'combinedCount', { ...form, [member]: [list] })
        expect([refused.status, refused.body.issues?.[0].path]).toEqual([400, `${member}[0]`])
      }
    // Of companies that are not asked for nobody can be left out: what would do nothing is refused.
    for (const path of ['combinedCount', 'combined'] as const) {
      const refused = await ask(org, path, { profileParams: someone, companyExclusionListIDs: [list] })
      expect([refused.status, refused.body.issues?.[0].path]).toEqual([400, 'companyExclusionListIDs'])
    }
    const both = await ask(org, 'combinedCount', { ...flat, companyConfig })
    expect([both.status, both.body.issues[0].path]).toEqual([400, 'companyParams'])
    for (const path of ['combinedCount', 'combined'] as const)
      for (const body of [{}, { companyConfig: null, profileConfig: null, companyParams: null }]) {
        const { status, body: answer } = await ask(org, path, body)
        expect([status, answer.advice?.[0]]).toEqual([200, expect.stringContaining('companyParams')])
      }
    expect(await balance(org)).toBe(10)
  })

  it('a config needs no page size: 25 rows of each side', async () => {
    verifies('client.combined.page-size')
    const org = await service.org(1_000)
    const { status, body } = await ask(org, 'combined', {
      companyConfig: { searchParams: some },
      profileConfig: { searchParams: {}, pageSize: null },
    })
    expect(status).toBe(200)
    expect(slugsOf('companies', body.output.companies)).toEqual(wantedCompanies(some).slice(0, 25))
    expect(slugsOf('people', body.output.profiles)).toEqual(wantedPeople({}, some).slice(0, 25))
    expect(body.chargeInfo.creditsCharged).toBe(50)
  })

  it('each side pages on its own; a side that is null is neither returned nor charged', async () => {
    verifies(
      'combined-search.independent-cursors',
      'combined-search.null-side',
      'combined-search.company-config',
    )
    verifies('combined-search.exhausted-cursor')
    const org = await service.org()
    const first = (await ask(org, 'combined', { companyConfig, profileConfig })).body.output
    const companies = slugsOf('companies', first.companies)
    for (let companyCursor = first.nextCompaniesCursor; companyCursor !== null;) {
      const before = await balance(org)
      const { body } = await ask(org, 'combined', {
        companyConfig: { ...companyConfig, companyCursor },
        profileConfig: null,
      })
      expect(body.output).toMatchObject({ profiles: [], nextProfilesCursor: null })
      expect(before - (await balance(org))).toBe(body.output.companies.length)
      companies.push(...slugsOf('companies', body.output.companies))
      companyCursor = body.output.nextCompaniesCursor
    }
    expect(companies).toEqual(wantedCompanies(some))
    const people = slugsOf('people', first.profiles)
    for (let profileCursor = first.nextProfilesCursor; profileCursor !== null;) {
      const before = await balance(org)
      // Without companyConfig: the cursor carries what restricts the profiles.
      const { body } = await ask(org, 'combined', {
        profileConfig: { ...profileConfig, pageSize: 50, profileCursor },
      })
      expect(body.output).toMatchObject({ companies: [], nextCompaniesCursor: null })
      expect(before - (await balance(org))).toBe(body.output.profiles.length)
      people.push(...slugsOf('people', body.output.profiles))
      profileCursor = body.output.nextProfilesCursor
    }
    expect(people).toEqual(wantedPeople(someone, some))
  })

  it('companiesCursor and profilesCursor are other names of the cursors', async () => {
    verifies('combined-search.cursor-aliases')
    const org = await service.org()
    const first = (await ask(org, 'combined', { companyConfig, profileConfig })).body.output
    const next = async (company: string, profile: string) =>
      (
        await ask(org, 'combined', {
          companyConfig: { ...companyConfig, [company]: first.nextCompaniesCursor },
          profileConfig: { ...profileConfig, [profile]: first.nextProfilesCursor },
        })
      ).body.output
    const second = await next('companyCursor', 'profileCursor')
    const named = await next('companiesCursor', 'profilesCursor')
    expect(slugsOf('companies', second.companies)).toEqual(wantedCompanies(some).slice(4, 8))
    expect(slugsOf('people', second.profiles)).toEqual(wantedPeople(someone, some).slice(6, 12))
    expect([named.companies, named.profiles]).toEqual([second.companies, second.profiles])
  })

  it('a null cursor beside a live one begins nothing again and costs nothing; two begin both', async () => {
    const org = await service.org()
    const both = { companyCursor: null, profileCursor: null }
    const sides = (cursors: { companyCursor: unknown; profileCursor: unknown }) => ({
      companyConfig: { ...companyConfig, companyCursor: cursors.companyCursor },
      profileConfig: { ...profileConfig, profileCursor: cursors.profileCursor },
    })
    const first = (await ask(org, 'combined', sides(both))).body.output
    expect([first.companies.length, first.profiles.length]).toEqual([4, 6])
    const people = await ask(org, 'combined', sides({ ...both, profileCursor: first.nextProfilesCursor }))
    expect(people.body.output).toMatchObject({ companies: [], nextCompaniesCursor: null })
    expect(slugsOf('people', people.body.output.profiles)).toEqual(wantedPeople(someone, some).slice(6, 12))
    expect(people.body.chargeInfo.creditsCharged).toBe(people.body.output.profiles.length)
    const companies = await ask(org, 'combined', sides({ ...both, companyCursor: first.nextCompaniesCursor }))
    expect(companies.body.output).toMatchObject({ profiles: [], nextProfilesCursor: null })
    expect(slugsOf('companies', companies.body.output.companies)).toEqual(wantedCompanies(some).slice(4, 8))
  })

  it('profiles are paged alone also where the companies were a thousand domains', async () => {
    const org = await service.org()
    const domains = Array.from({ length: 1_000 }, (_, index) => `company-number-${index * 7919}.example`)
    const searchParams = { group: { or: [some, { domains }] } }
    const first = await ask(org, 'combined', { companyConfig: { searchParams, pageSize: 1 }, profileConfig })
    const second = await ask(org, 'combined', {
      companyConfig: null,
      profileConfig: { ...profileConfig, profileCursor: first.body.output.nextProfilesCursor },
    })
    expect(second.body.output).toMatchObject({ companies: [] })
    expect(slugsOf('people', second.body.output.profiles)).toEqual(wantedPeople(someone, some).slice(6, 12))
  })

  it('nextCursor leads through both sides to the end of each, every row once', async () => {
    verifies('combined-search.one-cursor')
    const org = await service.org(5_000)
    const sides = { companyConfig, profileConfig: { ...profileConfig, pageSize: 60 } }
    const seen = { companies: [] as string[], people: [] as string[], credits: 0 }
    let cursor: string | null = null
    do {
      const { status, body } = await ask(org, 'combined', { ...sides, cursor })
      expect(status).toBe(200)
      seen.companies.push(...slugsOf('companies', body.output.companies))
      seen.people.push(...slugsOf('people', body.output.profiles))
      seen.credits += body.chargeInfo.creditsCharged
      cursor = body.output.nextCursor
      expect(body.output.hasMore).toBe(cursor !== null)
    } while (cursor !== null)
    expect(seen.companies).toEqual(wantedCompanies(some))
    expect(seen.people).toEqual(wantedPeople(someone, some))
    expect(seen.credits).toBe(seen.companies.length + seen.people.length)
    for (const wrong of ['.', 'one', 'a.b.c', 'a.b']) {
      const refused = await ask(org, 'combined', { ...sides, cursor: wrong })
      expect([refused.status, refused.body.code], wrong).toEqual([400, 'invalid_request'])
    }
  })

  it('clients that know no sides send parameters and limits; 20 of each where they say nothing', async () => {
    verifies('combined-search.without-sides')
    const org = await service.org(1_000)
    const flat = { companyParams: some, profileParams: someone, companyItemLimit: 4, profileItemLimit: 6 }
    const asked = await ask(org, 'combined', flat)
    const sided = await ask(org, 'combined', { companyConfig, profileConfig })
    expect(asked.body).toEqual({ ...sided.body, output: asked.body.output })
    expect(asked.body.output.companies).toEqual(sided.body.output.companies)
    expect(asked.body.output.profiles).toEqual(sided.body.output.profiles)
    const { body } = await ask(org, 'combined', { companyParams: some })
    expect(slugsOf('companies', body.output.companies)).toEqual(wantedCompanies(some).slice(0, 20))
    expect(slugsOf('people', body.output.profiles)).toEqual(wantedPeople({}, some).slice(0, 20))
    expect(body.chargeInfo.creditsCharged).toBe(40)
    const companies = await ask(org, 'combined', {
      companyParams: some,
      companyItemLimit: 3,
      profileItemLimit: 0,
    })
    expect(companies.body.output).toMatchObject({ profiles: [], nextProfilesCursor: null })
    expect(companies.body.chargeInfo.creditsCharged).toBe(3)
    const next = await ask(org, 'combined', { ...flat, cursor: asked.body.output.nextCursor })
    expect(slugsOf('companies', next.body.output.companies)).toEqual(wantedCompanies(some).slice(4, 8))
    expect(slugsOf('people', next.body.output.profiles)).toEqual(wantedPeople(someone, some).slice(6, 12))
    const before = await balance(org)
    const both = await ask(org, 'combined', { ...flat, companyConfig })
    expect([both.status, both.body.issues[0].path]).toEqual([400, 'companyParams'])
    // What would be passed over beside a config is refused.
    const list = '0199a1b2-0000-7000-8000-000000000001'
    for (const [more, path] of [
      [{ companyItemLimit: 3 }, 'companyItemLimit'],
      [{ profileItemLimit: 3 }, 'profileItemLimit'],
      [{ profileConfig: null, prospectExclusionListIDs: [list] }, 'prospectExclusionListIDs'],
      [
        { companyConfig: { ...companyConfig, exclusionListIDs: [list] }, companyExclusionListIDs: [list] },
        'companyExclusionListIDs',
      ],
      [{ companyExclusionListIDs: [list] }, 'companyExclusionListIDs[0]'],
    ] as const) {
      const refused = await ask(org, 'combined', { companyConfig, profileConfig, ...more })
      expect([refused.status, refused.body.issues[0].path]).toEqual([400, path])
    }
    expect(await balance(org)).toBe(before)
  })

  it('profiles alone are not restricted', async () => {
    const org = await service.org()
    const { body } = await ask(org, 'combined', {
      companyConfig: null,
      profileConfig: { ...profileConfig, pageSize: 1000 },
    })
    expect(slugsOf('people', body.output.profiles)).toEqual(wantedPeople(someone))
  })
})
