import nameData from '../../../data/sample/names.json' with { type: 'json' }
import type { Random } from './random.ts'
import type { SampleCountry } from './places.ts'

/** A name as a person bears it. */
interface Name {
  /** In Latin letters, with accents. */
  latin: string
  /** In the country's own script, where that is another one. */
  native: string | undefined
  /** Lower-case ASCII words joined by hyphens, for slugs and mailboxes. */
  ascii: string
}

export interface SampleName {
  first: string
  last: string
  full: string
  asciiFirst: string
  asciiLast: string
}

interface Pool {
  female: Name[]
  male: Name[]
  family: Name[]
  familyFemale: Name[]
  /** Whether the family name comes first in the native script. */
  familyFirst: boolean
  twoFamilyNames: boolean
}

interface PoolRow {
  female: string
  male: string
  family: string
  familyFemale?: string
}

const special: Record<string, string> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ð: 'd',
  þ: 'th',
}

/** Lower-case ASCII of a name in Latin letters. */
export function toAscii(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[ßøæœłđıðþ]/g, (letter) => special[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
}

function parse(list: string): Name[] {
  return list.split('|').map((entry) => {
    const [latin = '', native] = entry.split('=')
    return { latin, native, ascii: toAscii(latin) }
  })
}

const pools = new Map<string, Pool>(
  Object.entries(nameData as Record<string, PoolRow>).map(([id, row]) => [
    id,
    {
      female: parse(row.female),
      male: parse(row.male),
      family: parse(row.family),
      familyFemale: parse(row.familyFemale ?? row.family),
      familyFirst: id === 'chinese' || id === 'japanese' || id === 'korean',
      twoFamilyNames: id === 'spanish',
    },
  ]),
)

const countryPools = new Map<SampleCountry, Pool[]>()

function findPools(country: SampleCountry): Pool[] {
  let existing = countryPools.get(country)
  if (!existing) {
    existing = country.namePools.map((id) => pools.get(id) as Pool)
    countryPools.set(country, existing)
  }
  return existing
}

/** A name usual in the country. Given and family names meet at random, so it belongs to nobody in particular. */
export function drawName(random: Random, country: SampleCountry): SampleName {
  const place = random.draw(country.namePoolTable)
  const pool = findPools(country)[place] as Pool
  const isFemale = random.chance(0.47)
  const givenName = random.pick(isFemale ? pool.female : pool.male)
  const family = random.pick(isFemale ? pool.familyFemale : pool.family)
  const style = random.unit()
  const asciiFirst = givenName.ascii
  const asciiLast = family.ascii
  // The first pool of a country is its own, with names in its script where that is another one.
  if (givenName.native !== undefined && family.native !== undefined && place === 0 && style < 0.2) {
    const full = pool.familyFirst ? family.native + givenName.native : `${givenName.native} ${family.native}`
    return { first: givenName.native, last: family.native, full, asciiFirst, asciiLast }
  }
  let last = family.latin
  if (pool.twoFamilyNames && style < 0.45) last = `${last} ${random.pick(pool.family).latin}`
  else if (style > 0.97) last = `${last}-${random.pick(pool.family).latin}`
  const initial = style > 0.9 && style < 0.96 ? ` ${'ABCDEFGHJKLMNPRSTVW'.charAt(random.below(19))}.` : ''
  return { first: givenName.latin, last, full: `${givenName.latin}${initial} ${last}`, asciiFirst, asciiLast }
}
