import { column } from '../../../platform/exports/index.ts'
import { joined } from '../columns/cell-texts.ts'
import type { CompanyRow } from '../columns/company-row.ts'
import { listFormat } from './export-format.ts'

const place = ({ record }: CompanyRow) => record.location_consensus

function address(row: CompanyRow): string | null {
  const at = place(row)
  if (at === null) return row.record.location_name
  const parts = joined([at.street_address, at.postal_code, at.city, at.state_name, at.country_name])
  return at.full_address ?? parts
}

/**
 * Headquarters for a layer of Google My Maps, which places rows by latitude and longitude or by address, in columns
 * that the importing user selects. Source: "Import map features from a file",
 * https://support.google.com/mymaps/answer/3024836. Companies without a location are omitted.
 */
export const googleMaps = listFormat<CompanyRow>({
  name: 'GOOGLE_MAPS_CSV',
  describe: 'headquarters for a layer of Google My Maps',
  columns: [
    column('Name', ({ record }) => record.preferred_name),
    column('Address', address),
    column('Latitude', (row) => place(row)?.coordinates?.lat, 'number'),
    column('Longitude', (row) => place(row)?.coordinates?.lon, 'number'),
    column('Website', ({ record }) => record.websites?.[0] ?? record.domains?.[0]),
    column('Phone', ({ record }) => record.phone_numbers?.[0]),
    column('Industry', ({ record }) => record.standard_industries?.[0]),
  ],
  includes: (row) => (place(row)?.coordinates ?? null) !== null || address(row) !== null,
})
