import { companyColumns } from '../columns/company-columns.ts'
import type { CompanyRow } from '../columns/company-row.ts'
import { prospectColumns } from '../columns/prospect-columns.ts'
import type { ProspectRow } from '../columns/prospect-row.ts'
import { listFormat } from './export-format.ts'

export const companyGeneric = listFormat<CompanyRow>({
  name: 'COMPANY_GENERIC_CSV',
  describe: 'all known facts about each company, one column each',
  columns: companyColumns,
  hasMatches: true,
})

export const prospectGeneric = listFormat<ProspectRow>({
  name: 'PROSPECT_GENERIC_CSV',
  describe: 'all known facts about each person and their employer, one column each',
  columns: prospectColumns,
})
