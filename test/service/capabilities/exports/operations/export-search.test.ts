import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import {
  atCompanies,
  service,
  shareService,
  someStaff,
  thesePeople,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'
import { companyColumns } from '../../../../../src/capabilities/exports/columns/company-columns.ts'
import { exportOf, fileOf, usedRows } from '../../../../support/exporting.ts'

shareService()

const order = ({ rawKey: key }: TestOrganization, of: string, body: object, headers = {}) =>
  service.send(`POST /v1/exports/search/${of}`, { key, body, headers })

/** Exports a search to the end; the export, its rows, and what it cost. */
async function exported(org: TestOrganization, of: string, body: object) {
  const before = await service.captured(org)
  const begun = await order(org, of, body)
  expect(begun.status, begun.text).toBe(200)
  expect(begun.body.chargeInfo.method).toBe('charging-later')
  await service.almanac.jobs.workNow()
  const view = await exportOf(org, begun.body.output.exportId)
  expect(view).toMatchObject({ status: 'completed', error: null })
  const bytes = await fileOf(view)
  const rows: Record<string, string>[] = parse(bytes, { columns: true, record_delimiter: '\r\n' })
  const charged = (await service.captured(org)) - before
  return { begun: begun.body.output, view, bytes, rows, charged }
}

describe('exportCompanySearch 200', () => {
  test('writes what the search finds, the most prominent first; each row costs a credit and counts for the month', async () => {
    verifies('op.export-company-search')
    const org = await service.org()
    const staff = await someStaff(0, 0, 0)
    const companySearchParams = atCompanies(staff)
    const { begun, view, bytes, rows, charged } = await exported(org, 'companies', { companySearchParams })
    expect(begun.estimatedRows).toBe(3)
    expect(view).toMatchObject({
      kind: 'companyExport',
      fileName: 'search-companies.csv',
      rows: 3,
      source: { type: 'search', id: null },
    })
    expect(bytes.toString().split('\r\n')[0]).toBe(companyColumns.map(({ name }) => name).join(','))
    expect(rows.map(({ domain }) => domain)).toEqual(staff.map(({ domain }) => domain))
    expect(charged).toBe(3_000)
    expect(await usedRows(org)).toBe(3)
    // The event says where it came from.
    const feed = await service.send('GET /v1/events', { key: org.rawKey })
    const event = feed.body.output.events.at(-1)
    expect(event).toMatchObject({ type: 'export.completed' })
    expect(event.data).toMatchObject({ source: 'search', kind: 'companies', success: true, total_rows: 3 })
  })

  test('the first rows alone, in another form, without some columns', async () => {
    const org = await service.org()
    const staff = await someStaff(0, 0)
    const { rows, charged } = await exported(org, 'companies', {
      companySearchParams: atCompanies(staff),
      maxRowsToExport: 1,
      format: 'DOMAIN_AGENT_CSV',
    })
    expect([rows.length, charged]).toEqual([1, 1_000])
  })

  test('leaves out whom the organization excludes everywhere', async () => {
    const org = await service.org()
    const staff = await someStaff(0, 0)
    const { rawKey: key } = org
    const list = await service.send('POST /v1/exclusions/companies/create-list', {
      key,
      body: { name: 'Customers', isOrganizationWide: true },
    })
    const { listId } = list.body.output
    const companies = [{ domain: staff[0]!.domain }]
    await service.send('POST /v1/exclusions/companies/add-to-list', { key, body: { listId, companies } })
    const { rows } = await exported(org, 'companies', { companySearchParams: atCompanies(staff) })
    expect(rows.map(({ domain }) => domain)).toEqual([staff[1]!.domain])
  })

  test('a dry run counts, says the most it can cost, and begins nothing', async () => {
    const org = await service.org()
    const companySearchParams = atCompanies(await someStaff(0, 0))
    const dry = await order(org, 'companies', { companySearchParams }, { 'x-dry-run': '1' })
    expect([dry.status, dry.body.output.dryRun?.maxCredits], dry.text).toEqual([200, 2])
    const all = await service.send('GET /v1/exports', { key: org.rawKey })
    expect(all.body.output.exports).toEqual([])
    expect(await usedRows(org)).toBe(0)
  })

  test('rows whose companies were paid for within 30 days cost nothing again; a dry run and the export say so', async () => {
    const org = await service.org()
    const staff = await someStaff(0, 0, 0)
    const some = { companySearchParams: atCompanies(staff.slice(0, 2)) }
    const first = await exported(org, 'companies', some)
    expect([first.charged, first.view.rowsPaidBefore]).toEqual([2_000, 0])
    const all = { companySearchParams: atCompanies(staff) }
    const dry = await order(org, 'companies', all, { 'x-dry-run': '1' })
    expect(dry.body.output.dryRun).toMatchObject({ maxCredits: 3, expectedCredits: 1 })
    const begun = await order(org, 'companies', all)
    expect(begun.body.chargeInfo.message).toContain('within 30 days')
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(3_000)
    const again = await exported(org, 'companies', { ...all, fileType: 'csv' })
    expect([again.charged, again.view.rows, again.view.rowsPaidBefore]).toEqual([0, 3, 3])
    // A build finds the same companies, for nothing. The whole record costs more, so it is paid for by itself.
    const { body } = await service.send('POST /v1/audiences/create', { key: org.rawKey, body: { name: 'A' } })
    const { audienceId } = body.output
    const path = `/v1/audiences/${audienceId}`
    await service.send(`PATCH ${path}/search-params`, { key: org.rawKey, body: all })
    await service.send(`POST ${path}/build`, { key: org.rawKey, body: {} })
    await service.almanac.jobs.workNow()
    const status = await service.send(`GET ${path}/status`, { key: org.rawKey })
    expect(status.body.output).toMatchObject({ companiesCount: 3, membersPaidBefore: 3 })
    expect(await service.captured(org)).toBe(3_000)
    const page = await service.send(`GET ${path}/companies`, { key: org.rawKey })
    const { companyId } = page.body.output.companies[0]
    await service.send(`GET /v1/companies/${companyId}`, { key: org.rawKey })
    expect(await service.captured(org)).toBe(5_000)
    // Another organization paid for nothing of this.
    expect((await exported(await service.org(), 'companies', some)).charged).toBe(2_000)
  })

  test('sent again with its key it is the same export, charged once', async () => {
    const org = await service.org()
    const body = { companySearchParams: atCompanies(await someStaff(0)) }
    const headers = { 'idempotency-key': 'same-export' }
    const [first, second] = [
      await order(org, 'companies', body, headers),
      await order(org, 'companies', body, headers),
    ]
    expect(second.body.output.exportId).toBe(first.body.output.exportId)
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(1_000)
  })
})

describe('exportPeopleSearch 200', () => {
  test('writes people with their employers, perhaps at certain companies, without contact details', async () => {
    verifies('op.export-people-search')
    const org = await service.org()
    const staff = await someStaff(2, 1)
    const [first, second] = staff as [(typeof staff)[0], (typeof staff)[0]]
    const people = [...first.people, ...second.people]
    const { rows, charged, view } = await exported(org, 'people', {
      profileSearchParams: thesePeople(people),
      companySearchParams: { domains: [first.domain] },
    })
    expect(view).toMatchObject({ kind: 'prospectExport', fileName: 'search-prospects.csv' })
    expect(rows).toHaveLength(2)
    expect(charged).toBe(2_000)
    expect(Object.values(rows[0] ?? {})).toContain('Engineer')
  })
})

describe('exportJobSearch 200', () => {
  test('writes postings, the newest first, a credit each', async () => {
    verifies('op.export-job-search')
    const org = await service.org()
    const title = `Keeper of export ${process.pid}`
    const posting = (job_id: string, posted_at: string) => ({
      job_id: `export-${process.pid}-${job_id}`,
      title,
      posted_at,
      company: { name: 'Acme', domain: 'acme.example' },
    })
    await service.write('postings', [posting('a', '2026-01-02'), posting('b', '2026-01-05')])
    // The dry run tells how many there are, as searchFacets does: jobPostingSearchCount alone costs a credit.
    const dry = await order(org, 'jobs', { searchParams: { title: [title] } }, { 'x-dry-run': '1' })
    expect(dry.body.output.dryRun).toMatchObject({ maxCredits: 2 })
    const search = { type: 'postings', searchParams: { title: [title] } }
    const facets = { search, facets: ['jobLocationType'] }
    const counted = await service.send('POST /v1/search/facets', { key: org.rawKey, body: facets })
    expect([counted.body.output?.matching, await service.captured(org)], counted.text).toEqual([2, 0])
    const { rows, charged, view } = await exported(org, 'jobs', { searchParams: { title: [title] } })
    expect(view).toMatchObject({ kind: 'jobPostingExport', fileName: 'search-jobs.csv' })
    expect(rows.map(({ job_id }) => job_id?.at(-1))).toEqual(['b', 'a'])
    expect(rows[0]).toMatchObject({ title, company_domain: 'acme.example' })
    expect(charged).toBe(2_000)
  })
})

describe('refusals', () => {
  test.each([
    ['companies', {}, 'companySearchParams'],
    ['companies', { companySearchParams: {} }, 'companySearchParams'],
    ['people', {}, 'profileSearchParams'],
    ['jobs', { searchParams: {} }, 'searchParams'],
    ['companies', { companySearchParams: {}, maxRowsToExport: 10_001 }, 'maxRowsToExport'],
    ['companies', { companySearchParams: {}, maxRowsToExport: 1, format: 'PROSPECT_GENERIC_CSV' }, 'format'],
    ['people', { maxRowsToExport: 1, format: 'PROSPECT_META_ADS_CSV' }, 'format'],
    ['people', { maxRowsToExport: 1, excludeFields: ['nothing'] }, 'excludeFields[0]'],
    ['jobs', { searchParams: {}, maxRowsToExport: 1, fileType: 'pdf' }, 'fileType'],
  ])('400 for %s of %j at %s', async (of, body, path) => {
    const answer = await order(await service.org(), of, body)
    expect([answer.status, answer.body.issues?.[0]?.path], answer.text).toEqual([400, path])
  })

  test('402 where the credits do not cover all rows: nothing is begun, and no row counts', async () => {
    const org = await service.org(1)
    const answer = await order(org, 'companies', { companySearchParams: atCompanies(await someStaff(0, 0)) })
    expect(answer.status, answer.text).toBe(402)
    expect(await usedRows(org)).toBe(0)
  })

  test('409 over the rows of the month, and nothing is charged', async () => {
    const org = await service.org()
    const { organizationId, subscriptionId } = org
    const by = { actor: 'operator:test' } as const
    await service.almanac.subscriptions.configure({ organizationId, subscriptionId, by }, { exportRows: 1 })
    const answer = await order(org, 'companies', { companySearchParams: atCompanies(await someStaff(0, 0)) })
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    expect(await service.captured(org)).toBe(0)
  })

  test('401 without a key', async () => {
    for (const side of ['companies', 'people', 'jobs'])
      expect((await service.send(`POST /v1/exports/search/${side}`, { body: {} })).status).toBe(401)
  })
})
