import { column } from '../../../platform/exports/index.ts'
import { joined } from '../columns/cell-texts.ts'
import { companyUrl, type CompanyRow } from '../columns/company-row.ts'
import { listFormat } from './export-format.ts'

const place = ({ record }: CompanyRow) => record.location_consensus

/** Companies in the form of domainLookupTrigger's input: the columns are the members of `companyInfo`. */
export const domainAgent = listFormat<CompanyRow>({
  name: 'DOMAIN_AGENT_CSV',
  describe: 'companies as the members of companyInfo of domainLookupTrigger',
  columns: [
    column('name', ({ record }) => record.preferred_name),
    column('domain', ({ record }) => record.domains?.[0]),
    column(
      'description',
      ({ record }) => record.short_description ?? record.li_headline ?? record.li_description,
    ),
    column('address', (row) => place(row)?.full_address ?? place(row)?.street_address),
    column('city', (row) => place(row)?.city),
    column('state', (row) => place(row)?.state_name),
    column('country', (row) => place(row)?.country_name),
    column('otherContext', (row) => joined([row.record.standard_industries?.[0], companyUrl(row)], '; ')),
  ],
  includes: ({ record }) => (record.preferred_name ?? '') !== '',
})
