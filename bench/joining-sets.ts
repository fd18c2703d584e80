import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import type { PersonRecord } from '../src/corpus/records/index.ts'
import { firstNameForms } from '../src/corpus/names/index.ts'
import { normalizeDomain } from '../src/lib/domain-name.ts'
import type { Random } from './resolution-sets.ts'

/** Two files about the same things without a shared identifier, and what of the second is whose of the first. */
export interface TwoFiles {
  first: object[]
  second: object[]
  /** By the vendor's id of a second line: the key of the first it is about; null where it is a namesake of one. */
  truth: Map<string, string | null>
  /** When each of the two was as it says, where that is known. */
  observed?: { first: string; second: string }
}

const oneDay = '2026-01-01'
/** Of two files of which it is not known they are of one day. */
export const observedOf = ({ observed }: TwoFiles) => observed ?? { first: oneDay, second: oneDay }

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
const maybe = <T>(random: Random, share: number, value: T): T | undefined =>
  random() < share ? value : undefined
const forms = ['Inc.', 'LLC', 'Ltd', 'GmbH', '']

/**
 * People of the sample with pages, and vendor lines without; namesakes hold another's career at the same employer.
 * Nobody has both, or a line that was joined would keep the namesake away.
 */
export function peopleFiles(people: readonly PersonRecord[], random: Random): TwoFiles {
  // What says that it is of the sample is never compared with what is not.
  const first = people.map((person) => ({ ...person, source: undefined }))
  const files: TwoFiles = { first, second: [], truth: new Map() }
  const byEmployer = new Map<string, PersonRecord[]>()
  for (const person of people) {
    const org = employerOf(person)
    if (org !== undefined) byEmployer.set(org, [...(byEmployer.get(org) ?? []), person])
  }
  for (const person of people) {
    const org = employerOf(person)
    const share = random()
    if (org === undefined || share > 0.45) continue
    const colleagues = (byEmployer.get(org) ?? []).filter((other) => other !== person)
    if (share < 0.3) add(files, vendorLine(person, person, random), person.primary_slug)
    else if (colleagues.length > 0) add(files, vendorLine(person, pick(random, colleagues), random), null)
  }
  return files
}

function employerOf(person: PersonRecord): string | undefined {
  return (person.experiences ?? []).find((job) => job.is_current === true)?.pnet_company_id ?? undefined
}

function add({ second, truth }: TwoFiles, line: object, about: string | null): void {
  const vendor = String(second.length + 1)
  second.push({ ...line, external_ids: { vendor } })
  truth.set(vendor, about)
}

/** What a vendor knows: the name of one, the life of one, some of it, written its own way. */
function vendorLine(named: PersonRecord, lived: PersonRecord, random: Random): object {
  const { first_name: first = '', last_name: last = '' } = named
  const short = firstNameForms((first ?? '').toLowerCase()).filter((form) => form.length > 1)
  const name = random() < 0.15 && short.length > 0 ? `${pick(random, short)} ${last}` : `${first} ${last}`
  const place = lived.inferred_location
  const jobs = (lived.experiences ?? []).filter((_, index) => index === 0 || random() < 0.6)
  return {
    name,
    inferred_location: place && {
      city: maybe(random, 0.8, place.city),
      country_code: place.country_code,
    },
    education: (lived.education ?? [])
      .filter(() => random() < 0.6)
      .map(({ school_name }) => ({ school_name })),
    experiences: jobs.map(({ company_name, title, start_date, end_date, is_current }) => ({
      company_name: `${company_name ?? ''} ${pick(random, forms)}`.trim(),
      title: maybe(random, 0.8, random() < 0.3 ? title?.toUpperCase() : title),
      start_date: maybe(random, 0.7, random() < 0.3 ? `${start_date?.slice(0, 4)}-01-01` : start_date),
      end_date,
      is_current,
    })),
  }
}

/** A company of the real directory. */
export interface YcRow {
  id: number
  slug: string
  name: string
  website: string | null
  team_size: number | null
  /** One after the other with semicolons, the headquarters first. */
  all_locations?: string | null
  /** The same in earlier years. */
  location?: string | null
  batch: string
  industries: string[]
  one_liner?: string | null
  long_description?: string | null
}

const countries: Record<string, string> = {
  USA: 'USA',
  UK: 'GBR',
  'United Kingdom': 'GBR',
  India: 'IND',
  Canada: 'CAN',
  Germany: 'DEU',
  France: 'FRA',
  Brazil: 'BRA',
  Mexico: 'MEX',
  Singapore: 'SGP',
  Israel: 'ISR',
  Nigeria: 'NGA',
  Australia: 'AUS',
  Spain: 'ESP',
}

/** Real companies with domains, and a register's lines without; namesakes are others of the same city. */
export function companyFiles(dataDir: string, random: Random): TwoFiles {
  const rows = directory(dataDir, '2025-05-13').filter((row) => placeOf(row) !== undefined)
  const byCity = new Map<string, YcRow[]>()
  for (const row of rows) {
    const city = placeOf(row)?.city ?? ''
    byCity.set(city, [...(byCity.get(city) ?? []), row])
  }
  const files: TwoFiles = { first: rows.map(directoryLine), second: [], truth: new Map() }
  for (const row of rows) {
    const share = random()
    const others = (byCity.get(placeOf(row)?.city ?? '') ?? []).filter((other) => other !== row)
    if (share < 0.4) add(files, registerLine(row, row, random), `yc-${row.slug}`)
    else if (share < 0.6 && others.length > 0)
      add(files, registerLine(row, pick(random, others), random), null)
  }
  return files
}

/** The directory as of a date. */
export function directory(dataDir: string, date: string): YcRow[] {
  return gunzipSync(readFileSync(`${dataDir}/yc/yc-${date}.ndjson.gz`))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as YcRow)
}

/**
 * Seven in ten of a real directory, and the directory of three years before without websites and years: companies have
 * moved, grown and been renamed since. Nothing here is made up. Weights of joins were set with companies of it in sight, founding years given.
 */
export function earlierDirectory(dataDir: string, { described }: { described: boolean }): TwoFiles {
  const observed = { first: '2025-05-13', second: '2021-12-02' }
  const now = directory(dataDir, observed.first).filter((_, index) => index % 10 < 7)
  const texts = ({ one_liner, long_description }: YcRow) =>
    described ? { short_description: one_liner, long_description } : {}
  const slugs = new Map(now.map(({ id, slug }) => [id, slug]))
  const files: TwoFiles = {
    first: now.map((row) => ({ ...directoryLine(row), ...texts(row) })),
    second: [],
    truth: new Map(),
    observed,
  }
  for (const row of directory(dataDir, observed.second)) {
    if (placeOf(row) === undefined) continue
    const { founded_on_consensus: _year, domains: _website, external_ids: _id, ...line } = directoryLine(row)
    const slug = slugs.get(row.id)
    add(files, { ...line, ...texts(row) }, slug === undefined ? null : `yc-${slug}`)
  }
  return files
}

/** Headquarters; undefined where the directory does not name city and country, or writes them another way. */
export function placeOf({
  all_locations,
  location,
}: YcRow): { city: string; country_code: string } | undefined {
  const [first = ''] = (all_locations ?? location ?? '').split('; ')
  const parts = first.split(', ')
  const country_code = countries[parts.at(-1) ?? '']
  return country_code === undefined || parts.length < 2 ? undefined : { city: parts[0] ?? '', country_code }
}

/** The year of the batch stands for that of the founding. */
export const foundedIn = ({ batch }: YcRow) => Number(/\d{4}$/.exec(batch)?.[0] ?? 2005)

/** A company of the directory as a line, without its descriptions. */
export function directoryLine(row: YcRow): Record<string, unknown> {
  const domain = normalizeDomain(row.website ?? '')
  return {
    preferred_name: row.name,
    external_ids: { bench: `yc-${row.slug}` },
    standard_industries: row.industries,
    ...(domain === undefined ? { pnet_primary_slug: row.slug } : { domains: [domain] }),
    ...(row.team_size === null
      ? {}
      : {
          employee_count_consensus: {
            gte: row.team_size,
            lte: row.team_size,
          },
        }),
    location_consensus: placeOf(row),
    founded_on_consensus: `${foundedIn(row)}-01-01`,
  }
}

function registerLine(named: YcRow, is: YcRow, random: Random): object {
  const staff = Math.round((is.team_size ?? 5) * (0.6 + random()))
  return {
    preferred_name: `${random() < 0.5 ? named.name.toUpperCase() : named.name} ${pick(random, forms)}`.trim(),
    location_consensus: placeOf(is),
    founded_on_consensus: maybe(random, 0.7, `${foundedIn(is)}-06-15`),
    standard_industries: random() < 0.5 ? is.industries.slice(0, 1) : [],
    ...(random() < 0.7 ? { employee_count_consensus: { gte: staff, lte: staff } } : {}),
  }
}
