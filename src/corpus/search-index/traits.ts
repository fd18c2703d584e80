import type { CompanyRecord, PersonRecord } from '../records/index.ts'
import { normal } from './columns.ts'
import { exactToken, ownSort, token } from './tokens.ts'

/**
 * What makes entities alike, as tokens: facets, words, and past positions, of which the latter two are no facets.
 * Rows hold their numbers in the column `traits`, which takes a third of the time of the facets to read.
 */
const facetsOfPeople = new Set(['fn', 'sen', 'country', 'state', 'co', 'cdom', 'school', 'tag', 'lang'])
const facetsOfCompanies = new Set([
  'ind',
  'naics',
  'cat',
  'pind',
  'size',
  'country',
  'cstate',
  'tech',
  'stage',
  'tag',
])

/** Employer and title of a past position, and skills, specialties and words of texts. */
const [pastEmployer, pastTitle, skill, specialty, word] = ['past', 'did', 'skill', 'spec', 'word'].map(
  ownSort,
) as [
  ReturnType<typeof ownSort>,
  ReturnType<typeof ownSort>,
  ReturnType<typeof ownSort>,
  ReturnType<typeof ownSort>,
  ReturnType<typeof ownSort>,
]

const maxTraits = { positions: 10, skills: 20, specialties: 20, words: 20 }

/** `facets` are those of the row. */
export function personTraits(record: PersonRecord, facets: readonly string[]): string[] {
  const past = (record.experiences ?? [])
    .filter((each) => each.is_current !== true)
    .slice(0, maxTraits.positions)
  return distinct([
    ...facets.filter((each) => facetsOfPeople.has(readSort(each))),
    ...past.flatMap(({ pnet_company_id, company_name, title }) => [
      ...(pnet_company_id ? [exactToken(pastEmployer, pnet_company_id)] : []),
      ...(!pnet_company_id && company_name ? [token(pastEmployer, company_name)] : []),
      ...(title ? [token(pastTitle, title)] : []),
    ]),
    ...(record.skills ?? []).slice(0, maxTraits.skills).map((each) => token(skill, each)),
    ...pickWords([record.headline, record.summary]),
  ])
}

export function companyTraits(record: CompanyRecord, facets: readonly string[]): string[] {
  return distinct([
    ...facets.filter((each) => facetsOfCompanies.has(readSort(each))),
    ...(record.li_specialties ?? []).slice(0, maxTraits.specialties).map((each) => token(specialty, each)),
    ...pickWords([
      record.short_description,
      record.li_headline,
      record.li_description,
      record.long_description,
      record.alt_description,
    ]),
  ])
}

/**
 * A trait as the column holds it: 32 bits of FNV-1a. Few traits share a number and are then taken for each other. A
 * person has some fifty, and a remembered digest of each took a tenth of the time of a row.
 */
export function traitNumber(trait: string): number {
  let number = 0x811c9dc5
  for (let index = 0; index < trait.length; index++)
    number = Math.imul(number ^ trait.charCodeAt(index), 0x01000193)
  return number >>> 0
}

const readSort = (text: string) => text.slice(0, text.indexOf(':'))
const distinct = (tokens: readonly string[]) => [...new Set(tokens)]

/** Words that say nothing about a person's work. */
const empty = new Set(
  `about across after also based been being best bring build built business businesses career clients companies
  company create currently customers delivering deliver different driven each ensure every experience experienced focus
  focused founded from full global great have help helped helping helps high industry into leader leaders leading like
  made make making many more most need needs offer offering offers other others over passion passionate people products
  proven provide provides providing quality range service services several since skilled solution solutions some strong
  such team teams than that their them these they this through time today together track trusted using value wide with
  within work worked working works world years your`.split(/\s+/),
)

/** The first words of some texts that mean something; normal text needs no second look to be a token. */
function pickWords(texts: readonly (string | null | undefined)[]): string[] {
  const traits = new Set<string>()
  for (const text of texts) {
    if (!text) continue
    for (const each of normal(text.slice(0, maxTextLength)).split(' ')) {
      if (each.length > 3 && !empty.has(each) && !/^\d/.test(each)) traits.add(`${word}:${each}`)
      if (traits.size >= maxTraits.words) return [...traits]
    }
  }
  return [...traits]
}

/** Characters of a text that are read. */
const maxTextLength = 1_000
