import { countryByAlpha3 } from '../../../corpus/reference/index.ts'
import { column } from '../../../platform/exports/index.ts'
import { companyUrl, type CompanyRow } from '../columns/company-row.ts'
import { uploadFormat } from './export-format.ts'

const place = ({ record }: CompanyRow) => record.location_consensus

/**
 * A company list of the network's campaign manager. Headings are those of its template and must not be changed; the
 * name is required, the others improve matching. Source: "Requirements for company targeting lists",
 * https://www.linkedin.com/help/lms/answer/a1489763, and the template linked there; fields of companies:
 * https://learn.microsoft.com/linkedin/marketing/matched-audiences/create-and-manage-list-uploads
 */
export const companyPnetAds = uploadFormat<CompanyRow>({
  name: 'COMPANY_PNET_ADS_CSV',
  describe: "a company list for the network's campaign manager",
  takes: { platform: "The network's campaign manager", least: 300, most: 300_000 },
  columns: [
    column('companyname', ({ record }) => record.preferred_name),
    column('companywebsite', ({ record }) => record.domains?.[0]),
    // The corpus does not distinguish the domain of mailboxes from that of the website.
    column('companyemaildomain', ({ record }) => record.domains?.[0]),
    column('linkedincompanypageurl', companyUrl),
    column('stocksymbol', ({ record }) => record.stock_info_consensus?.ticker),
    column('industry', ({ record }) => record.li_industries?.[0]?.name ?? record.standard_industries?.[0]),
    column('city', (row) => place(row)?.city),
    column('state', (row) => place(row)?.state_name),
    column('companycountry', (row) => countryByAlpha3(place(row)?.country_code ?? '')?.alpha2),
    column('zipcode', (row) => place(row)?.postal_code),
  ],
  includes: ({ record }) => (record.preferred_name ?? '') !== '',
})
