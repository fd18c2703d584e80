import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { normalizeDomain } from '../src/lib/domain-name.ts'
import { firstNameForms } from '../src/corpus/names/index.ts'

/** Numbers of a seed in 0..1: the same set in every run. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export type Random = () => number
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

export interface KnownCompany {
  key: string
  name: string
  former: string[]
  domain: string | undefined
  staff: number | undefined
}

interface YcRow {
  slug: string
  name: string
  former_names: string[] | null
  website: string | null
  team_size: number | null
}

/** Companies of the two real sets, of those files that are there. */
export function realCompanies(dataDir: string): KnownCompany[] {
  const yc = gunzipSync(readFileSync(`${dataDir}/yc/yc-2025-05-13.ndjson.gz`))
    .toString('utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as YcRow)
    .map((row) => ({
      key: `yc-${row.slug}`,
      name: row.name,
      former: row.former_names ?? [],
      domain: normalizeDomain(row.website ?? ''),
      staff: row.team_size ?? undefined,
    }))
  const constituents = parse(readFileSync(`${dataDir}/sp500/constituents.csv`), { columns: true }) as Record<
    string,
    string
  >[]
  const listed = constituents.map((row) => ({
    key: `sp-${row['Symbol']}`,
    name: row['Security'] ?? '',
    former: [],
    domain: undefined,
    staff: 1e4,
  }))
  return [...yc, ...listed]
}

const legalForms = [
  'Inc.',
  'LLC',
  'Ltd',
  'GmbH',
  'S.A.',
  'Pty Ltd',
  'B.V.',
  'Corp.',
  'AG',
  'S.r.l.',
  'Oy',
  'Co., Ltd.',
]
const shorter: [RegExp, string][] = [
  [/\bTechnologies\b/i, 'Tech'],
  [/\bTechnology\b/i, 'Tech'],
  [/\bInternational\b/i, 'Intl.'],
  [/\bManufacturing\b/i, 'Mfg'],
  [/\bServices\b/i, 'Svcs'],
  [/\bSolutions\b/i, 'Soln'],
  [/\bSystems\b/i, 'Sys'],
  [/\bManagement\b/i, 'Mgmt'],
  [/\bPharmaceuticals?\b/i, 'Pharma'],
  [/\bCommunications?\b/i, 'Comm'],
  [/\bFinancial\b/i, 'Fin'],
  [/\bLaboratories\b/i, 'Labs'],
  [/\bBrothers\b/i, 'Bros'],
  [/\bUniversity\b/i, 'Univ.'],
  [/\band\b|&/i, '+'],
  [/\bGroup\b/i, 'Grp'],
]

/** One slip of the keyboard inside a text: a letter dropped, doubled, replaced or swapped with the next. */
export function slip(text: string, random: Random): string {
  const offset = 1 + Math.floor(random() * Math.max(1, text.length - 2))
  const [before, letter, after] = [text.slice(0, offset), text.charAt(offset), text.slice(offset + 1)]
  if (!/\p{L}/u.test(letter)) return slip(text, random)
  const how = Math.floor(random() * 4)
  if (how === 0) return before + after
  if (how === 1) return before + letter + letter + after
  if (how === 2)
    return (
      before +
      pick(
        random,
        [...'aeinorst'].filter((other) => other !== letter),
      ) +
      after
    )
  return before + after.charAt(0) + letter + after.slice(1)
}

/** Ways a company's name is written, by kind; empty where a kind does not apply. */
export function companyVariants(
  { name, former }: KnownCompany,
  random: Random,
): Record<string, string | undefined> {
  const short = shorter.reduce((text, [long, form]) => text.replace(long, form), name)
  const words = name.split(' ')
  const letters = name.replace(/[^\p{L}]/gu, '').length
  const latin = /^[\x20-\x7e]+$/.test(name)
  return {
    'as it is': name,
    'legal form, case': `${random() < 0.5 ? name.toUpperCase() : name}, ${pick(random, legalForms)}`,
    abbreviated: short === name ? undefined : short,
    'spaces, punctuation': words.length > 1 ? words.join(random() < 0.5 ? '' : '-') : undefined,
    'one slip': letters >= 6 && latin ? slip(name, random) : undefined,
    'two slips': letters >= 12 && latin ? slip(slip(name, random), random) : undefined,
    'former name': former[0],
  }
}

export interface KnownPerson {
  slug: string
  first: string
  last: string
  company: string
}

/** Ways a person at a company is written, by kind. */
export function personVariants(
  { first, last, company }: KnownPerson,
  random: Random,
): Record<string, { name: string; company: string } | undefined> {
  const nicknames = firstNameForms(first.toLowerCase()).filter(
    (form) => form.length > 1 && form !== first.toLowerCase(),
  )
  const latin = /^[\x20-\x7e]+$/.test(last)
  return {
    'as it is': { name: `${first} ${last}`, company },
    'legal form, case': {
      name: `${first} ${last}`.toUpperCase(),
      company: `${company} ${pick(random, legalForms)}`,
    },
    'last name first': { name: `${last}, ${first}`, company },
    nickname: nicknames.length === 0 ? undefined : { name: `${pick(random, nicknames)} ${last}`, company },
    initial: { name: `${first.charAt(0)}. ${last}`, company },
    'title and middle initial': { name: `Dr. ${first} K. ${last}, MBA`, company },
    'slip in the family name':
      last.length >= 5 && latin ? { name: `${first} ${slip(last, random)}`, company } : undefined,
    'slip in the company':
      company.length >= 7 ? { name: `${first} ${last}`, company: slip(company, random) } : undefined,
  }
}
