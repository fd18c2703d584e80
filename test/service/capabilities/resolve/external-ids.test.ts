import { expect, test } from 'vitest'
import {
  aList,
  ask,
  aSlug,
  readOutput,
  service,
  shareService,
  staff,
} from '../../../../src/capabilities/trackers/fixtures/tracking.ts'
import type { TestOrganization } from '../../../support/platform.ts'

shareService()

const post = async (org: TestOrganization, path: string, body: object, status = 200) => {
  const answer = await service.send(`POST /v1/${path}`, { key: org.rawKey, body })
  expect(answer.status, answer.text).toBe(status)
  return status === 200 ? answer.body.output : answer.body
}

const lei = '5493001KJTIIGC8Y1R12'
const orcid = '0000-0002-1825-0097'

/** A company that has nothing but its entry in a register, as another register writes it. */
async function writeCompany(): Promise<void> {
  const name = `Firm ${aSlug()}`
  const company = { preferred_name: name, external_ids: { LEI: '5493 001k jtii gc8y 1r12' }, ...staff(50) }
  await service.write('companies', [company])
}

test('a company is asked for by its id in a register, however it is written, at every door', async () => {
  const org = await service.org()
  await writeCompany()
  const shown = { external_ids: { lei } }
  for (const [source, value] of [
    ['lei', lei],
    ['LEI', ` ${lei.toLowerCase()} `],
    ['gleif', lei],
  ] as const) {
    const id = { identifier: 'externalId', source, value }
    const { data } = await post(org, 'company-resolve', { companies: [id] })
    expect(data).toMatchObject([{ ...id, found: true, company: shown }])
  }
  const byId = { identifier: 'externalId', source: 'lei', value: lei }
  expect((await post(org, 'kitchen-sink/company', { companyIdentifier: byId })).data).toMatchObject([shown])
  expect((await post(org, 'entity-history', { company: byId })).found).toBe(true)
  const exact = { identifier: 'external-id', source: 'lei', value: lei }
  const only = { exactCompanyV2: { anyOf: [exact] } }
  expect((await post(org, 'company-search', { searchParams: only })).data).toMatchObject([shown])
  const list = await aList(org)
  const companies = [{ externalId: { source: 'lei', value: lei } }]
  const path = `company-lists/${list}/companies`
  expect(await readOutput(ask(org, `PUT ${path}`, { companies }))).toMatchObject({ added: 1 })
})

test('exclusion lists leave out, show and give back what they were told by an id in a register', async () => {
  const org = await service.org()
  const shown = { source: 'wikidata', value: 'Q312556' }
  const company = { preferred_name: `Firm ${aSlug()}`, external_ids: { QID: 'q312556' }, ...staff(50) }
  await service.write('companies', [company])
  const externalId = { source: 'Wikidata', value: 'https://www.wikidata.org/wiki/Q312556' }
  const { listId } = await post(org, 'exclusions/companies/create-list', { name: 'by register' })
  const added = await post(org, 'exclusions/companies/add-to-list', { listId, companies: [{ externalId }] })
  expect(added).toMatchObject({ companiesAdded: 1 })
  const read = await post(org, 'exclusions/companies/read-from-list', { exclusionListId: listId })
  expect(read.companies).toMatchObject([{ externalId: shown, domain: null }])
  const exact = { exactCompanyV2: { anyOf: [{ identifier: 'external-id', ...shown }] } }
  const search = { searchParams: exact, companyExclusionListIDs: [listId] }
  expect((await post(org, 'company-search', search)).data).toEqual([])
  const details = { listId, excludedCompanyDetails: { externalIds: [externalId] } }
  expect(await post(org, 'exclusions/companies/remove-from-list', details)).toMatchObject({
    deletedExcludedCompanies: 1,
  })
  expect((await post(org, 'company-search', search)).data).toMatchObject([
    { external_ids: { wikidata: shown.value } },
  ])
})

test('a person is asked for by an id in a register', async () => {
  const org = await service.org()
  await service.write('people', [
    { name: 'Josiah Carberry', external_ids: { orcid: `https://orcid.org/${orcid}` } },
    { name: 'Somebody Else', external_ids: { orcid: '0000-0001-5109-3700' } },
  ])
  const shown = { name: 'Josiah Carberry', external_ids: { orcid } }
  const byId = { identifier: 'externalId', source: 'orcid', value: orcid.replaceAll('-', '') }
  const { data } = await post(org, 'person-resolve', { people: [byId] })
  expect(data).toMatchObject([{ found: true, person: shown }])
  expect((await post(org, 'kitchen-sink/person', { profileIdentifier: byId })).data).toMatchObject([shown])
  const exact = { exactProfile: { anyOf: [{ external_id: { source: 'ORCID', value: orcid } }] } }
  expect((await post(org, 'people-search', { searchParams: exact })).data).toMatchObject([shown])
})

test('two registers that name the same company join it, in either order; a wrong id joins nobody', async () => {
  const org = await service.org()
  const [cik, domain] = ['0000789019', `${aSlug()}.example`]
  await service.write('companies', [{ preferred_name: 'Bryn Holdings', external_ids: { cik: '789019' } }])
  service.clock.advance(60_000)
  await service.write('companies', [
    {
      preferred_name: 'Bryn Holdings',
      domains: [domain],
      external_ids: { CIK: 'CIK0000789019', lei: 'n/a' },
    },
  ])
  const byCik = { identifier: 'externalId', source: 'cik', value: '789019' }
  const { data } = await post(org, 'company-resolve', {
    companies: [byCik, { identifier: 'domain', value: domain }],
  })
  expect(data).toMatchObject([{ company: { external_ids: { cik } } }, { company: { domains: [domain] } }])
  expect(data[0].company.entity_id).toBe(data[1].company.entity_id)
})

test('an id that its register never gave out finds nobody, free, and is a 400 where one must be named', async () => {
  const org = await service.org()
  const wrong = { source: 'lei', value: '5493001KJTIIGC8Y1R13' }
  const { data } = await post(org, 'company-resolve', {
    companies: [{ identifier: 'externalId', ...wrong }],
  })
  expect(data).toMatchObject([{ found: false, company: null }])
  for (const value of [wrong.value, 'N/A']) {
    const exactCompanyV2 = { anyOf: [{ identifier: 'external-id', source: 'lei', value }] }
    const { issues } = await post(org, 'company-search', { searchParams: { exactCompanyV2 } }, 400)
    expect(issues).toMatchObject([{ path: 'searchParams.exactCompanyV2.anyOf[0].value' }])
  }
  const { issues } = await post(
    org,
    'company-resolve',
    { companies: [{ identifier: 'externalId', value: lei }] },
    400,
  )
  expect(issues).toMatchObject([{ path: 'companies[0].source' }])
})
