import { countryByAlpha3 } from '../../../corpus/reference/index.ts'
import { hashedEmail, hashedName, hashedPhone, hashedPlace } from '../../../lib/hashed-identifier.ts'
import { column } from '../../../platform/exports/index.ts'
import { hasContacts, usableEmails, type ProspectRow } from '../columns/prospect-row.ts'
import { uploadFormat } from './export-format.ts'

const three = [0, 1, 2]

const emails = three.map((index) =>
  column<ProspectRow>('email', (row) => {
    const address = usableEmails(row)[index]
    return address === undefined ? undefined : hashedEmail(address, 'meta')
  }),
)

const phones = three.map((index) =>
  column<ProspectRow>('phone', ({ contacts }) => {
    const number = contacts.phones[index]
    return number === undefined ? undefined : hashedPhone(number, 'meta')
  }),
)

const place = ({ record }: ProspectRow) => record.inferred_location
const hashedText = (text: string | null | undefined) =>
  text === null || text === undefined ? undefined : hashedPlace(text)
const name = (text: string | null) => (text === null ? undefined : hashedName(text, 'meta'))

/** Two letters for states of the US, names for all others. */
function state(row: ProspectRow): string | null | undefined {
  const { country_code, state_code, state_name } = place(row) ?? {}
  return country_code === 'USA' ? (state_code ?? state_name) : state_name
}

/** The first five digits for postal codes of the US, the whole code for all others. */
function postalCode(row: ProspectRow): string | null | undefined {
  const { country_code, postal_code } = place(row) ?? {}
  return country_code === 'USA' ? postal_code?.trim().slice(0, 5) : postal_code
}

/**
 * A customer list for a Custom Audience of Meta, every cell as SHA-256 in hexadecimal digits: addresses in lower case,
 * telephone numbers as digits with the code of their country, names in lower case without punctuation, places also
 * without spaces, countries by two letters. Up to three addresses and numbers, a column each. Sources: "How to format a
 * customer list", https://www.facebook.com/business/help/2082575038703844; normalisation:
 * https://developers.facebook.com/docs/marketing-api/audiences/guides/custom-audiences
 */
export const prospectMetaAds = uploadFormat<ProspectRow>({
  name: 'PROSPECT_META_ADS_CSV',
  describe: 'a customer list for a Custom Audience of Meta, hashed',
  takes: { platform: 'Meta', least: 100 },
  columns: [
    ...emails,
    ...phones,
    column('fn', ({ record }) => name(record.first_name)),
    column('ln', ({ record }) => name(record.last_name)),
    column('zip', (row) => hashedText(postalCode(row))),
    column('ct', (row) => hashedText(place(row)?.city)),
    column('st', (row) => hashedText(state(row))),
    column('country', (row) => hashedText(countryByAlpha3(place(row)?.country_code ?? '')?.alpha2)),
  ],
  // Names and places alone name nobody.
  needsContacts: true,
  includes: hasContacts,
})
