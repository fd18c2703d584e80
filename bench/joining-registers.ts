import type { TwoFiles } from './joining-sets.ts'
import { directory, directoryLine, foundedIn, placeOf, type YcRow } from './joining-sets.ts'
import type { Random } from './resolution-sets.ts'

/** What a company has that the directory does not tell; made up of its place in the file, the same in every run. */
interface Life {
  row: YcRow
  phone: string
  street: string
  number: number
  handle: string
  mailbox: string
}

const streets = [
  'Market',
  'Mission',
  'Howard',
  'Folsom',
  'Kastanien',
  'High',
  'Broad',
  'Victoria',
  'Main',
  'Elm',
]
const kinds: readonly [string, string][] = [
  ['Street', 'St.'],
  ['Avenue', 'Ave'],
  ['Road', 'Rd'],
]
const forms = ['Inc.', 'LLC', 'Ltd', 'GmbH', '']

/**
 * Two sources that both know what sources know. First: the real directory, each company with a telephone, a house, an
 * account and a mailbox, one in twelve in the house and under the telephone of another one of its city. Second: 40 of 100
 * as another source has them, 20 of 100 names with the life of another company of the city, of which one in twenty lives in
 * the house of the one it is called like, under its telephone. What is kept of each and what is changed stands in `otherSource`; descriptions
 * are those of two years before, where there are any.
 */
export function registerFiles(dataDir: string, random: Random): TwoFiles {
  const rows = directory(dataDir, '2025-05-13').filter((row) => placeOf(row) !== undefined)
  const before = new Map(directory(dataDir, '2023-01-31').map((row) => [row.id, row]))
  const lives = livesOf(rows)
  const files: TwoFiles = { first: lives.map(firstLine), second: [], truth: new Map() }
  const byCity = new Map<string, Life[]>()
  for (const life of lives) byCity.set(cityOf(life), [...(byCity.get(cityOf(life)) ?? []), life])
  const add = (named: Life, is: Life, about: string | null) => {
    const vendor = String(files.second.length + 1)
    const told = { ...is, row: { ...is.row, ...textsOf(before.get(is.row.id)) } }
    files.second.push({ ...otherSource(named, told, random), external_ids: { vendor } })
    files.truth.set(vendor, about)
  }
  for (const life of lives) {
    const share = random()
    if (share < 0.4) add(life, life, `yc-${life.row.slug}`)
    if (share < 0.4 || share >= 0.6) continue
    const others = (byCity.get(cityOf(life)) ?? []).filter((other) => other !== life)
    const other = others[Math.floor(random() * others.length)]
    if (other === undefined) continue
    const { phone, street, number } = random() < 0.05 ? life : other
    add(life, { ...other, phone, street, number }, null)
  }
  return files
}

const cityOf = ({ row }: Life) => placeOf(row)?.city ?? ''

const textsOf = (row: YcRow | undefined): Pick<YcRow, 'one_liner' | 'long_description'> =>
  row === undefined
    ? {}
    : { one_liner: row.one_liner ?? null, long_description: row.long_description ?? null }

function livesOf(rows: readonly YcRow[]): Life[] {
  const lives: Life[] = []
  const last = new Map<string, Life>()
  for (const [index, row] of rows.entries()) {
    const neighbour = index % 12 === 0 ? last.get(placeOf(row)?.city ?? '') : undefined
    const handle = (row.slug ?? row.name.toLowerCase()).replace(/-/g, '').slice(0, 15)
    const life: Life = {
      row,
      phone: neighbour?.phone ?? `+1555${String(1_000_000 + index * 7919).slice(0, 7)}`,
      street: neighbour?.street ?? `${streets[(index * 31) % streets.length]} ${kinds[index % 3]?.[0]}`,
      number: neighbour?.number ?? 1 + ((index * 137) % 900),
      handle,
      mailbox: `hello@${handle}.example`,
    }
    last.set(placeOf(row)?.city ?? '', life)
    lives.push(life)
  }
  return lives
}

function firstLine({ row, phone, street, number, handle, mailbox }: Life): object {
  return {
    ...directoryLine(row),
    location_consensus: { ...placeOf(row), street_address: `${number} ${street}` },
    short_description: row.one_liner,
    long_description: row.long_description,
    phone_numbers: [phone],
    emails: [mailbox],
    twitter_handles: [handle],
  }
}

/** What another source has of a company called `named` that lives as `is`, written its own way. */
function otherSource(named: Life, is: Life, random: Random): object {
  const keep = <T>(share: number, value: T): T | undefined => (random() < share ? value : undefined)
  const { row } = is
  const staff = Math.round((row.team_size ?? 5) * (0.5 + 1.5 * random()))
  const form = forms[Math.floor(random() * forms.length)]
  const name = random() < 0.5 ? named.row.name.toUpperCase() : named.row.name
  const year = foundedIn(row) + (random() < 0.1 ? 1 : 0)
  const place = placeOf(row)
  const house = `${is.number} ${kinds.reduce((text, [long, short]) => text.replace(long, short), is.street)}`
  return {
    preferred_name: `${name} ${form}`.trim(),
    location_consensus: {
      city: keep(0.9, place?.city),
      country_code: place?.country_code,
      street_address: keep(0.45, random() < 0.3 ? `${house}, Suite ${Math.ceil(random() * 40)}` : house),
    },
    founded_on_consensus: keep(0.5, `${year}-06-15`),
    standard_industries: keep(0.5, row.industries.slice(0, random() < 0.5 ? 1 : 2)) ?? [],
    employee_count_consensus: keep(0.6, { gte: staff, lte: staff }),
    short_description: keep(0.3, row.one_liner ?? null),
    long_description: keep(0.4, row.long_description?.slice(0, random() < 0.3 ? 120 : undefined) ?? null),
    phone_numbers: keep(0.4, [is.phone.replace(/^\+1(\d{3})(\d{3})/, '($1) $2-')]) ?? [],
    emails: keep(0.2, [is.mailbox]) ?? [],
    twitter_handles: keep(0.3, [`@${is.handle}`]) ?? [],
  }
}
