import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import {
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'
import { exportOf, fileOf, usedRows } from '../../../../support/exporting.ts'

shareService()

async function ask({ rawKey: key }: TestOrganization, route: string, body: object) {
  const answer = await service.send(route.replace(' ', ' /v1/'), { key, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.output
}

const order = ({ rawKey: key }: TestOrganization, of: string, body: object, headers = {}) =>
  service.send(`POST /v1/exports/list/${of}`, { key, body, headers })

/** Exports a list to the end; the export, its rows, and what it cost. */
async function exported(org: TestOrganization, of: string, body: object) {
  const before = await service.captured(org)
  const begun = await order(org, of, body)
  expect(begun.status, begun.text).toBe(200)
  await service.almanac.jobs.workNow()
  const view = await exportOf(org, begun.body.output.exportId)
  expect(view).toMatchObject({ status: 'completed', error: null })
  const rows: Record<string, string>[] = parse(await fileOf(view), {
    columns: true,
    record_delimiter: '\r\n',
  })
  const charged = (await service.captured(org)) - before
  return { begun: begun.body.output, view, rows, charged }
}

const slugOf = (domain: string) => domain.replace('.example', '')

async function aTracker(org: TestOrganization, companies: object[]): Promise<string> {
  const { id } = await ask(org, 'POST tracker/company-lists', {
    name: 'Rivals & Co.',
    refreshIntervalDays: 7,
    trackingRules: [],
  })
  await ask(org, `PUT tracker/company-lists/${id}/companies`, { companies })
  return id
}

/** A run that has looked the rows of a list up. */
async function aRun(org: TestOrganization, csv: string, as: 'companies' | 'people'): Promise<string> {
  const { runId } = await ask(org, 'POST enrich/start', {
    inlineCsv: csv,
    as,
    header: 'first',
    ...(as === 'companies' && { by: ['domain=Website'] }),
  })
  await service.almanac.jobs.workNow()
  return runId
}

describe('exportListCompanies 200', () => {
  test('whom a tracker list watches, a credit each; the list of exports says where it came from', async () => {
    verifies('op.export-list-companies')
    const org = await service.org()
    const staff = await someStaff(0, 0)
    const id = await aTracker(
      org,
      staff.map(({ domain }) => ({ domain })),
    )
    const { view, rows, charged, begun } = await exported(org, 'companies', { trackerListId: id })
    expect(begun.estimatedRows).toBe(2)
    expect(view).toMatchObject({
      kind: 'companyExport',
      fileName: 'rivals-co-companies.csv',
      source: { type: 'tracker_list', id },
    })
    expect(rows.map(({ domain }) => domain)).toEqual(staff.map(({ domain }) => domain))
    expect(charged).toBe(2_000)
    expect(await usedRows(org)).toBe(2)
    const all = await service.send('GET /v1/exports', { key: org.rawKey })
    expect(all.body.output.exports).toMatchObject([
      { exportId: view.exportId, source: { type: 'tracker_list', id } },
    ])
  })

  test('whom an exclusion list names, each once; what names nobody costs nothing and comes back', async () => {
    const org = await service.org()
    const [first, second] = await someStaff(0, 0)
    const { listId } = await ask(org, 'POST exclusions/companies/create-list', { name: 'Customers' })
    const companies = [
      { domain: first!.domain },
      { pnetSlug: slugOf(first!.domain) },
      { domain: 'nobody.example' },
      { domain: second!.domain },
    ]
    await ask(org, 'POST exclusions/companies/add-to-list', { listId, companies })
    const { rows, charged, view } = await exported(org, 'companies', { exclusionListId: listId })
    expect(rows.map(({ domain }) => domain)).toEqual([first!.domain, second!.domain])
    expect(view.source).toEqual({ type: 'exclusion_list', id: listId })
    expect(charged).toBe(2_000)
    expect(await usedRows(org)).toBe(2)
  })

  test('the matches of an enriched list, for nothing: the run charged for them', async () => {
    const org = await service.org()
    const [first, second] = await someStaff(0, 0)
    const csv = `Website\n${first!.domain}\nnobody.example\n${second!.domain}\n${first!.domain}\n`
    const runId = await aRun(org, csv, 'companies')
    const { rows, charged, view } = await exported(org, 'companies', { runId })
    expect(rows.map(({ domain }) => domain).toSorted()).toEqual([first!.domain, second!.domain].toSorted())
    expect([charged, view.source]).toEqual([0, { type: 'enrich_run', id: runId }])
    const dry = await order(org, 'companies', { runId }, { 'x-dry-run': '1' })
    expect(dry.body.output.dryRun?.maxCredits, dry.text).toBe(0)
  })
})

test('lists of the same companies are paid for once in 30 days, and whole records that were read are free rows', async () => {
  const org = await service.org()
  const staff = await someStaff(0, 0)
  const companies = staff.map(({ domain }) => ({ domain }))
  const trackerListId = await aTracker(org, companies)
  // The first company is read whole, by a list that is matched.
  await aRun(org, `Website\n${staff[0]!.domain}\n`, 'companies')
  const dry = await order(org, 'companies', { trackerListId }, { 'x-dry-run': '1' })
  expect(dry.body.output.dryRun).toMatchObject({ maxCredits: 2, expectedCredits: 1 })
  const tracked = await exported(org, 'companies', { trackerListId })
  expect([tracked.charged, tracked.view.rowsPaidBefore]).toEqual([1_000, 1])
  const { listId } = await ask(org, 'POST exclusions/companies/create-list', { name: 'Customers' })
  await ask(org, 'POST exclusions/companies/add-to-list', { listId, companies })
  const excluded = await exported(org, 'companies', { exclusionListId: listId })
  expect([excluded.charged, excluded.rows.length, excluded.view.rowsPaidBefore]).toEqual([0, 2, 2])
})

describe('exportListPeople 200', () => {
  test('whom a tracker list of people watches, and whom an exclusion list names', async () => {
    verifies('op.export-list-people')
    const org = await service.org()
    const [{ people } = { people: [] }] = await someStaff(2)
    const { id } = await ask(org, 'POST tracker/person-lists', {
      name: 'Friends',
      refreshIntervalDays: 7,
      trackingRules: [],
    })
    await ask(org, `PUT tracker/person-lists/${id}/people`, {
      people: people.map((pnetSlug) => ({ pnetSlug })),
    })
    const tracked = await exported(org, 'people', { trackerListId: id, maxRowsToExport: 1 })
    expect([tracked.rows.length, tracked.charged]).toEqual([1, 1_000])
    const { listId } = await ask(org, 'POST exclusions/prospects/create-list', { name: 'Not these' })
    // Who is named by an address of mail alone is not looked up by it.
    const prospects = [{ pnetSlug: people[0] }, { email: 'somebody@home.example' }]
    await ask(org, 'POST exclusions/prospects/add-to-list', { listId, prospects })
    const excluded = await exported(org, 'people', { exclusionListId: listId })
    // The same person: whom the list watches first was paid for.
    expect([excluded.rows.length, excluded.charged]).toEqual([1, 0])
  })
})

describe('refusals', () => {
  test("404 for another organization's list and run, an unknown and a deleted one", async () => {
    const [org, other] = [await service.org(), await service.org()]
    const [{ domain } = { domain: '' }] = await someStaff(0)
    const trackerListId = await aTracker(other, [{ domain }])
    const runId = await aRun(other, `Website\n${domain}\n`, 'companies')
    const { listId } = await ask(other, 'POST exclusions/companies/create-list', { name: 'Theirs' })
    for (const body of [
      { trackerListId },
      { runId },
      { exclusionListId: listId },
      { trackerListId: 'tclist_none' },
      { runId: 'task_none' },
    ]) {
      const answer = await order(org, 'companies', body)
      expect([answer.status, answer.body.code], answer.text).toEqual([404, 'not_found'])
    }
    await service.send(`DELETE /v1/tracker/company-lists/${trackerListId}`, { key: other.rawKey })
    expect((await order(other, 'companies', { trackerListId })).status).toBe(404)
  })

  test('400 for none and for several lists, and for a run of the other kind', async () => {
    const org = await service.org()
    const [{ domain } = { domain: '' }] = await someStaff(0)
    const runId = await aRun(org, `Website\n${domain}\n`, 'companies')
    for (const body of [{}, { runId, trackerListId: 'tplist_none' }, { runId }]) {
      const answer = await order(org, 'people', body)
      expect([answer.status, answer.body.issues?.[0]?.path], answer.text).toEqual([400, 'runId'])
    }
  })

  test('409 while the rows of the list are looked up', async () => {
    const org = await service.org()
    const [{ domain } = { domain: '' }] = await someStaff(0)
    const body = {
      inlineCsv: `Website\n${domain}\n`,
      as: 'companies',
      header: 'first',
      by: ['domain=Website'],
    }
    const { runId } = await ask(org, 'POST enrich/start', body)
    const answer = await order(org, 'companies', { runId })
    expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
    await service.almanac.jobs.workNow()
  })

  test('402 where the credits do not cover the list: nothing is begun, and no row counts', async () => {
    const org = await service.org(1)
    const staff = await someStaff(0, 0)
    const trackerListId = await aTracker(
      org,
      staff.map(({ domain }) => ({ domain })),
    )
    expect((await order(org, 'companies', { trackerListId })).status).toBe(402)
    expect(await usedRows(org)).toBe(0)
  })
})
