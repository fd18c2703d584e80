import { createHash } from 'node:crypto'
import { zstdDecompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import readSheets from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anAudience,
  ask,
  built,
  giveContacts,
  refuses,
  service,
  shareService,
  thesePeople,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'
import { prospectColumns } from '../../../../../src/capabilities/exports/columns/prospect-columns.ts'
import { aBuiltAudience, exported, exportOf, order } from '../../../../support/exporting.ts'

shareService()

const format = 'PROSPECT_GENERIC_CSV'
const rowsOf = (bytes: Buffer): Record<string, string>[] =>
  parse(bytes, { columns: true, record_delimiter: '\r\n' })

describe('exportProspects 200', () => {
  test('writes every column of every person, in the order of the audience, and of their employer', async () => {
    verifies('op.export-prospects', 'audience.export.csv', 'audience.export.quota')
    const org = await service.org()
    const { id, staff } = await aBuiltAudience(org, 2, 1)
    const quota = (await service.almanac.exports.allowance(org.organizationId)).left
    const { begun, view, bytes, response } = await exported(org, id, 'prospects', { format })
    expect(begun).toMatchObject({
      estimatedRows: 3,
      maxRowsAllowed: quota,
      downloadUrl: null,
      expiresAt: null,
    })
    expect(begun.message).toMatch(/export/)
    expect(view).toMatchObject({ rows: 3, bytes: bytes.length, fileName: 'growing-saas-co-prospects.csv' })
    expect(view.expiresAt).toMatch(/^\d{4}-/)
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(bytes.toString().split('\r\n')[0]).toBe(prospectColumns.map(({ name }) => name).join(','))
    const rows = rowsOf(bytes)
    const people = staff.flatMap((one) => one.people)
    expect(rows.map((row) => row['profile_url']!.split('/').at(-1)).toSorted()).toEqual(people.toSorted())
    const shown = await ask(org, `GET ${id}/prospects`)
    expect(rows.map((row) => row['id'])).toEqual(
      shown.body.output.prospects.map(({ prospectId }: { prospectId: string }) => prospectId),
    )
    const [first] = rows
    const company = first!['company']!
    expect(first).toMatchObject({
      first_name: 'Ada',
      job_title: 'Engineer',
      company_domain: `${company}.example`,
      company_industries: 'Software',
      work_email_1: '',
    })
    // What was exported is taken from the month, and the balance is as it was.
    expect((await service.almanac.exports.allowance(org.organizationId)).left).toBe(quota - 3)
    const actions = []
    for await (const entry of service.almanac.audit.list(org.organizationId)) actions.push(entry)
    expect(actions.at(-1)).toMatchObject({
      action: 'export.begun',
      detail: { audienceId: id, format, rows: 3 },
    })
  })

  test.each(['ndjson', 'json', 'parquet', 'xlsx'])('as %s', async (fileType) => {
    const org = await service.org()
    const { id } = await aBuiltAudience(org, 2)
    const excludeFields = prospectColumns
      .map(({ name }) => name)
      .filter((name) => !['first_name', 'skills'].includes(name))
    const { bytes, view } = await exported(org, id, 'prospects', { format, fileType, excludeFields })
    expect(view.fileName).toBe(`growing-saas-co-prospects.${fileType}`)
    const row = { first_name: 'Ada', skills: null }
    const file = new Uint8Array(bytes).buffer
    if (fileType === 'json') expect(JSON.parse(bytes.toString())).toEqual([row, row])
    if (fileType === 'ndjson') expect(bytes.toString()).toBe(`${JSON.stringify(row)}\n`.repeat(2))
    if (fileType === 'parquet')
      expect(
        await parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } }),
      ).toMatchObject([{ first_name: 'Ada' }, { first_name: 'Ada' }])
    if (fileType === 'xlsx')
      expect((await readSheets(file))[0]?.data).toEqual([
        ['first_name', 'skills'],
        ['Ada', null],
        ['Ada', null],
      ])
  })

  test('with at most so many rows, and nobody without contact details where they are asked for', async () => {
    verifies('audience.max-rows-to-export')
    const org = await service.org()
    const { id } = await aBuiltAudience(org, 3)
    const most = await exported(org, id, 'prospects', { format, maxRowsToExport: 2 })
    expect([most.begun.estimatedRows, rowsOf(most.bytes).length]).toEqual([2, 2])
    const none = await exported(org, id, 'prospects', { format, onlyWithContacts: true })
    expect(rowsOf(none.bytes)).toEqual([])
    // What was not needed is there again.
    const { used } = await service.almanac.exports.allowance(org.organizationId)
    expect(used).toBe(2)
  })

  test('shows the contact details that the audience was enriched with, and none that were not paid for', async () => {
    const org = await service.org()
    const { id, staff } = await aBuiltAudience(org, 3)
    const people = staff[0]!.people
    await giveContacts(service, people.slice(0, 2))
    const before = rowsOf((await exported(org, id, 'prospects', { format })).bytes)
    expect(before.filter((row) => row['work_email_1'] !== '' || row['phone_number_1'] !== '')).toEqual([])
    const enrichmentType = { getPersonalEmails: false, getPhoneNumbers: false }
    await ask(org, `POST ${id}/enrich`, { maxProspectsToEnrich: 100, enrichmentType })
    await service.almanac.jobs.workNow()
    const { bytes, view } = await exported(org, id, 'prospects', { format, onlyWithContacts: true })
    const rows = rowsOf(bytes)
    expect(view.rows).toBe(2)
    for (const row of rows) {
      expect(row).toMatchObject({
        work_email_1: expect.stringContaining('@'),
        personal_email_1: '',
        phone_number_1: '',
      })
      expect(people.slice(0, 2)).toContain(row['profile_url']!.split('/').at(-1))
    }
    // Another audience with the same people has not been given anything.
    const other = await anAudience(org, { prospectSearchParams: thesePeople(people) })
    await built(org, other)
    expect(
      rowsOf((await exported(org, other, 'prospects', { format, onlyWithContacts: true })).bytes),
    ).toEqual([])
    const upload = await exported(org, id, 'prospects', { format: 'PROSPECT_META_ADS_CSV' })
    const [heading, first] = upload.bytes.toString().split('\r\n')
    expect(heading).toBe('email,email,email,phone,phone,phone,fn,ln,zip,ct,st,country')
    const address = rows[0]!['work_email_1']!
    expect(first!.split(',')[0]).toBe(createHash('sha256').update(address.toLowerCase()).digest('hex'))
  })

  test('with the labels of the day, as the search that found the people has them', async () => {
    const org = await service.org()
    const slug = 'studies-by-the-day'
    const education = [{ school_name: 'State', start_date: '2025-09-01' }]
    await service.write('people', [{ primary_slug: slug, name: 'Ada Lovelace', education }])
    const prospectSearchParams = { ...thesePeople([slug]), tags: { anyOf: ['student'] } }
    const id = await anAudience(org, { prospectSearchParams })
    await built(org, id)
    const rows = rowsOf((await exported(org, id, 'prospects', { format })).bytes)
    expect(rows.map(({ tags }) => tags)).toEqual(['student'])
  })

  test('under the names that clients have for the formats', async () => {
    const org = await service.org()
    const { id } = await aBuiltAudience(org, 1)
    const { bytes } = await exported(org, id, 'prospects', { format: 'PROSPECT_LI_ADS_CSV' })
    expect(bytes.toString().split('\r\n')[0]).toBe(
      'email,firstname,lastname,jobtitle,employeecompany,country,googleaid',
    )
  })

  test('shows who was in the audience when it was asked for, whatever is built meanwhile', async () => {
    const org = await service.org()
    const { id } = await aBuiltAudience(org, 2)
    const begun = await order(org, id, 'prospects', { format })
    await ask(org, `PATCH ${id}/search-params`, { companySearchParams: { domains: ['nobody.example'] } })
    await built(org, id)
    await service.almanac.jobs.workNow()
    expect(await exportOf(org, begun.body.output.exportId)).toMatchObject({ status: 'completed', rows: 2 })
  })
})

describe('exportProspects 400', () => {
  test.each([
    [{}, 'format'],
    [{ format: 'COMPANY_GENERIC_CSV' }, 'format'],
    [{ format: 'PDF' }, 'format'],
    [{ format, excludeFields: ['first_name', 'iban'] }, 'excludeFields[1]'],
    [{ format, excludeFields: prospectColumns.map(({ name }) => name) }, undefined],
    [{ format: 'PROSPECT_META_ADS_CSV', excludeFields: ['age'] }, 'excludeFields'],
    [{ format: 'PROSPECT_META_ADS_CSV', fileType: 'xlsx' }, 'fileType'],
    [{ format: 'PNET_PROFILE_URL_FIXUP', excludeFields: ['company', 'age'] }, 'excludeFields[1]'],
    [{ format, maxRowsToExport: 0 }, 'maxRowsToExport'],
    [{ format, userEmail: 'nobody' }, 'userEmail'],
  ])('%j names its member and begins nothing', async (body, path) => {
    const org = await service.org()
    const { id } = await aBuiltAudience(org, 1)
    const answer = await order(org, id, 'prospects', body)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.issues?.[0]?.path).toBe(path)
    expect((await service.almanac.exports.allowance(org.organizationId)).used).toBe(0)
  })
})

describe('exportProspects 409', () => {
  test('for an audience that is not built, or is being built, each in its own words', async () => {
    const org = await service.org()
    const draft = await anAudience(org)
    const refused = await order(org, draft, 'prospects', { format })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringContaining('has not been built'),
    ])
    const { id } = await aBuiltAudience(org, 1)
    await ask(org, `POST ${id}/build`)
    const building = await order(org, id, 'prospects', { format })
    expect([building.status, building.body.message]).toEqual([409, expect.stringContaining('being built')])
    await service.almanac.jobs.workNow()
  })

  test('for more rows than the month has left', async () => {
    const org = await service.org()
    const { id } = await aBuiltAudience(org, 3)
    const by = { actor: 'operator:test' }
    await service.almanac.subscriptions.configure({ ...org, by }, { exportRows: 2 })
    const answer = await order(org, id, 'prospects', { format })
    expect([answer.status, answer.body.message]).toEqual([409, expect.stringContaining('maxRowsToExport')])
    expect((await order(org, id, 'prospects', { format, maxRowsToExport: 2 })).status).toBe(200)
  })
})

test('exportProspects 404 for an audience that was deleted, as for one that never was; nothing is counted', async () => {
  const org = await service.org()
  const { id } = await aBuiltAudience(org, 1)
  await ask(org, `DELETE ${id}`)
  for (const side of ['prospects', 'companies'] as const) {
    const asked = { format: side === 'prospects' ? format : 'COMPANY_GENERIC_CSV' }
    const [archived, unknown] = [await order(org, id, side, asked), await order(org, 'aud_none', side, asked)]
    expect([archived.status, archived.body.message]).toEqual([404, unknown.body.message])
  }
  expect((await service.almanac.exports.allowance(org.organizationId)).used).toBe(0)
})

refuses('exportProspects', (id) => `POST ${id}/export/prospects`, { body: { format } })
