import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../test/conformance/verifies.ts'
import { refuses, service, shareService } from '../../audiences/fixtures/building.ts'
import { companyColumns } from '../columns/company-columns.ts'
import { aBuiltAudience, exported, order } from '../../../../test/support/exporting.ts'
import { companyFormats } from '../formats/index.ts'

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
