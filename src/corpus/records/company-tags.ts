import { normalText } from '../../lib/text-normal.ts'
import type { CompanyRecord } from './company.ts'
import type { CompanyTag } from './enums.ts'
import { isTopVentureFirm } from './well-known-names.ts'

const schoolIndustries = new Set(
  ['Higher Education', 'Primary/Secondary Education', 'Primary and Secondary Education'].map(normalText),
)
const schoolName =
  /\b(university|universitat|universite|universidad|universita|universiteit|college|hochschule|gymnasium|lycee|institute of technology|polytechnic|high school)\b/
/** Those who teach languages or programming call themselves so, too. */
const maybeSchoolName = /\b(school|academy|ecole|escuela|akademie|institute|schule)\b/

/** A page of a school, a role as one or its codes; or, of those that say nothing of that, the name of one in education. */
export function isSchool(record: CompanyRecord): boolean {
  if (record.li_category === 'S') return true
  if (record.primary_role === 'school' || record.roles?.includes('school') === true) return true
  if ((record.naics_codes ?? []).some((code) => /^611[123]/.test(code))) return true
  if (record.li_category !== null) return false
  const name = normalText(firstName(record))
  if ((record.li_industries ?? []).some(({ name }) => schoolIndustries.has(normalText(name ?? ''))))
    return schoolName.test(name) || maybeSchoolName.test(name)
  return record.standard_industries?.[0] === 'Education' && schoolName.test(name)
}

const firstName = ({ preferred_name, names }: CompanyRecord) => preferred_name ?? names?.[0] ?? ''

const publicIndustries =
  /^(government( administration)?|public administration|(legislative|executive|public policy) offices?|law enforcement|public safety|fire protection|armed forces|military|judiciary|administration of justice)$/
const publicDomain =
  /\.(gov|mil)(\.[a-z]{2})?$|\.go[bv]\.[a-z]{2}$|\.(gouv\.[a-z]{2}|bund\.de|admin\.ch|gc\.ca|europa\.eu)$/

/** Those that sell to governments call their trade so too, so the standard industry alone tells only where nothing finer does. */
function isGovernment(record: CompanyRecord): boolean {
  const finer = [
    ...(record.li_industries ?? []).map(({ name }) => name ?? ''),
    ...(record.alt_industries ?? []),
    ...(record.categories ?? []),
  ]
  if ((record.li_industries ?? []).some(({ name }) => publicIndustries.test(normalText(name ?? ''))))
    return true
  if (finer.length === 0 && record.standard_industries?.[0] === 'Government') return true
  if ((record.naics_codes ?? []).some((code) => code.startsWith('92'))) return true
  return (record.domains ?? []).some((domain) => publicDomain.test(domain.toLowerCase()))
}

const ventureRounds = /^(pre_seed|seed|series_[a-j]|series_unknown|venture_other)$/
/** Years after which a company that last raised is not a start-up any more. */
const startUpYears = 15

/** Raised venture capital while young, and neither listed, sold, closed nor held by private equity since. */
function isVentureBacked(record: CompanyRecord): boolean {
  const { funding_stage: stage, status_consensus: status, founded_on_consensus: founded } = record
  if (status === 'closed' || status === 'acquired') return false
  if (stage !== null && stage !== 'unknown' && !ventureRounds.test(stage)) return false
  const rounds = (record.funding_rounds ?? []).filter(({ round_type }) =>
    ventureRounds.test(round_type ?? ''),
  )
  if (rounds.length === 0 && (stage === null || !ventureRounds.test(stage))) return false
  const last = rounds.flatMap(({ announced_on_date: day }) => (day === null ? [] : [Number(day.slice(0, 4))]))
  return (
    last.length === 0 || founded === null || Math.max(...last) - Number(founded.slice(0, 4)) <= startUpYears
  )
}

function hasTopInvestor(record: CompanyRecord): boolean {
  const ofRounds = (record.full_funding_rounds ?? []).flatMap(({ investors }) => investors ?? [])
  return [...(record.investors ?? []), ...ofRounds].some(
    ({ investor_name: name }) => name !== null && isTopVentureFirm(name),
  )
}

const rules = {
  'raised-from-top-vc': hasTopInvestor,
  'is-government': isGovernment,
  'is-school': isSchool,
  'venture-backed-startup': isVentureBacked,
} satisfies Record<CompanyTag, (record: CompanyRecord) => boolean>

const derivedCompanyTags = Object.keys(rules) as CompanyTag[]

/** The labels given, and after them those that the record shows as well. */
export function withCompanyTags(record: CompanyRecord): CompanyTag[] {
  const tags = record.tags ?? []
  return [...tags, ...derivedCompanyTags.filter((tag) => !tags.includes(tag) && rules[tag](record))]
}
