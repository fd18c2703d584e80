import { countryByAlpha3 } from '../../../corpus/reference/index.ts'
import { hashedEmail, hashedName, hashedPhone } from '../../../lib/hashed-identifier.ts'
import { column } from '../../../platform/exports/index.ts'
import { hasContacts, usableEmails, type ProspectRow } from '../columns/prospect-row.ts'
import { uploadFormat } from './export-format.ts'

const email = (place: number) =>
  column<ProspectRow>('Email', (row) => {
    const address = usableEmails(row)[place]
    return address === undefined ? undefined : hashedEmail(address, 'google')
  })

const phone = (place: number) =>
  column<ProspectRow>('Phone', ({ contacts }) => {
    const number = contacts.phones[place]
    return number === undefined ? undefined : hashedPhone(number, 'google')
  })

const place = ({ record }: ProspectRow) => record.inferred_location
const hashed = (name: string | null) => (name === null ? undefined : hashedName(name, 'google'))

/**
 * Customer Match of Google Ads, hashed: addresses, telephone numbers (E.164) and names as SHA-256 in hexadecimal
 * digits, country (two letters) and postal code in the clear; headings may occur several times. A person without an
 * address or a number is matched by name, country and postal code together. Source: "Format your customer data file",
 * https://support.google.com/google-ads/answer/7659867, and "Formatting guidelines for uploading hashed data",
 * https://support.google.com/adwords/answer/7476159.
 */
export const prospectGoogleAds = uploadFormat<ProspectRow>({
  name: 'PROSPECT_GOOGLE_ADS_CSV',
  describe: 'a list for Customer Match of Google Ads, hashed',
  takes: { platform: 'Google Ads', least: 100 },
  columns: [
    email(0),
    email(1),
    phone(0),
    phone(1),
    column('First Name', ({ record }) => hashed(record.first_name)),
    column('Last Name', ({ record }) => hashed(record.last_name)),
    column('Country', (row) => countryByAlpha3(place(row)?.country_code ?? '')?.alpha2),
    column('Zip', (row) => place(row)?.postal_code),
  ],
  includes: (row) =>
    hasContacts(row) ||
    [row.record.first_name, row.record.last_name, place(row)?.country_code, place(row)?.postal_code].every(
      Boolean,
    ),
})
