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
