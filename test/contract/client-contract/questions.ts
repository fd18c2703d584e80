import type { TestAlmanac } from '../../support/harness.ts'
import type { TestOrganization } from '../../support/platform.ts'
import type { TextOf } from './requests.ts'

/** What a client made before, by the member that names it: some of one name by the operation that asks for it. */
export type Made = Record<string, string>

const company = {
  domain: 'be--husk.com',
  slug: 'behusk-networks-example',
  orgId: '9000000070000000',
  name: 'Behusk Networks',
}
const person = { slug: 'ramon-santos-xq6yt1-example', name: 'Ramon Santos' }
const pages = 'https://www.pnet.example'

const texts: Record<string, string> = {
  domain: company.domain,
  companyDomain: company.domain,
  li_org_id: company.orgId,
  org_id: company.orgId,
  pnetOrgID: company.orgId,
  pnetCompanyId: company.orgId,
  pnetId: company.orgId,
  excludeFields: 'id',
  pnet_url: `${pages}/company/${company.slug}`,
  countryCode: 'USA',
  companyCountryCode: 'USA',
  midpointTimeZoneName: 'America/New_York',
  code: '5112',
  placeId: 'sample-0',
  pnetUserId: '12345678',
  identifier: company.slug,
}

/** What a text is by its name and by where it stands. */
export function textsOf(id: string, made: Made): TextOf {
  const isOfPeople = /profile|people|person|prospect|reveal|contact/i.test(id)
  return (path) => {
    const name = /(\w+)(\[\])*$/.exec(path)?.[1] ?? ''
    const own = made[`${id}.${name}`] ?? made[name]
    if (own !== undefined) return own
    if (/pnetUrl|identifier=liUrl/.test(path) && /pnetUrls?(\[\])?$|value/.test(path))
      return /compan|investor|school/i.test(path) || !isOfPeople
        ? `${pages}/company/${company.slug}`
        : `${pages}/in/${person.slug}`
    if (/identifier=(pnetOrgI[dD]|userID)/.test(path)) return company.orgId
    if (/identifier=domain/.test(path)) return company.domain
    if (/[dD]omains\[\]$/.test(path)) return company.domain
    if (path.endsWith('liOrgIds[]')) return company.orgId
    if (/(lower|upper)Bound$/.test(path)) return path.endsWith('lowerBound') ? '2020-01-01' : '2026-01-01'
    if (path.endsWith('countryCode[]')) return 'USA'
    return texts[name]
  }
}

/** A question that finds something in the sample; undefined where what must be there says all. */
export function askedOf(id: string): Record<string, unknown> | undefined {
  const ofCompany = { companyDomain: { value: company.domain } }
  const ofPerson = { profileIdentifier: { identifier: 'pnetSlug', value: person.slug } }
  const questions: Record<string, Record<string, unknown>> = {
    KitchenSinkProfile: { ...ofPerson, getDetailedEducation: true, getDetailedWorkExperience: true },
    KitchenSinkBulkProfile: { profiles: [ofPerson] },
    kitchenSinkCompany: ofCompany,
    kitchenSinkBulkCompany: { companies: [ofCompany] },
    // A saved search without any filter says how many are meant.
    createSavedSearch: {
      searchParams: { type: 'companies', companySearchParams: {}, maxCompanies: 10 },
    },
    companySearch: { searchParams: {}, pageSize: 100 },
    peopleSearch: { searchParams: {}, pageSize: 100 },
    jobPostingSearch: { searchParams: {}, pageSize: 100 },
    paginatedCombinedSearch: { companyParams: {}, profileParams: {} },
    companyLiveEnrich: { type: 'slug', value: company.slug, getHistoricalHeadcount: true },
    profileLiveEnrich: { identifier: person.slug, getDetailedEducation: true },
    companyPostsLiveFetch: { identifier: company.slug },
    postCommentsLiveFetch: { contentId: 'sample-c0-0' },
    postReactionsLiveFetch: { contentId: 'sample-c0-0' },
    postSearchByKeywords: { keywords: 'we are hiring, job opening' },
    profileCommentsLiveFetch: { identifier: 'martin-phillips-5b7ck0-example' },
    profilePostsLiveFetch: { identifier: 'qiang-gao-zm6tbt-example' },
    profileReactionsLiveFetch: { identifier: 'pooja-desai-u4go2m-example' },
    reverseEmailLookup: { email: 'lzhu@be--husk.com' },
    syncQuickContactReveal: { pnetUrl: person.slug },
    syncTurboContactEnrichment: { pnetUrl: person.slug },
    triggerExhaustiveContactEnrichment: { pnetUrl: { value: person.slug } },
    exportCompanies: { format: 'COMPANY_GENERIC_CSV' },
    startBatchContactDetails: batch,
  }
  return questions[id]
}

const batch = {
  personDetails: [person.slug, ...Array.from({ length: 9 }, (_, index) => `nobody-${index}`)].map(
    (value) => ({
      pnetUrl: { value },
    }),
  ),
}

/** Goes through the work of a client up to where each operation that asks for something made before finds it. */
export async function madeFor(service: TestAlmanac, { rawKey: key }: TestOrganization): Promise<Made> {
  const ask = async (route: string, body: unknown = {}): Promise<Record<string, string>> => {
    const answer = await service.send(route, { key, body })
    if (answer.status !== 200) throw new Error(`${route}: ${answer.text}`)
    return answer.body.output
  }
  const searches = { headquartersCountryCode: { anyOf: ['X-NORDICS'] } }
  const audience = await ask('POST /v1/audiences/create', { name: 'of a client' })
  const { audienceId = '' } = audience
  await ask(`PATCH /v1/audiences/${audienceId}/search-params`, {
    companySearchParams: searches,
    prospectSearchParams: {},
    maxCompanies: 5,
    maxProspects: 20,
  })
  const unbuilt = await ask('POST /v1/audiences/create', { name: 'to be built' })
  await ask(`PATCH /v1/audiences/${unbuilt['audienceId']}/search-params`, { companySearchParams: searches })
  const other = await ask('POST /v1/audiences/create', { name: 'to be deleted' })
  await ask(`POST /v1/audiences/${audienceId}/build`)
  const saved = await ask('POST /v1/saved-search/create', {
    name: 'of a client',
    spawnFrequencyDays: 7,
    searchParams: {
      type: 'combined',
      companySearchParams: searches,
      maxCompanies: 5,
      profileSearchParams: {},
      maxProfiles: 5,
    },
  })
  const run = await ask('POST /v1/saved-search/spawn', { savedSearchId: saved['id'] })
  const companies = await ask('POST /v1/exclusions/companies/create-list', { name: 'of a client' })
  const prospects = await ask('POST /v1/exclusions/prospects/create-list', { name: 'of a client' })
  const deleted = {
    companies: await ask('POST /v1/exclusions/companies/create-list', { name: 'to be deleted' }),
    prospects: await ask('POST /v1/exclusions/prospects/create-list', { name: 'to be deleted' }),
  }
  await ask('POST /v1/exclusions/companies/add-to-list', {
    listId: companies['listId'],
    companies: [{ domain: company.domain }],
  })
  await ask('POST /v1/exclusions/prospects/add-to-list', {
    listId: prospects['listId'],
    prospects: [{ pnetUrl: person.slug }],
  })
  const domains = await ask('POST /v1/domain-lookup/trigger', {
    overAllContext: '',
    companyInfo: [{ name: company.name }],
  })
  const accounts = await ask('POST /v1/codehost-lookup/trigger', {
    overallContext: '',
    people: [{ inputType: 'pnetUrl', pnetUrl: `${pages}/in/lei-zhu-zkeii8-example` }],
  })
  const profiles = await ask('POST /v1/codehost-to-pnet/trigger', {
    people: [{ codehostUsername: 'leizhuzkeii8example' }],
  })
  const places = await ask('POST /v1/maps-search/start', {
    query: 'coffee',
    strategy: { strategy: 'whole-usa' },
  })
  const contacts = await ask('POST /v1/contact-details/batch/start', batch)
  const exhaustive = await ask('POST /v1/contact-details/exhaustive/start', {
    pnetUrl: { value: person.slug },
  })
  const local = await ask('POST /v1/local-business-search/start', {
    data: [{ source: 'custom', companies: [{ companyName: company.name }] }],
  })
  for (let turn = 0; turn < 3; turn += 1) await service.almanac.jobs.workNow()
  const enrichment = await ask(`POST /v1/audiences/${audienceId}/enrich`, {
    maxProspectsToEnrich: 5,
    enrichmentType: { getWorkEmails: true },
  })
  for (let turn = 0; turn < 3; turn += 1) await service.almanac.jobs.workNow()
  const all: Record<string, string | undefined> = {
    audienceId,
    'buildAudience.audienceId': unbuilt['audienceId'],
    'deleteAudience.audienceId': other['audienceId'],
    savedSearchId: saved['id'],
    'updateSavedSearch.id': saved['id'],
    savedSearchRunId: run['id'],
    companyExclusionListIDs: companies['listId'],
    prospectExclusionListIDs: prospects['listId'],
    'getExcludedCompaniesForExclusionList.exclusionListId': companies['listId'],
    'getExcludedProspectsForExclusionList.exclusionListId': prospects['listId'],
    'addCompaniesToExclusionList.listId': companies['listId'],
    'addProspectsToExclusionList.listId': prospects['listId'],
    'removeCompanyFromExclusionList.listId': companies['listId'],
    'removeProspectFromExclusionList.listId': prospects['listId'],
    'deleteCompanyExclusionList.listIDs': deleted.companies['listId'],
    'deleteProspectExclusionList.listIds': deleted.prospects['listId'],
    domainAgentRunId: domains['domainAgentRunId'],
    'codehostLookupPoll.codehostAgentRunId': accounts['codehostAgentRunId'],
    'codehostToPnetPolling.codehostAgentRunId': profiles['codehostAgentRunId'],
    searchID: places['searchID'],
    'pollBatchContactDetails.taskId': contacts['taskId'],
    'pollExhaustiveContactEnrichmentResult.taskId': exhaustive['taskId'],
    'pollLocalBusinessSearch.taskId': local['researchRunId'],
    enrichmentId: enrichment['enrichmentId'],
  }
  const missing = Object.keys(all).filter((name) => all[name] === undefined)
  if (missing.length > 0) throw new Error(`not made: ${missing.join(', ')}`)
  return all as Made
}
