import { z } from 'zod'
import { companySearchParams } from '../../../corpus/search/index.ts'
import { chooseFormat } from '../begin-export.ts'
import { beginSourceExport, sourcePrice } from '../begin-source-export.ts'
import { countSearch } from '../count-source.ts'
import { companyFormats } from '../formats/index.ts'
import { companyExport } from '../jobs/company-export.ts'
import { companyOptions } from '../schema.ts'
import {
  besideAudiences,
  describeSearchExport,
  describeSearchPrice,
  limitOf,
  searchExport,
} from '../search-export.ts'
import { operation } from '../slice.ts'
import { maxSearchRows } from '../source-members.ts'

const companyInput = z.object({
  companySearchParams,
  maxRowsToExport: limitOf('the most prominent'),
  ...companyOptions,
})
type CompanyInput = z.output<typeof companyInput>

const companies = ({ companySearchParams: params, maxRowsToExport: maxRows }: CompanyInput) =>
  ({ kind: 'company', search: { companySearchParams: params }, maxRows }) as const

export const exportCompanySearch = operation({
  ...searchExport,
  id: 'exportCompanySearch',
  route: 'POST /v1/exports/search/companies',
  summary: 'Export the companies of a search',
  tasks: ['download companies of a search as csv, without an audience'],
  describe: describeSearchExport('companies', { first: 'the most prominent', more: besideAudiences }),
  input: companyInput,
  price: (p) =>
    p.perJob({
      late: sourcePrice<CompanyInput>('exportCompany', {
        kind: 'company',
        describe: describeSearchPrice('exportCompany', 'company'),
        most: ({ maxRowsToExport: most = maxSearchRows }) => most,
        count: (input, deps, call) => countSearch(deps, call, companies(input)),
      }),
    }),
  examples: [
    {
      name: 'Software companies in the Nordics, as a workbook',
      input: {
        companySearchParams: {
          headquartersCountryCode: { anyOf: ['X-NORDICS'] },
          industriesV2: { anyOf: ['Software'] },
        },
        maxRowsToExport: 100,
        fileType: 'xlsx',
      },
    },
  ],
  async handle({ input, call, deps }) {
    const side = { formats: companyFormats, other: 'exportPeopleSearch' }
    const { takes } = chooseFormat(input, side)
    const counted = await countSearch(deps, call, companies(input))
    const key = 'exportCompany' as const
    return beginSourceExport(deps, call, { ...input, definition: companyExport, takes, key, counted })
  },
})
