import { gzipSync } from 'node:zlib'
import { ZipFile } from 'yazl'

// Publications as their publishers make them, of a few rows: container, format and members are the official ones.

/** A zip archive with these members. */
export async function zipOf(members: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [member, text] of Object.entries(members)) zip.addBuffer(Buffer.from(text), member)
  zip.end()
  const chunks: Buffer[] = []
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** An LEI with its check digits, of a number. */
export function makeLei(number: number): string {
  const body = `5299${String(number).padStart(14, '0')}`
  return `${body}${String(98n - (BigInt(`${body}00`) % 97n)).padStart(2, '0')}`
}

export interface RorRow {
  id: string
  name: string
  site?: string
  wikidata?: string
}

/** The archive of ROR: one array of records of schema 2, and the same as CSV. */
export const rorArchive = (rows: readonly RorRow[]): Promise<Buffer> =>
  zipOf({
    'v2.9-ror-data.json': JSON.stringify(
      rows.map(({ id, name, site, wikidata }) => ({
        id: `https://ror.org/${id}`,
        status: 'active',
        types: ['education'],
        names: [{ value: name, types: ['label', 'ror_display'], lang: 'en' }],
        domains: [],
        links: site === undefined ? [] : [{ type: 'website', value: site }],
        external_ids: wikidata === undefined ? [] : [{ type: 'wikidata', all: [wikidata], preferred: null }],
        locations: [{ geonames_details: { name: 'Boston', country_code: 'US' } }],
      })),
    ),
    'v2.9-ror-data.csv': 'id,name\n',
  })

export interface GleifRow {
  lei: string
  name: string
  city?: string
  country?: string
  status?: 'ACTIVE' | 'INACTIVE'
}

/** Level 1 of the Golden Copy: values under `$`. */
export function gleifArchive(rows: readonly GleifRow[]): Promise<Buffer> {
  const records = rows.map(({ lei, name, city = 'Boston', country = 'US', status = 'ACTIVE' }) => ({
    LEI: { $: lei },
    Entity: {
      LegalName: { $: name },
      HeadquartersAddress: {
        FirstAddressLine: { $: '1 Main St' },
        City: { $: city },
        Country: { $: country },
      },
      EntityCategory: { $: 'GENERAL' },
      EntityStatus: { $: status },
    },
    Registration: { RegistrationStatus: { $: 'ISSUED' } },
  }))
  return zipOf({ 'lei2.json': JSON.stringify({ records }) })
}

export interface Relationship {
  child: string
  parent: string
  type?: 'DIRECTLY' | 'ULTIMATELY'
  status?: 'ACTIVE' | 'INACTIVE'
  registration?: 'PUBLISHED' | 'RETIRED'
  updated?: string
}

/** Level 2: that companies belong to others. */
export function relationshipsArchive(relationships: readonly Relationship[]): Promise<Buffer> {
  const columns = [
    'Relationship.StartNode.NodeID',
    'Relationship.StartNode.NodeIDType',
    'Relationship.EndNode.NodeID',
    'Relationship.EndNode.NodeIDType',
    'Relationship.RelationshipType',
    'Relationship.RelationshipStatus',
    'Registration.RegistrationStatus',
    'Registration.LastUpdateDate',
  ]
  const rows = relationships.map(({ child, parent, type = 'DIRECTLY', ...each }) => {
    const { status = 'ACTIVE', registration = 'PUBLISHED', updated = '2026-01-05' } = each
    const relationship = `IS_${type}_CONSOLIDATED_BY`
    return [child, 'LEI', parent, 'LEI', relationship, status, registration, `${updated}T00:00:00Z`].join()
  })
  return zipOf({ 'rr.csv': `${[columns.join(), ...rows].join('\n')}\n` })
}

/** Tickers of the SEC: one object whose values are the rows. */
export const tickersFile = (rows: readonly { cik: number; ticker: string; name: string }[]): string =>
  JSON.stringify(
    Object.fromEntries(rows.map(({ cik, ticker, name }, at) => [at, { cik_str: cik, ticker, title: name }])),
  )

/** Properties of Wikidata by what they say. */
const properties = { site: 'P856', lei: 'P1278', cik: 'P5531', ror: 'P6782' } as const

export type WikidataRow = { id: string; name: string } & Partial<Record<keyof typeof properties, string>>

/** The dump of Wikidata: one array, an item a line. */
export function wikidataDump(rows: readonly WikidataRow[]): Buffer {
  const statement = (value: unknown, type: string) => ({
    mainsnak: { snaktype: 'value', datavalue: { value, type } },
    type: 'statement',
    rank: 'normal',
  })
  const items = rows.map(({ id, name, ...ids }) => {
    const texts = Object.entries(ids).map(([key, value]) => [
      properties[key as keyof typeof properties],
      [statement(value, 'string')],
    ])
    const industry = statement({ 'entity-type': 'item', id: 'Q11661' }, 'wikibase-entityid')
    return JSON.stringify({
      type: 'item',
      id,
      labels: { en: { language: 'en', value: name } },
      descriptions: {},
      aliases: {},
      claims: { P452: [industry], ...(Object.fromEntries(texts) as object) },
    })
  })
  return gzipSync(`[\n${items.join(',\n')}\n]\n`)
}

export interface FilingRow {
  number: string
  cik: string
  name: string
  filed: string
  sold: string
  sum: number
  city?: string
}

/** Tables of Form D: one filing of one issuer a row. */
export function formDArchive(rows: readonly FilingRow[]): Promise<Buffer> {
  const table = (lines: readonly Record<string, string>[]) => {
    const columns = Object.keys(lines[0] ?? {})
    return `${[columns, ...lines.map((line) => columns.map((name) => line[name] ?? ''))].map((cells) => cells.join('\t')).join('\n')}\n`
  }
  return zipOf({
    'FORMDSUBMISSION.tsv': table(
      rows.map(({ number, filed }) => ({ ACCESSIONNUMBER: number, FILING_DATE: filed, TESTORLIVE: 'LIVE' })),
    ),
    'ISSUERS.tsv': table(
      rows.map(({ number, cik, name, city = 'Boston' }) => ({
        ACCESSIONNUMBER: number,
        IS_PRIMARYISSUER_FLAG: 'YES',
        CIK: cik,
        ENTITYNAME: name,
        CITY: city,
        STATEORCOUNTRY: 'MA',
        STATEORCOUNTRYDESCRIPTION: 'MASSACHUSETTS',
      })),
    ),
    'OFFERING.tsv': table(
      rows.map(({ number, sold, sum }) => ({
        ACCESSIONNUMBER: number,
        INDUSTRYGROUPTYPE: 'Other Technology',
        SALE_DATE: sold,
        ISEQUITYTYPE: 'true',
        TOTALAMOUNTSOLD: String(sum),
      })),
    ),
  })
}

/** The file of Companies House: a CSV whose header has spaces before some names. */
export function companiesHouseArchive(
  rows: readonly { number: string; name: string; town?: string }[],
): Promise<Buffer> {
  const columns = [
    'CompanyName',
    ' CompanyNumber',
    'RegAddress.PostTown',
    'RegAddress.Country',
    'CompanyStatus',
  ]
  const lines = rows.map(({ number, name, town = 'LEEDS' }) =>
    [name, number, town, 'ENGLAND', 'Active'].join(),
  )
  return zipOf({ 'BasicCompanyDataAsOneFile.csv': `${[columns.join(), ...lines].join('\n')}\n` })
}
