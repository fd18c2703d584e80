import { deflateRawSync, inflateRawSync } from 'node:zlib'

/**
 * What native records have in common, the most frequent last: lines are short, and most of a line is names of members.
 * Frozen, because stored lines are read by it; those that were stored without it are read by it as well.
 */
const dictionary = Buffer.from(
  [
    '"title":"","company":{"name":"","domain":""},"job_id":"","job_url":"https://","description":"","posted_at":"2026-',
    '"experiences":[{"company_name":"","title":"","start_date":"","end_date":"","is_current":true}],"education":[{"school_name":"","degree":""}]',
    '"revenue_usd":,"revenue_estimate":{"fiscal_year":},"employee_count_consensus":{"gte":,"lte":},"twitter_handles":[""],"logo_url":"https://commons.wikimedia.org/wiki/Special:FilePath/',
    '"standard_industries":[""],"alt_industries":[""],"short_description":"","phone_numbers":["+1"],"is_subsidiary":true,"stock_info_consensus":{"ticker":"","exchange":""},"funding_stage":"public"',
    '"external_ids":{"ror":"0","wikidata":"Q","siren":"","brreg":"","cik":"000","companies-house":"","lei":"529900',
    '"custom_data":{"sic_codes":"","register_status":"Active","country_of_origin":"United Kingdom","legal_form":"Private Limited Company","jurisdiction":"","registered_at":"RA000","registration_number":"","lei_status":"issued"}}',
    '"domains":[""],"websites":["https://www."],"timezone":"America/New_York","country_code":"USA","country_name":"United States","formatted_address":", United States"',
    '"founded_on_consensus":"20","location_consensus":{"street_address":" STREET","neighborhood":null,"city":"LONDON","state_name":"England","state_code":"ENG","county":null,"postal_code":null,"country_code":"GBR","country_name":"United Kingdom","coordinates":{"lat":51.,"lon":-0.},"timezone":"Europe/London","full_address":null,"formatted_address":"London, England, United Kingdom"}',
    '{"preferred_name":" LIMITED","names":[" LIMITED"],"external_ids":{"":""},"primary_role":"company","roles":["company"],"status_consensus":"active",',
  ].join(),
)

/** Fast and small enough: of 800 bytes some 150 are left. */
const packing = { level: 1, memLevel: 4, windowBits: 12, dictionary }

export const packRecord = (record: object): Buffer => deflateRawSync(JSON.stringify(record), packing)

/** JSON of a record. */
export const unpackText = (packed: Uint8Array): string =>
  inflateRawSync(packed, { dictionary }).toString('utf8')

export const unpackRecord = (packed: Uint8Array): Record<string, unknown> =>
  JSON.parse(unpackText(packed)) as Record<string, unknown>

/** Packed records in one piece, which a thread hands over without a copy. */
export interface PackedRecords {
  bytes: Uint8Array
  /** Where each of them ends. */
  ends: readonly number[]
}

export function joinPacked(packed: readonly Buffer[]): PackedRecords {
  let end = 0
  const ends = packed.map(({ byteLength }) => (end += byteLength))
  // Not cut from Node's pool, whose memory cannot be given away.
  const bytes = Buffer.from(new ArrayBuffer(end))
  for (const [index, each] of packed.entries()) bytes.set(each, ends[index - 1] ?? 0)
  return { bytes, ends }
}

export const splitPacked = ({ bytes, ends }: PackedRecords): Uint8Array[] =>
  ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end))
