import { companyNameForms, companyNameLikeness } from '../../names/index.ts'
import { distanceKm, type GeoPoint } from '../../../lib/geo.ts'
import { registrableDomain } from '../../../lib/domain-name.ts'
import { normalText } from '../../../lib/text-normal.ts'
import { companyNames, readHeadcount } from '../../search-index/index.ts'
import { findStandardIndustry, type CompanyRecord } from '../../records/index.ts'
import { contactFacts, descriptionFacts } from './company-contacts.ts'
import { atOnePlace } from './at-one-place.ts'
import { citiesAgree } from './evidence.ts'
import { unknownTerms } from './terms.ts'
import { weigh, type Fact, type Beside, type WeighedVerdict } from './weigh.ts'

/** The same name but for legal form, accents, spaces and abbreviations. */
const sameName = 0.95
/**
 * Doubt that an equal name leaves, as the wrong joins there are for each right one where one line in ten is of a namesake
 * in the same city (of a real directory one company in 120 is): by its letters without words such as `Group`, since many
 * bear a short name.
 */
const afterName = { short: 0.4, usual: 0.27, long: 0.22 }
const shortName = 4
const longName = 9
/**
 * What each fact that agrees, or that differs, leaves of the doubt: how often namesakes of one city share it, counted
 * (bench/joining.ts). Companies of few people are most companies, and so are those of the broadest industries: that two
 * are of them says little. Name and city take one more that few share: a year, a size of many people, a trade that is not
 * everybody's, or a contact (`company-contacts.ts`).
 */
const agrees = {
  city: 0.4,
  state: 0.8,
  country: 1.6,
  founded: 0.1,
  narrowIndustry: 0.06,
  industry: 0.2,
  broadIndustry: 0.43,
  staff: 0.13,
  someStaff: 0.25,
  fewStaff: 0.48,
  exactStaff: 0.4,
}
const differs = { founded: 30, foundedNear: 2, industry: 10, industryName: 6 }
/** Sizes that differ, by how many times at least. */
const otherStaff = [
  { times: 10, left: 12 },
  { times: 4, left: 8 },
  { times: 3, left: 5 },
  { times: 2, left: 3 },
  { times: 1.7, left: 1.5 },
]
/**
 * By how much a company may have grown in a year that contradicts nothing; shrunk it has seldom. Of a real directory read one, two
 * and four years apart, in both halves of it.
 */
const growthAYear = 1.4
/** Doubt that may be left. */
const maxDoubt = 0.027
const closeStaffTimes = 1.7
const fewStaff = 10
const someStaff = 30
/** Industries that name a third of all companies, in normal form. */
const broadIndustries = new Set([
  'b2b',
  'business services',
  'consumer',
  'consumer services',
  'information technology',
  'internet',
  'professional services',
  'services',
  'software',
  'technology',
])
/** Industries of both that count: the further ones mostly follow from the first. */
const maxIndustries = 2
/** Towns so near are one place to some sources: neither the same city nor another. */
const nearKm = 40
/** Names of one company that are compared. */
const maxNames = 10

/**
 * Whether two companies of one name that share no identifier are one: the same place, and enough besides. Undefined
 * when nothing could make them one. Companies with domains of their own, or in two cities, are two.
 */
export function alikeCompanies(
  a: CompanyRecord,
  b: CompanyRecord,
  { yearsApart, terms = unknownTerms }: Pick<Beside, 'yearsApart' | 'terms'> = { yearsApart: () => 0 },
): WeighedVerdict | undefined {
  if (haveOtherDomains(a, b)) return undefined
  // Of one name in one place year, size and trade are weighed as well: a place alone does not outvote them.
  return ofOneName(a, b, yearsApart) ?? atOnePlace(a, b, terms)
}

function ofOneName(
  a: CompanyRecord,
  b: CompanyRecord,
  yearsApart: Beside['yearsApart'],
): WeighedVerdict | undefined {
  const name = sharedName(a, b)
  if (name === undefined) return undefined
  const places = samePlace(a, b)
  if (places === undefined) return undefined
  const facts = [
    { left: 1, text: `name: ${name}` },
    ...places,
    ...foundedFacts(a, b),
    ...industryFacts(a, b),
    ...staffFacts(a, b, yearsApart('employee_count_consensus')),
    ...contactFacts(a, b),
    ...descriptionFacts(a, b),
  ]
  return weigh(doubtAfter(companyNameForms(name).core.length), facts, maxDoubt)
}

function doubtAfter(letters: number): number {
  if (letters <= shortName) return afterName.short
  return letters < longName ? afterName.usual : afterName.long
}

function sharedName(a: CompanyRecord, b: CompanyRecord): string | undefined {
  const forms = (record: CompanyRecord) => companyNames(record).slice(0, maxNames).map(companyNameForms)
  const others = forms(b)
  return companyNames(a)
    .slice(0, maxNames)
    .find((name) =>
      others.some(
        (other) =>
          (companyNameLikeness(companyNameForms(name), other, { fuzzy: false })?.likeness ?? 0) >= sameName,
      ),
    )
}

function haveOtherDomains(a: CompanyRecord, b: CompanyRecord): boolean {
  const domains = ({ domains }: CompanyRecord) =>
    (domains ?? []).map((domain) => registrableDomain(domain) ?? domain)
  const [ones, others] = [domains(a), domains(b)]
  return ones.length > 0 && others.length > 0 && !ones.some((domain) => others.includes(domain))
}

type Place = CompanyRecord['location_consensus']

/** Undefined for companies in two countries, or in cities far from each other. States are written in several ways. */
function samePlace(a: CompanyRecord, b: CompanyRecord): Fact[] | undefined {
  const [one, other] = [a.location_consensus, b.location_consensus]
  const parts = ['country_code', 'state_name', 'city'] as const
  let narrowest: Fact[] = []
  for (const part of parts) {
    const [here, there] = [one?.[part], other?.[part]]
    if (!here || !there) continue
    const isSame = part === 'city' ? citiesAgree(here, there) : normalText(here) === normalText(there)
    if (isSame === undefined) continue
    if (!isSame) {
      // Sources name suburbs or the town they belong to, and offices move across the street.
      if (part === 'state_name' || (part === 'city' && areNear(one, other))) continue
      return undefined
    }
    const left = { country_code: agrees.country, state_name: agrees.state, city: agrees.city }[part]
    narrowest = [{ left, text: `${part.split('_')[0]}: ${here}` }]
  }
  return narrowest
}

function areNear(one: Place, other: Place): boolean {
  const [a, b] = [pointIn(one), pointIn(other)]
  return a !== undefined && b !== undefined && distanceKm(a, b) <= nearKm
}

function pointIn(place: Place): GeoPoint | undefined {
  const { lat = null, lon = null } = place?.coordinates ?? {}
  return lat === null || lon === null ? undefined : { latitude: lat, longitude: lon }
}

function foundedFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const [one, other] = [a, b].map((record) => Number(record.founded_on_consensus?.slice(0, 4) || Number.NaN))
  const years = Math.abs((one ?? Number.NaN) - (other ?? Number.NaN))
  if (Number.isNaN(years)) return []
  return years === 0
    ? [{ left: agrees.founded, text: `founded: ${one}` }]
    : [{ left: years === 1 ? differs.foundedNear : differs.founded, text: `founded: ${one} and ${other}` }]
}

function industryFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const [ones, others] = [listIndustries(a), listIndustries(b)]
  if (ones.size === 0 || others.size === 0) return []
  const isBroad = (industry: string) => broadIndustries.has(industry)
  const shared = [...ones.keys()].filter((industry) => others.has(industry))
  if (shared.length === 0) {
    // Sources name industries in many ways: only names whose standard industry is known contradict each other.
    const areKnown = [ones, others].every((each) => [...each.values()].some(findStandardIndustry))
    return [{ left: areKnown ? differs.industry : differs.industryName, text: 'industry: another' }]
  }
  // The narrow one says more than the broad one of which it is a part: what is not the first of either list is narrow.
  const firsts = new Set([ones, others].map((each) => [...each.keys()][0]))
  const leftBy = (industry: string) => {
    if (isBroad(industry)) return agrees.broadIndustry
    return firsts.has(industry) ? agrees.industry : agrees.narrowIndustry
  }
  return shared
    .map((industry) => ({ left: leftBy(industry), text: `industry: ${ones.get(industry)}` }))
    .toSorted((one, other) => one.left - other.left)
    .slice(0, maxIndustries)
}

/** By the standard industry each of them says, else by its name: sources have lists of their own. */
function listIndustries({ standard_industries }: CompanyRecord): Map<string, string> {
  return new Map(
    (standard_industries ?? []).map((name) => [normalText(findStandardIndustry(name) ?? name), name]),
  )
}

/** `years` from what `b` says of its size to what `a` says. */
function staffFacts(a: CompanyRecord, b: CompanyRecord, years: number): Fact[] {
  const [one, other] = [readHeadcount(a) ?? 0, readHeadcount(b) ?? 0]
  if (one === 0 || other === 0) return []
  const most = Math.max(one, other)
  const times = most / Math.min(one, other)
  const text = `employees: ${one} and ${other}`
  if (times <= closeStaffTimes) return [{ left: closeStaff(most, times), text }]
  const hasGrown = years > 0 === one > other
  const unexplained = hasGrown ? times / growthAYear ** Math.abs(years) : times
  const contradiction = otherStaff.find((each) => unexplained > each.times)
  return contradiction === undefined ? [] : [{ left: contradiction.left, text }]
}

function closeStaff(most: number, times: number): number {
  if (most <= fewStaff) return agrees.fewStaff
  // Counts of one day, or of one another.
  const exact = times === 1 ? agrees.exactStaff : 1
  return exact * (most <= someStaff ? agrees.someStaff : agrees.staff)
}
