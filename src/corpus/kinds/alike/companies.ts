import { companyNameForms, companyNameLikeness } from '../../../lib/company-likeness.ts'
import { registrableDomain } from '../../../lib/domain-name.ts'
import { normalText } from '../../../lib/text-normal.ts'
import { companyNames, headcountOf } from '../../search-index/index.ts'
import type { CompanyRecord } from '../../records/index.ts'
import { citiesAgree, sharedText } from './evidence.ts'
import { weigh, type Fact, type JoinVerdict } from './weigh.ts'

/** The same name but for legal form, accents, spaces and abbreviations. */
const sameName = 0.95
/** Doubt that an equal name leaves: by its letters without words such as `Group`, since many bear a short name. */
const afterName = { short: 0.5, usual: 0.35, long: 0.27 }
const shortName = 4
const longName = 9
/**
 * What each fact that agrees, or that differs, leaves of the doubt. Companies of few people are most companies, so
 * that two have few says little.
 */
const agrees = {
  city: 0.4,
  state: 0.6,
  country: 0.9,
  founded: 0.35,
  industry: 0.8,
  staff: 0.5,
  similarStaff: 0.7,
  contact: 0.1,
  description: 0.05,
}
const differs = { founded: 10, industry: 2, staff: 5, moreStaff: 3 }
const fewStaff = 10
/** Names of one company that are compared. */
const mostNames = 10

/**
 * Whether two companies of one name that share no identifier are one: the same place, and enough besides. Undefined
 * when not, or when in doubt. Companies with domains of their own, or in two cities, are two.
 */
export function alikeCompanies(a: CompanyRecord, b: CompanyRecord): JoinVerdict | undefined {
  const name = sharedName(a, b)
  if (name === undefined || haveOtherDomains(a, b)) return undefined
  const places = samePlace(a, b)
  if (places === undefined) return undefined
  const facts = [
    { left: 1, text: `name: ${name}` },
    ...places,
    ...foundedFacts(a, b),
    ...industryFacts(a, b),
    ...staffFacts(a, b),
    ...contactFacts(a, b),
    ...descriptionFacts(a, b),
  ]
  return weigh(doubtAfter(companyNameForms(name).core.length), facts)
}

function doubtAfter(letters: number): number {
  if (letters <= shortName) return afterName.short
  return letters < longName ? afterName.usual : afterName.long
}

function sharedName(a: CompanyRecord, b: CompanyRecord): string | undefined {
  const forms = (record: CompanyRecord) => companyNames(record).slice(0, mostNames).map(companyNameForms)
  const others = forms(b)
  return companyNames(a)
    .slice(0, mostNames)
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

/** Undefined for companies in two countries or cities. States are written in several ways. */
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
      if (part === 'state_name') continue
      return undefined
    }
    const left = { country_code: agrees.country, state_name: agrees.state, city: agrees.city }[part]
    narrowest = [{ left, text: `${part.split('_')[0]}: ${here}` }]
  }
  return narrowest
}

function foundedFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const [one, other] = [a, b].map((record) => Number(record.founded_on_consensus?.slice(0, 4) || Number.NaN))
  const years = Math.abs((one ?? Number.NaN) - (other ?? Number.NaN))
  if (Number.isNaN(years) || years === 1) return []
  return years === 0
    ? [{ left: agrees.founded, text: `founded: ${one}` }]
    : [{ left: differs.founded, text: `founded: ${one} and ${other}` }]
}

function industryFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const [ones, others] = [a.standard_industries ?? [], b.standard_industries ?? []]
  if (ones.length === 0 || others.length === 0) return []
  const shared = ones.find((industry) => others.includes(industry))
  return shared === undefined
    ? [{ left: differs.industry, text: 'industry: another' }]
    : [{ left: agrees.industry, text: `industry: ${shared}` }]
}

function staffFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const [one, other] = [headcountOf(a) ?? 0, headcountOf(b) ?? 0]
  if (one === 0 || other === 0) return []
  const times = Math.max(one, other) / Math.min(one, other)
  const text = `employees: ${one} and ${other}`
  const isClose = times <= 1.5 && Math.max(one, other) > fewStaff
  if (times <= 2) return [{ left: isClose ? agrees.staff : agrees.similarStaff, text }]
  if (times <= 4) return []
  return [{ left: times > 10 ? differs.staff : differs.moreStaff, text }]
}

function contactFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const contacts = ({ emails, phone_numbers, twitter_handles }: CompanyRecord) => [
    ...[...(emails ?? []), ...(twitter_handles ?? [])].map((each) =>
      each.toLowerCase().replace(/^@|\s/g, ''),
    ),
    ...(phone_numbers ?? []).flatMap(phoneDigits),
  ]
  const others = new Set(contacts(b))
  const shared = contacts(a).find((contact) => others.has(contact))
  return shared === undefined ? [] : [{ left: agrees.contact, text: 'a contact of both: the same' }]
}

/** The end of a number that is the same however it begins: `+1 (555) 010-1234`, `555.010.1234`. */
function phoneDigits(phone: string): string[] {
  const digits = phone.replace(/(?:ext|x|#).*$/i, '').replace(/\D/g, '')
  return digits.length < 8 ? [] : [digits.slice(-9)]
}

function descriptionFacts(a: CompanyRecord, b: CompanyRecord): Fact[] {
  const texts = (record: CompanyRecord) => [
    record.short_description,
    record.long_description,
    record.li_description,
    record.alt_description,
  ]
  return sharedText(texts(a), texts(b)) ? [{ left: agrees.description, text: 'description: the same' }] : []
}
