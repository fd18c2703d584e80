import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import type { TestOrganization } from '../support/platform.ts'
import {
  ask,
  rows,
  service,
  slugsOf,
  shareSearchService,
  wantedCompanies,
  wantedPeople,
} from './search-service.ts'

shareSearchService()
let org: TestOrganization
beforeAll(async () => {
  org = await service.org()
})

const everything = { searchParams: {}, pageSize: 1000 }
const sets = () => service.almanac.entitySets
let made = 0

/** The operation on a list of a kind. */
const exclusions = (kind: 'companies' | 'people', action: string, body: object, of = org) =>
  service.send(`POST /v1/exclusions/${kind === 'people' ? 'prospects' : kind}/${action}`, {
    key: of.rawKey,
    body,
  })

/** A list made and filled as customers do. */
async function madeList(
  kind: 'companies' | 'people',
  items: object[],
  more: { everywhere?: boolean; of?: typeof org } = {},
) {
  const { everywhere: isOrganizationWide = false, of = org } = more
  const { body } = await exclusions(kind, 'create-list', { name: 'Made', isOrganizationWide }, of)
  const { listId } = body.output
  const member = kind === 'people' ? 'prospects' : kind
  const added = await exclusions(kind, 'add-to-list', { listId, [member]: items }, of)
  expect(added.body.output[`${member}Added`]).toBe(items.length)
  return listId as string
}

/** Slugs of all pages of a search. */
async function allOf(
  of: typeof org,
  kind: 'companies' | 'people',
  body: object,
  pageSize = 400,
): Promise<string[]> {
  const found: string[] = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page: Awaited<ReturnType<typeof ask>> = await ask(of, kind, { ...body, pageSize, cursor })
    expect(page.status, page.text).toBe(200)
    found.push(...slugsOf(kind, page.body.output.data))
    cursor = page.body.output.nextCursor
  }
  return found
}

/** Place of a slug among all, in the order of pages. */
const places = { companies: new Map<string, number>(), people: new Map<string, number>() }
function placeOf(kind: 'companies' | 'people', slug: string): number {
  const of = places[kind]
  if (of.size === 0)
    for (const [place, each] of (kind === 'people' ? wantedPeople({}) : wantedCompanies({})).entries())
      of.set(String(each), place)
  return of.get(slug) ?? Number.NaN
}

async function list(kind: 'companies' | 'people', tokens: string[], of = org): Promise<string> {
  const id = `list_${++made}`
  const { organizationId } = of
  await sets().create({ organizationId, id, kind })
  await sets().add(organizationId, id, tokens)
  return id
}

/** Companies with people, by domain, by slug and by network id. */
function excludedCompanies() {
  const [a, b, c] = rows.companies
    .map(({ record }) => record)
    .filter((each) => each.domains?.[0] && each.li_org_id)
  const tokens = [`dom:${a!.domains![0]!}`, `slug:${b!.pnet_primary_slug}`, `org:${c!.li_org_id!}`]
  return { tokens, records: [a!, b!, c!] }
}

describe('200', () => {
  it('leaves out the companies of the lists, on pages and counts alike', async () => {
    verifies('company-search.exclusion-lists')
    const { tokens, records } = excludedCompanies()
    const [one, other] = [
      await list('companies', tokens.slice(0, 2)),
      await list('companies', [tokens[2]!, 'dom:nobody.example']),
    ]
    const body = { ...everything, companyExclusionListIDs: [one, other] }
    const left = new Set(records.map((each) => each.pnet_primary_slug))
    const wanted = wantedCompanies({}).filter((slug) => !left.has(slug))
    const page = await ask(org, 'companies', body)
    expect(slugsOf('companies', page.body.output.data)).toEqual(wanted)
    const { pageSize: _size, ...counted } = body
    expect((await ask(org, 'companyCount', counted)).body.output.count).toBe(wanted.length)
  })

  it('leaves out people by name, and everybody who works for an excluded company', async () => {
    verifies('people-search.exclusion-lists')
    const { tokens, records } = excludedCompanies()
    const organizations = new Set(records.map((each) => each.li_org_id))
    const person = rows.people[3]!.record
    const companyExclusionListIDs = [await list('companies', [...tokens, 'org:880101'])]
    const prospectExclusionListIDs = [await list('people', [`slug:${person.primary_slug}`])]
    organizations.add('880101')
    const worksThere = new Set(
      rows.people
        .filter(({ record }) =>
          (record.experiences ?? []).some((job) => job.is_current && organizations.has(job.pnet_company_id)),
        )
        .map(({ record }) => record.primary_slug),
    )
    expect(worksThere.size).toBeGreaterThan(2)
    const wanted = wantedPeople({}).filter((slug) => !worksThere.has(slug) && slug !== person.primary_slug)
    const lists = { companyExclusionListIDs, prospectExclusionListIDs }
    expect((await ask(org, 'peopleCount', lists)).body.output.totalProfilesFound).toBe(wanted.length)
    const found: string[] = []
    for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
      const page: Awaited<ReturnType<typeof ask>> = await ask(org, 'people', {
        ...lists,
        pageSize: 500,
        cursor,
      })
      found.push(...slugsOf('people', page.body.output.data))
      cursor = page.body.output.nextCursor
    }
    expect(found).toEqual(wanted)
  })

  it.each([
    ['exclusionListIDs', 'exclusionListIds'],
    ['exclusionListIds', 'exclusionListIDs'],
  ])(
    'a combined search leaves out both under %s, also when its profiles are paged alone',
    async (one, other) => {
      const { tokens } = excludedCompanies()
      const ids = [await list('companies', tokens.slice(1)), await list('companies', tokens.slice(0, 1))]
      const companySide = { searchParams: {}, [one]: ids.slice(0, 1), [other]: ids.slice(1) }
      const person = wantedPeople({})[5]!
      const profileSide = { searchParams: {}, [one]: [await list('people', [`slug:${person}`])] }
      const body = {
        companyConfig: { ...companySide, pageSize: 2 },
        profileConfig: { ...profileSide, pageSize: 400 },
      }
      const lists = { companyExclusionListIDs: ids, prospectExclusionListIDs: profileSide[one] }
      const wanted = (await ask(org, 'people', { ...lists, pageSize: 1000 })).body.output.data
      const first = await ask(org, 'combined', body)
      const profileCursor = first.body.output.nextProfilesCursor
      const second = await ask(org, 'combined', {
        companyConfig: null,
        profileConfig: { ...profileSide, pageSize: 400, profileCursor },
      })
      expect([first.body.warnings, second.body.warnings]).toEqual([undefined, undefined])
      const found = [...first.body.output.profiles, ...second.body.output.profiles]
      expect(slugsOf('people', found)).toEqual(slugsOf('people', wanted).slice(0, found.length))
      const count = await ask(org, 'combinedCount', {
        companyConfig: companySide,
        profileConfig: profileSide,
      })
      expect(count.body.output.numCompanies).toBe(wantedCompanies({}).length - 3)
      expect(count.body.output.numProfiles).toBe(
        (await ask(org, 'peopleCount', lists)).body.output.totalProfilesFound,
      )
    },
  )

  it('pages of any size leave out what a statement over all rows does, most of them or few', async () => {
    const named = rows.companies.map(({ record: { domains, li_org_id, pnet_primary_slug } }, index) => {
      const tokens = [`dom:${domains?.[0]}`, `org:${li_org_id}`, `slug:${pnet_primary_slug}`]
      return tokens[index % 3]!
    })
    const employers = rows.people.flatMap(({ record }) => record.current_job?.company_domain ?? [])
    const most = named.filter((_, index) => index % 10 !== 9)
    const few = named.filter((_, index) => index % 10 === 3)
    const of = await service.org()
    const lists = {
      most: await list('companies', most, of),
      few: await list('companies', [...few, ...employers.slice(0, 3).map((domain) => `dom:${domain}`)], of),
    }
    // Come and gone, and come again.
    const { organizationId } = of
    await sets().remove(organizationId, lists.most, most.slice(0, 9))
    await sets().add(organizationId, lists.most, most.slice(0, 3))
    await sets().remove(organizationId, lists.few, few.slice(0, 2))
    for (const id of [[lists.most], [lists.few, lists.most]])
      for (const kind of ['companies', 'people'] as const) {
        const body = { searchParams: {}, companyExclusionListIDs: id }
        // In another order than the rank the statement does it.
        const sort = { by: 'followers' }
        const wanted = (await allOf(of, kind, { ...body, sort }, 1_000)).toSorted()
        expect(wanted.length).toBeGreaterThan(0)
        for (const pageSize of kind === 'people' ? [60, 1_000] : [4, 50]) {
          const found = await allOf(of, kind, body, pageSize)
          expect(found.toSorted(), `${kind} of ${pageSize}`).toEqual(wanted)
          expect(found).toEqual(
            [...found].toSorted((one, other) => placeOf(kind, one) - placeOf(kind, other)),
          )
        }
      }
  })

  it('a cursor leaves out what it left out on its first page, whatever the list has become', async () => {
    const slugs = wantedCompanies({})
    const id = await list('companies', [`slug:${slugs[1]!}`])
    const body = { searchParams: {}, pageSize: 2, companyExclusionListIDs: [id] }
    const first = await ask(org, 'companies', body)
    expect(slugsOf('companies', first.body.output.data)).toEqual([slugs[0], slugs[2]])
    await sets().add(org.organizationId, id, [`slug:${slugs[3]!}`])
    const second = await ask(org, 'companies', { ...body, cursor: first.body.output.nextCursor })
    expect(slugsOf('companies', second.body.output.data)).toEqual([slugs[3], slugs[4]])
    const anew = await ask(org, 'companies', { ...body, pageSize: 3 })
    expect(slugsOf('companies', anew.body.output.data)).toEqual([slugs[0], slugs[2], slugs[4]])
  })

  it('people of all pages are those of the first one’s lists, members coming and going meanwhile', async () => {
    const of = await service.org()
    const { organizationId } = of
    const [gone, later] = excludedCompanies().tokens.slice(1) as [string, string]
    const id = await list('companies', [gone], of)
    const body = { searchParams: {}, pageSize: 150, companyExclusionListIDs: [id] }
    const count = async () => (await ask(of, 'peopleCount', body)).body.output.totalProfilesFound
    const wanted = await allOf(of, 'people', body)
    expect(await count()).toBe(wanted.length)
    expect(wanted.length).toBeLessThan(wantedPeople({}).length)
    const found: string[] = []
    for (let cursor: string | null = null, page = 0; page === 0 || cursor !== null; page++) {
      const { body: answer } = await ask(of, 'people', { ...body, cursor })
      found.push(...slugsOf('people', answer.output.data))
      cursor = answer.output.nextCursor
      await (page % 2 === 0 ? sets().remove : sets().add)(organizationId, id, [gone])
      await (page % 2 === 0 ? sets().add : sets().remove)(organizationId, id, [later])
    }
    expect(found).toEqual(wanted)
    await sets().remove(organizationId, id, [gone, later])
    expect([await count(), await allOf(of, 'people', body)]).toEqual([
      wantedPeople({}).length,
      wantedPeople({}),
    ])
  })

  it('lists made by the operations leave out by every identifier: pages, counts and combined searches', async () => {
    verifies('exclusion.applied')
    const { records } = excludedCompanies()
    const [a, b, c] = records
    const companyList = await madeList('companies', [
      { domain: `https://www.${a!.domains![0]!}/about` },
      { pnetUrl: `https://pnet.example/company/${b!.pnet_primary_slug}/` },
      { pnetOrgId: c!.li_org_id },
      { domain: 'nobody-knows.example' },
    ])
    const [first, second] = wantedPeople({})
    const peopleList = await madeList('people', [
      { pnetUrl: `https://pnet.example/in/${first}` },
      { pnetSlug: second },
    ])
    const left = new Set(records.map((each) => each.pnet_primary_slug))
    const companies = wantedCompanies({}).filter((slug) => !left.has(slug))
    const body = { searchParams: {}, companyExclusionListIDs: [companyList] }
    expect(await allOf(org, 'companies', body)).toEqual(companies)
    expect((await ask(org, 'companyCount', body)).body.output.count).toBe(companies.length)
    const organizations = new Set(records.map((each) => each.li_org_id))
    const people = rows.people
      .filter(({ record }) => record.primary_slug !== first && record.primary_slug !== second)
      .filter(
        ({ record }) =>
          !(record.experiences ?? []).some((job) => job.is_current && organizations.has(job.pnet_company_id)),
      )
      .map(({ record }) => record.primary_slug)
    const lists = { companyExclusionListIDs: [companyList], prospectExclusionListIDs: [peopleList] }
    expect((await allOf(org, 'people', lists)).toSorted()).toEqual(people.toSorted())
    expect((await ask(org, 'peopleCount', lists)).body.output.totalProfilesFound).toBe(people.length)
    const sides = {
      companyConfig: { searchParams: {}, exclusionListIDs: [companyList] },
      profileConfig: { searchParams: {}, exclusionListIds: [peopleList] },
    }
    expect((await ask(org, 'combinedCount', sides)).body.output).toEqual({
      numCompanies: companies.length,
      numProfiles: people.length,
    })
    // What is taken off the list is found again.
    const removed = await exclusions('companies', 'remove-from-list', {
      listId: companyList,
      excludedCompanyDetails: {
        domains: [a!.domains![0]],
        pnetUrls: [b!.pnet_primary_slug],
        pnetOrgIds: [c!.li_org_id],
      },
    })
    expect(removed.body.output.deletedExcludedCompanies).toBe(3)
    expect(await allOf(org, 'companies', body)).toEqual(wantedCompanies({}))
  })

  it('a list of the whole organization is left out unnamed, says so, and concerns no other organization', async () => {
    const own = await service.org()
    const { records } = excludedCompanies()
    const gone = records[1]!.pnet_primary_slug
    const person = wantedPeople({})[4]
    await madeList('companies', [{ pnetUrl: gone }], { everywhere: true, of: own })
    await madeList('people', [{ pnetUrl: person }], { everywhere: true, of: own })
    const companies = wantedCompanies({}).filter((slug) => slug !== gone)
    expect(await allOf(own, 'companies', { searchParams: {} })).toEqual(companies)
    const count = await ask(own, 'companyCount', { searchParams: {} })
    expect(count.body.output.count).toBe(companies.length)
    expect(count.body.advice.join(' ')).toContain('whole organization')
    expect(await allOf(own, 'people', { searchParams: {} })).not.toContain(person)
    const sides = { companyConfig: { searchParams: {} }, profileConfig: { searchParams: {} } }
    const combined = (await ask(own, 'combinedCount', sides)).body.output
    expect(combined.numCompanies).toBe(companies.length)
    expect(combined.numProfiles).toBe((await ask(own, 'peopleCount', {})).body.output.totalProfilesFound)
    const page = {
      companyConfig: { searchParams: {}, pageSize: 1 },
      profileConfig: { searchParams: {}, pageSize: 1 },
    }
    const advice: string[] = (await ask(own, 'combined', page)).body.advice
    expect(advice.filter((line) => line.includes('whole organization'))).toHaveLength(1)
    const stranger = await ask(await service.org(), 'companyCount', { searchParams: {} })
    expect(stranger.body.output.count).toBe(wantedCompanies({}).length)
    expect(stranger.body.advice).toBeUndefined()
  })

  it('pages go on as they began when a list of the whole organization comes or changes; without it they end', async () => {
    const own = await service.org()
    const slugs = wantedCompanies({})
    const body = { searchParams: {}, pageSize: 2 }
    const next = (cursor: string) => ask(own, 'companies', { ...body, cursor })
    const before = await ask(own, 'companies', body)
    const listId = await madeList('companies', [{ pnetUrl: slugs[2] }], { everywhere: true, of: own })
    const second = await next(before.body.output.nextCursor)
    expect(slugsOf('companies', second.body.output.data)).toEqual([slugs[2], slugs[3]])
    const anew = await ask(own, 'companies', { ...body, pageSize: 3 })
    expect(slugsOf('companies', anew.body.output.data)).toEqual([slugs[0], slugs[1], slugs[3]])
    await exclusions('companies', 'delete-list', { listIds: [listId] }, own)
    const ended = await ask(own, 'companies', { ...body, pageSize: 3, cursor: anew.body.output.nextCursor })
    expect([ended.status, ended.body.message]).toEqual([400, expect.stringContaining('expired')])
    expect((await next(before.body.output.nextCursor)).status).toBe(200)
  })

  it('a list that is deleted while searches run leaves out its entries wholly, or is unknown', async () => {
    const { records } = excludedCompanies()
    for (let round = 0; round < 3; round++) {
      const items = records.map(({ pnet_primary_slug }) => ({ pnetUrl: pnet_primary_slug }))
      const listId = await madeList('companies', items)
      const body = { searchParams: {}, companyExclusionListIDs: [listId] }
      const searches = Array.from({ length: 6 }, () => ask(org, 'companyCount', body))
      const deleted = exclusions('companies', 'delete-list', { listIDs: [listId] })
      const answers = await Promise.all([...searches, deleted])
      for (const { status, body: answer } of answers.slice(0, -1))
        expect(status === 200 ? answer.output.count : answer.issues[0].code).toEqual(
          status === 200 ? wantedCompanies({}).length - records.length : 'unknown_list',
        )
      expect((await ask(org, 'companyCount', body)).status).toBe(400)
    }
  })

  it('explain tells what the lists leave out', async () => {
    const { tokens } = excludedCompanies()
    const search = { type: 'companies', companyExclusionListIDs: [await list('companies', tokens)] }
    const { body } = await service.send('POST /v1/search/explain', { key: org.rawKey, body: { search } })
    expect(body.output.clauses).toMatchObject([{ path: 'search.companyExclusionListIDs', removed: 3 }])
  })
})

describe('400', () => {
  it("another organization's list, one of the other kind and an unknown one are refused alike, free", async () => {
    const other = await service.org()
    const foreign = await list('companies', ['dom:a.example'], other)
    const people = await list('people', ['slug:ada'])
    const own = await list('companies', ['dom:a.example'])
    for (const id of [foreign, people, 'none']) {
      const answer = await ask(org, 'companies', { searchParams: {}, companyExclusionListIDs: [own, id] })
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'companyExclusionListIDs[1]'])
      expect(answer.headers.get('x-credits-charged')).toBe('0')
    }
  })

  it.each(['exclusionListIDs', 'exclusionListIds'])('of a combined search, named by %s', async (member) => {
    for (const config of ['companyConfig', 'profileConfig']) {
      const body = { [config]: { searchParams: {}, pageSize: 1, [member]: ['none'] } }
      const answer = await ask(org, 'combined', body)
      expect([answer.status, answer.body.issues[0].path]).toEqual([400, `${config}.${member}[0]`])
    }
  })

  it('a cursor with other lists', async () => {
    const [one, two] = [
      await list('companies', ['dom:a.example']),
      await list('companies', ['dom:a.example']),
    ]
    const body = { searchParams: {}, pageSize: 2, companyExclusionListIDs: [one] }
    const cursor = (await ask(org, 'companies', body)).body.output.nextCursor
    const answer = await ask(org, 'companies', { ...body, companyExclusionListIDs: [two], cursor })
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('cursor')])
  })
})
