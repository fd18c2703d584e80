import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anAudience,
  ask,
  atCompanies,
  built,
  refuses,
  service,
  shareService,
  someStaff,
} from '../../../../../src/capabilities/audiences/fixtures/building.ts'
import { companyColumns } from '../../../../../src/capabilities/exports/columns/company-columns.ts'
import { aBuiltAudience, exported, order } from '../../../../support/exporting.ts'
import { companyFormats } from '../../../../../src/capabilities/exports/formats/index.ts'

shareService()

const format = 'COMPANY_GENERIC_CSV'

describe('exportCompanies 200', () => {
  test('writes every column of every company, in the order of the audience', async () => {
    verifies('op.export-companies', 'audience.export.csv')
    const org = await service.org()
    const { id, staff } = await aBuiltAudience(org, 1, 1, 1)
    const { begun, bytes, view } = await exported(org, id, 'companies', { format })
    expect(begun.estimatedRows).toBe(3)
    expect(view.fileName).toBe('growing-saas-co-companies.csv')
    expect(bytes.toString().split('\r\n')[0]).toBe(companyColumns.map(({ name }) => name).join(','))
    const rows: Record<string, string>[] = parse(bytes, { columns: true, record_delimiter: '\r\n' })
    expect(rows.map((row) => row['domain'])).toEqual(staff.map(({ domain }) => domain))
    expect(rows[0]).toMatchObject({ standard_industries: 'Software', employee_count_lower: '1000' })
  })

  test.each(companyFormats.map(({ name, columns }) => [name, columns] as const))(
    'as %s',
    async (name, columns) => {
      const org = await service.org()
      const { id } = await aBuiltAudience(org, 1)
      const { bytes } = await exported(org, id, 'companies', { format: name })
      expect(bytes.toString().split('\r\n')[0]).toBe(columns.map((column) => column.name).join(','))
    },
  )

  test('says which postings and how many people of each company the search matched, as they are now', async () => {
    const org = await service.org()
    const staff = await someStaff(3, 2, 0)
    const [first, second] = staff.map(({ domain }) => ({ pnet_primary_slug: domain.replace('.example', '') }))
    const posting = (job_id: string, title: string, day: string, company: object | undefined) => ({
      job_id: `${staff[0]!.domain}-${job_id}`,
      title,
      posted_at: `2026-01-${day}`,
      job_url: `https://jobs.example/${job_id}`,
      company,
    })
    await service.write('postings', [
      ...Array.from({ length: 21 }, (_, index) =>
        posting(`a${index}`, 'Data Engineer', String(10 - (index % 10)).padStart(2, '0'), first),
      ),
      posting('newest', 'Lead Data Engineer', '14', first),
      posting('other', 'Cook', '15', first),
      posting('b', 'Data Engineer', '02', second),
      posting('c', 'Data Engineer', '02', { pnet_primary_slug: 'elsewhere' }),
    ])
    const rule = (lowerBound: number, jobTitle: string[]) => ({
      employeesToMatch: { tag: 'finiteRange', lowerBound },
      employeeFilters: { jobTitle },
    })
    const companySearchParams = {
      ...atCompanies(staff),
      jobPostingsV2: { anyOf: [{ jobTitle: ['data engineer'] }, { jobTitle: ['lead'] }] },
      employees: { rules: [rule(1, ['engineer']), rule(3, ['engineer'])], joiner: 'OR' },
    }
    const id = await anAudience(org, { companySearchParams })
    await built(org, id)
    const rowsOf = async (audienceId: string) =>
      parse<Record<string, string>>((await exported(org, audienceId, 'companies', { format })).bytes, {
        columns: true,
        record_delimiter: '\r\n',
      })
    const [one, two, ...others] = await rowsOf(id)
    expect(others).toEqual([])
    expect([one!, two!].map((row) => [row['num_matching_job_postings'], row['num_role_matches']])).toEqual([
      // Three people by either rule; two by the first alone.
      ['22', '6'],
      ['1', '2'],
    ])
    const shown = JSON.parse(one!['matching_job_postings_json']!)
    expect(shown).toHaveLength(20)
    expect(shown[0]).toMatchObject({ title: 'Lead Data Engineer', posted_at: '2026-01-14', status: 'active' })
    const days = shown.map(({ posted_at }: { posted_at: string }) => posted_at)
    expect(days).toEqual(days.toSorted().toReversed())
    expect(one!['matching_job_posting_urls']).toMatch(/^https:\/\/jobs\.example\/newest; /)
    expect(one!['matching_job_postings_titles']).toBe('Lead Data Engineer; Data Engineer')
    expect(two!['matching_job_posting_urls']).toBe('https://jobs.example/b')

    // The search of the members that are exported, not the one of a build to come.
    await ask(org, `PATCH ${id}/search-params`, { companySearchParams: atCompanies(staff) })
    expect((await rowsOf(id))[1]).toMatchObject({ num_matching_job_postings: '1', num_role_matches: '2' })
    await built(org, id)
    expect((await rowsOf(id))[1]).toMatchObject({ num_matching_job_postings: '', num_role_matches: '' })
  })

  test('mails the link to whoever wants it', async () => {
    verifies('audience.user-email')
    const org = await service.org()
    const { id } = await aBuiltAudience(org, 1)
    const userEmail = `ada-${org.organizationId}@acme.example`
    await exported(org, id, 'companies', { format, userEmail })
    const [mail, ...others] = await service.mailTo(userEmail)
    expect(others).toEqual([])
    expect(mail).toContain('growing-saas-co-companies.csv')
    const link = /\/downloads\/[\w.-]+/.exec(mail!.replace(/=\r?\n/g, ''))?.[0]
    const file = await fetch(service.url + link)
    expect([file.status, (await file.text()).startsWith('id,name,')]).toEqual([200, true])
  })
})

test('a dry run names no credits and exports nothing: the start is free, too', async () => {
  const org = await service.org()
  const { id } = await aBuiltAudience(org, 1)
  const action = `POST ${id}/export/companies`
  const dry = await ask(org, action, { format }, { 'x-dry-run': '1' })
  expect([dry.status, dry.body.output]).toEqual([200, { dryRun: { maxCredits: 0, breakdown: [] } }])
  const guarded = await ask(org, action, { format }, { 'x-max-credits': '0' })
  expect([guarded.status, guarded.body.chargeInfo.method]).toEqual([200, 'free'])
})

describe('exportCompanies 400', () => {
  test('for a format of people, naming the operation that has it', async () => {
    const org = await service.org()
    const { id } = await aBuiltAudience(org, 1)
    const { status, body } = await order(org, id, 'companies', { format: 'PROSPECT_META_ADS_CSV' })
    expect([status, body.issues[0].path]).toEqual([400, 'format'])
    expect(body.issues[0].message).toContain('exportProspects')
  })
})

refuses('exportCompanies', (id) => `POST ${id}/export/companies`, { body: { format } })
