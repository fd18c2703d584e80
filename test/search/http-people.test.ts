import { expect, it } from 'vitest'
import type { PersonRecord } from '../../src/corpus/records/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { ask, service, startSearchService, topUp } from './search-service.ts'

startSearchService()

const timeZone = (strategy: object) => ({
  timeZone: {
    anyOf: [
      {
        strategy: {
          mode: 'midpoint-with-buffer',
          midpointTimeZoneName: 'Europe/Berlin',
          maxMinutesWestward: 0,
          maxMinutesEastward: 0,
          ...strategy,
        },
      },
    ],
  },
})
const education = (entry: object) => ({ education: { anyOf: [entry] } })

it.each<[object, string]>([
  [timeZone({ midpointTimeZoneName: 'Europe/Atlantis' }), 'timeZone.anyOf[0].strategy.midpointTimeZoneName'],
  [timeZone({ maxMinutesWestward: -1 }), 'timeZone.anyOf[0].strategy.maxMinutesWestward'],
  [
    { keywordSearchOptions: { fieldsToSearchOver: { summary: 'yes' } } },
    'keywordSearchOptions.fieldsToSearchOver.summary',
  ],
  [{ jobTitleV2: { anyOf: [{ type: 'static-groups', groups: ['vp'] }] } }, 'jobTitleV2.anyOf[0].groups[0]'],
  [{ exactProfile: { anyOf: [{ primary_slug: 5 }] } }, 'exactProfile.anyOf[0].primary_slug'],
  [{ fuzzyName: { anyOf: [{ name: '' }] } }, 'fuzzyName.anyOf[0].name'],
  [{ companyMatchMode: { mode: 'lax' } }, 'companyMatchMode.mode'],
  [{ jobStatus: { status: 'retired' } }, 'jobStatus.status'],
  [{ pastJobs: { noneOf: [{ company: 5 }] } }, 'pastJobs.noneOf[0].company'],
  [{ pastJobs: { anyOf: [{ company: { domain: 'no domain' } }] } }, 'pastJobs.anyOf[0].company.domain'],
  [{ pastJobText: { joiner: 'and', criteria: [] } }, 'pastJobText.criteria'],
  [{ yearsOfExperience: { lowerBound: -1 } }, 'yearsOfExperience.lowerBound'],
  [{ languages: { anyOf: ['Klingon'] } }, 'languages.anyOf[0]'],
  [education({ school: { anyOf: [{ pnetId: 'x' }] } }), 'education.anyOf[0].school.anyOf[0].pnetId'],
  [education({ school: { noneOf: [{ domain: '' }] } }), 'education.anyOf[0].school.noneOf[0].domain'],
  [
    education({
      startedSchoolAt: {
        strategy: 'absolute',
        range: { lowerBound: '2020-02-30' },
      },
    }),
    'education.anyOf[0].startedSchoolAt.range.lowerBound',
  ],
  [{ stealthV2: { status: 'forever' } }, 'stealthV2.status'],
  [{ isInStealth: 'no' }, 'isInStealth'],
])('%j is 400 at %s and costs nothing', async (searchParams, path) => {
  const org = await service.org(5)
  const answer = await ask(org, 'people', { searchParams })
  expect(answer.status).toBe(400)
  expect(answer.body.issues[0].path).toBe(`searchParams.${path}`)
  expect((await service.almanac.ledger.balance(org.organizationId)).available).toBe(5_000)
})

it('records carry what is known of schools and employers when it is asked for, on every page', async () => {
  verifies('people-params.detail-flags', 'person.detailed-education', 'person.detailed-work')
  const org = await service.org(0)
  await topUp(org)
  const search = { exactProfile: { anyOf: [{ primary_slug: 'in-two-places' }] } }
  const plain = (await ask(org, 'people', { searchParams: search })).body.output.data[0]
  expect(plain).not.toHaveProperty('detailed_education')
  expect(plain).not.toHaveProperty('detailed_work_experiences')
  const work = { ...search, getDetailedWorkExperience: true }
  const [detailed] = (await ask(org, 'people', { searchParams: work })).body.output.data
  expect(
    (detailed as PersonRecord).detailed_work_experiences?.map(
      (each) => each.company_details?.pnet_primary_slug,
    ),
  ).toEqual(['twice-0', 'twice-1'])
  expect(detailed).not.toHaveProperty('detailed_education')
  const doctors = { tags: { anyOf: ['phd'] } }
  const [doctor] = (await ask(org, 'people', { searchParams: doctors, pageSize: 1 })).body.output.data
  const school = { li_org_id: doctor.education[0].school_id, preferred_name: 'Known School' }
  const options = { source: 'test', observedAt: new Date(0) }
  await service.almanac.writer.write('companies', [{ line: 1, record: school }], options)
  const combined = await ask(org, 'combined', {
    profileConfig: { pageSize: 1, searchParams: { ...doctors, getDetailedEducation: true } },
  })
  const [educated] = combined.body.output.profiles
  expect(educated.detailed_education).toHaveLength(doctor.education.length)
  expect(educated.detailed_education[0].school_details).toMatchObject(school)
})

it('currentCompanies finds people by any identifier of an employer they have now, 100 of them', async () => {
  verifies('people-search.current-companies')
  const org = await service.org(0)
  await topUp(org)
  const slug = (name: string) => ({ pnetSlugOrURL: name })
  const count = async (currentCompanies: object[]) => {
    const answer = await ask(org, 'peopleCount', { currentCompanies })
    return answer.body.output?.totalProfilesFound ?? answer.body.issues[0].path
  }
  const { data } = (await ask(org, 'companies', { searchParams: {}, pageSize: 1 })).body.output
  const [{ domains, pnet_primary_slug, preferred_name, li_org_id }] = data
  const there = await count([{ pnetOrgID: li_org_id }])
  expect(there).toBeGreaterThan(1)
  expect(await count([slug(pnet_primary_slug)])).toBe(there)
  expect(await count([{ domain: domains[0] }])).toBe(there)
  expect(await count([{ name: preferred_name }])).toBeGreaterThanOrEqual(there)
  const nobody = Array.from({ length: 99 }, (_, index) => slug(`nobody-${index}`))
  expect(await count([...nobody, slug('twice-0')])).toBe(1)
  expect(await count([...nobody, slug('twice-0'), slug('twice-1')])).toBe('currentCompanies')
  const page = await ask(org, 'people', { currentCompanies: [slug('twice-0'), slug('twice-1')] })
  expect(page.body.output.data.map((person: PersonRecord) => person.primary_slug)).toEqual(['in-two-places'])
})

it('searching by age is refused where the organization has it switched off, in groups too', async () => {
  verifies('people-params.approx-age')
  const org = await service.org(5)
  const approxAge = { lowerBound: 20, upperBound: 60 }
  const count = async (searchParams: object) => ask(org, 'peopleCount', { searchParams })
  const allowed = await count({ approxAge })
  expect(allowed.body.output.totalProfilesFound).toBeGreaterThan(100)
  await service.almanac.organizations.allowAgeSearch(org.organizationId, false)
  for (const [searchParams, path] of [
    [{ approxAge }, 'searchParams.approxAge'],
    [{ group: { or: [{ group: { not: { approxAge } } }] } }, 'searchParams.group'],
  ] as const) {
    const refused = await count(searchParams)
    expect([refused.status, refused.body.issues[0].path]).toEqual([400, path])
  }
  const other = await service.org(5)
  expect((await ask(other, 'peopleCount', { searchParams: { approxAge } })).status).toBe(200)
  await service.almanac.organizations.allowAgeSearch(org.organizationId, true)
  expect((await count({ approxAge })).status).toBe(200)
})
