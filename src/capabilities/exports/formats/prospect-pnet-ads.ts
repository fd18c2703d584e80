import { countryByAlpha3 } from '../../../corpus/reference/index.ts'
import { hashedEmail } from '../../../lib/hashed-identifier.ts'
import { column } from '../../../platform/exports/index.ts'
import { readEmployer } from '../columns/prospect-columns.ts'
import { usableEmails, type ProspectRow } from '../columns/prospect-row.ts'
import { uploadFormat } from './export-format.ts'

const email = (row: ProspectRow) => {
  const [first] = usableEmails(row)
  return first === undefined ? undefined : hashedEmail(first, 'pnet')
}

/**
 * A contact list of the network's campaign manager: addresses hashed (SHA-256, of the address in lower case), the rest
 * in the clear, as its template demands; countries by two letters. A contact needs an address, or both names; ids of
 * devices are not available here. Source: "Requirements for contact targeting lists",
 * https://www.linkedin.com/help/lms/answer/a1489764, and its template, LinkedIn_Ads_Contact_Match_Template.csv.
 */
export const prospectPnetAds = uploadFormat<ProspectRow>({
  name: 'PROSPECT_PNET_ADS_CSV',
  describe: "a contact list for the network's campaign manager, with hashed addresses",
  takes: { platform: "The network's campaign manager", least: 300, most: 300_000 },
  columns: [
    column('email', email),
    column('firstname', ({ record }) => record.first_name),
    column('lastname', ({ record }) => record.last_name),
    column('jobtitle', ({ record }) => record.current_job?.title),
    column('employeecompany', readEmployer),
    column('country', ({ record }) => countryByAlpha3(record.inferred_location?.country_code ?? '')?.alpha2),
    column('googleaid', () => null),
  ],
  includes: (row) => {
    const { first_name, last_name } = row.record
    return email(row) !== undefined || ((first_name ?? '') !== '' && (last_name ?? '') !== '')
  },
})
