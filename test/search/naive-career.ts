import { companyNameKey } from '../../src/corpus/names/index.ts'
import { normalizeDomain } from '../../src/lib/domain-name.ts'
import { normalText } from '../../src/lib/text-normal.ts'
import { parseNetworkUrl } from '../../src/lib/network-url.ts'
import type { CompanyRecord, Education, Experience, PersonRecord } from '../../src/corpus/records/index.ts'
import { inDates, type Dates } from './naive-dates.ts'
import type { ProfileParams } from './naive-params.ts'
import { holds } from './naive-text.ts'

/** Companies as employers are compared with them. */
export interface Employers {
  ids: ReadonlySet<string>
  /** Name keys. */
  names: ReadonlySet<string>
  domains: ReadonlySet<string>
  slugs: ReadonlySet<string>
}

export const positionsOf = (record: PersonRecord): Experience[] => record.experiences ?? []
export const isCurrent = (position: Experience): boolean => position.is_current === true
const isPast = (position: Experience) => !isCurrent(position)

const nameKeys = new Map<string, string>()
export function nameKeyOf(name: string): string {
  let key = nameKeys.get(name)
  if (key === undefined) nameKeys.set(name, (key = companyNameKey(name).replace(/\s/g, '_')))
  return key
}

export function sameEmployer(a: Experience, b: Experience): boolean {
  if (a === b) return true
  if (a.pnet_company_id || b.pnet_company_id) return a.pnet_company_id === b.pnet_company_id
  if (a.company_name && b.company_name) return nameKeyOf(a.company_name) === nameKeyOf(b.company_name)
  return !a.company_name && !b.company_name && !!a.company_domain && a.company_domain === b.company_domain
}

/** The day an employer was left, null when not known, undefined while the person is still there. */
export function leftOn(record: PersonRecord, position: Experience): string | null | undefined {
  const there = positionsOf(record).filter((other) => sameEmployer(other, position))
  if (there.some(isCurrent)) return undefined
  const ends = there.flatMap((each) => each.end_date ?? each.company_end_date ?? [])
  return (
    ends
      .map((end) => `${end}-01-01`.slice(0, 10))
      .sort()
      .at(-1) ?? null
  )
}

const numbers = /^[1-9]\d{0,17}$/

function isWith(position: Experience, { ids, names, domains, slugs }: Employers, isLoose: boolean): boolean {
  const { pnet_company_id: id, company_name: name, company_domain: domain } = position
  if (domain !== null && domains.has(domain)) return true
  if (domain === null && position.company_slug !== null && slugs.has(position.company_slug)) return true
  if (id !== null && numbers.test(id) && ids.has(id)) return true
  return isLoose && !!name && names.has(nameKeyOf(name))
}

/** Whether a person is, or was, with one of some companies in the way the parameters ask for. */
export function isEmployedBy(
  record: PersonRecord,
  companies: Employers,
  { params, today }: { params: ProfileParams; today: string },
): boolean {
  const status = params.jobStatus?.status ?? 'currently-employed'
  const there = positionsOf(record).filter((each) =>
    isWith(each, companies, params.companyMatchMode?.mode === 'loose'),
  )
  if (status === 'ever-employed') return there.length > 0
  if (status === 'currently-employed') return there.some(isCurrent)
  return there.some((each) => isPast(each) && hasLeft(record, each, { params, today }))
}

function hasLeft(
  record: PersonRecord,
  position: Experience,
  { params, today }: { params: ProfileParams; today: string },
): boolean {
  const left = leftOn(record, position)
  if (left === undefined) return false
  const range = params.jobStatus?.status === 'previously-employed' ? params.jobStatus.leftAt : undefined
  return !range || inDates(left, range as Dates, today)
}

export function hasJobStatus(record: PersonRecord, params: ProfileParams, today: string): boolean {
  const positions = positionsOf(record)
  if (params.jobStatus?.status === 'currently-employed') return positions.some(isCurrent)
  if (params.jobStatus?.status === 'ever-employed') return positions.length > 0
  return positions.some((each) => isPast(each) && hasLeft(record, each, { params, today }))
}

/** Organization ids and domains of those that carry a domain or a slug, in the whole corpus. */
export type FindCompanies = (reference: { domain?: string; slug?: string }) => ReadonlySet<string>

export function companyFinder(companies: readonly CompanyRecord[]): FindCompanies {
  const byKey = new Map<string, Set<string>>()
  for (const { domains, pnet_primary_slug, pnet_slugs, li_org_id } of companies) {
    const hosts = (domains ?? []).flatMap((domain) => normalizeDomain(domain) ?? [])
    const pages = [pnet_primary_slug, ...(pnet_slugs ?? [])].flatMap((slug) =>
      slug ? `/${slug.toLowerCase()}` : [],
    )
    const named = [...(li_org_id === null ? [] : [li_org_id]), ...hosts, ...pages]
    const slugs = [pnet_primary_slug, ...(pnet_slugs ?? [])].flatMap((slug) =>
      slug ? slug.toLowerCase() : [],
    )
    for (const key of [...hosts.map((host) => `domain ${host}`), ...slugs.map((slug) => `slug ${slug}`)])
      byKey.set(key, new Set([...(byKey.get(key) ?? []), ...named]))
  }
  return ({ domain, slug }) =>
    byKey.get(
      domain === undefined
        ? `slug ${decodeURIComponent(slug ?? '').toLowerCase()}`
        : `domain ${normalizeDomain(domain)}`,
    ) ?? new Set()
}

interface Reference {
  pnetOrgID?: string | null | undefined
  domain?: string | null | undefined
  pnetSlugOrURL?: string | null | undefined
  name?: string | null | undefined
}

const network = { hosts: ['pnet.example'] }

/** Whether an organization, by its id, name and domain, is the one referred to. */
function isReferenced(
  { id, name, tie }: { id: string | null; name: string | null; tie: string | null },
  { reference, find }: { reference: Reference; find: FindCompanies },
): boolean {
  const isOne = (named: ReadonlySet<string>) =>
    (id !== null && named.has(id)) || (tie !== null && named.has(tie))
  if (reference.pnetOrgID) return id === reference.pnetOrgID && numbers.test(id)
  if (reference.domain)
    return tie === normalizeDomain(reference.domain) || isOne(find({ domain: reference.domain }))
  if (reference.pnetSlugOrURL) {
    const page = parseNetworkUrl(reference.pnetSlugOrURL, network)
    if (page !== undefined && 'id' in page) return id === page.id
    const slug = page?.slug ?? reference.pnetSlugOrURL
    return tie === `/${slug.toLowerCase()}` || isOne(find({ slug }))
  }
  return !!reference.name && !!name && nameKeyOf(name) === nameKeyOf(reference.name)
}

type NamedJob = NonNullable<NonNullable<ProfileParams['pastJobs']>['anyOf']>[number]

export const hadJob = (record: PersonRecord, wanted: NamedJob, find: FindCompanies): boolean =>
  positionsOf(record).some((each) => isPast(each) && isNamedJob(each, wanted, find))

export const holdsJob = (record: PersonRecord, wanted: NamedJob, find: FindCompanies): boolean =>
  positionsOf(record).some((each) => isCurrent(each) && isNamedJob(each, wanted, find))

function isNamedJob(each: Experience, { jobTitle, company }: NamedJob, find: FindCompanies): boolean {
  if (jobTitle && !jobTitle.some((phrase) => holds(each.title ?? '', phrase))) return false
  if (!company) return true
  const { li_org_id: id, pnet_primary_slug: slug, domains } = company
  const references: Reference[] = id
    ? [{ pnetOrgID: id }]
    : slug
      ? [{ pnetSlugOrURL: slug }]
      : domains?.length
        ? domains.map((domain) => ({ domain }))
        : [company]
  return references.some((reference) => isReferenced(employerOf(each), { reference, find }))
}

const employerOf = (each: Experience) => ({
  id: each.pnet_company_id,
  name: each.company_name,
  // The domain, else the page.
  tie: each.company_domain ?? (each.company_slug === null ? null : `/${each.company_slug}`),
})

type Job = NonNullable<NonNullable<ProfileParams['jobs']>['anyOf']>[number]

/** One and the same position has the status, the title and the employer. */
export function hasJob(
  record: PersonRecord,
  { company, jobTitle, status }: Job,
  find: FindCompanies,
): boolean {
  return positionsOf(record).some((each) => {
    if (status !== 'any' && isCurrent(each) !== (status === 'current')) return false
    const says = (phrase: string) => holds(each.title ?? '', phrase)
    if (jobTitle?.anyOf && !jobTitle.anyOf.some(says)) return false
    if (jobTitle?.noneOf?.some(says)) return false
    if (!company) return true
    const { identifier, value } = company
    const reference: Reference =
      identifier === 'domain'
        ? { domain: value }
        : identifier === 'pnetUrl' || identifier === 'pnetSlug'
          ? { pnetSlugOrURL: value }
          : { pnetOrgID: value }
    return isReferenced(employerOf(each), { reference, find })
  })
}

export function saysOfPastJobs(
  record: PersonRecord,
  value: NonNullable<ProfileParams['pastJobText']>,
): boolean {
  const past = positionsOf(record).filter(isPast)
  const passes = value.criteria.flatMap(({ field, rule, text }) => {
    if (!text) return []
    const texts = past.flatMap((each) =>
      field === 'title'
        ? [each.title]
        : field === 'summary'
          ? [each.summary]
          : [each.title, each.summary, each.company_name],
    )
    return [texts.some((each) => each !== null && holds(each, text)) === (rule === 'includes')]
  })
  if (passes.length === 0) return true
  return value.joiner === 'and' ? passes.every(Boolean) : passes.some(Boolean)
}

const stealthWords = /^(stealth|mode|startup|ai|in|company|a|fintech|co)$/
const isStealth = ({ company_name: name }: Experience) => {
  const words = normalText(name ?? '').split(' ')
  return words.includes('stealth') && words.every((word) => stealthWords.test(word))
}

export interface Stealth {
  isNow: boolean
  entered: string | null
  left: string | null
}

const full = (date: string | null) => (date === null ? null : `${date}-01-01`.slice(0, 10))

/** The stealth position that counts: the current ones, else the last past one. */
export function stealthOf(record: PersonRecord): Stealth | undefined {
  const inStealth = positionsOf(record).filter(isStealth)
  if (inStealth.length === 0) return undefined
  const now = inStealth.filter(isCurrent)
  if (now.length > 0) {
    const starts = now.flatMap(({ start_date }) => full(start_date) ?? []).sort()
    return { isNow: true, entered: starts[0] ?? null, left: null }
  }
  let last: Stealth = { isNow: false, entered: null, left: null }
  for (const { start_date, end_date } of inStealth) {
    if (last.left !== null && (end_date === null || (full(end_date) as string) < last.left)) continue
    last = { isNow: false, entered: full(start_date), left: full(end_date) }
  }
  return last
}

const periodDays = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }

export function inStealthSo(
  record: PersonRecord,
  value: NonNullable<ProfileParams['stealthV2']>,
  today: string,
) {
  const stealth = stealthOf(record)
  if (stealth === undefined || stealth.isNow !== (value.status === 'currently-in-stealth')) return false
  if (value.enteredStealthAt && !inDates(stealth.entered, value.enteredStealthAt as Dates, today))
    return false
  if (value.status === 'currently-in-stealth') return true
  if (value.leftStealthAt && !inDates(stealth.left, value.leftStealthAt as Dates, today)) return false
  const { lowerBound = null, upperBound = null } = value.stealthDuration?.range ?? {}
  if (!value.stealthDuration || (lowerBound === null && upperBound === null)) return true
  if (stealth.entered === null || stealth.left === null) return false
  const periods =
    (Date.parse(stealth.left) - Date.parse(stealth.entered)) /
    86_400_000 /
    periodDays[value.stealthDuration.period]
  return periods >= (lowerBound ?? -Infinity) && periods <= (upperBound ?? Infinity)
}

type EntryWanted = NonNullable<NonNullable<ProfileParams['education']>['anyOf']>[number]

export function studied(
  record: PersonRecord,
  wanted: EntryWanted,
  { find, today }: { find: FindCompanies; today: string },
): boolean {
  return (record.education ?? []).some((entry) => isEntry(entry, wanted, { find, today }))
}

function isEntry(
  entry: Education,
  wanted: EntryWanted,
  context: { find: FindCompanies; today: string },
): boolean {
  const { find, today } = context
  const says = (texts: (string | null)[], lists: EntryWanted['keywords']) => {
    const has = (phrase: string) => texts.some((text) => text !== null && holds(text, phrase))
    return (!lists?.anyOf || lists.anyOf.some(has)) && !lists?.noneOf?.some(has)
  }
  if (!says([entry.school_name, entry.degree, entry.field_of_study_name], wanted.keywords)) return false
  if (!says([entry.degree], wanted.degree) || !says([entry.school_name], wanted.schoolNameKeywords))
    return false
  const isSchool = ({
    pnetId,
    pnetUrl,
    domain,
  }: {
    pnetId?: string | null
    pnetUrl?: string | null
    domain?: string | null
  }) => {
    const reference = pnetId
      ? { pnetOrgID: pnetId }
      : pnetUrl
        ? { pnetSlugOrURL: pnetUrl }
        : { domain: domain ?? '' }
    return isReferenced({ id: entry.school_id, name: null, tie: null }, { reference, find })
  }
  if (wanted.school?.anyOf && !wanted.school.anyOf.some(isSchool)) return false
  if (wanted.school?.noneOf?.some(isSchool)) return false
  if (wanted.startedSchoolAt && !inDates(entry.start_date, wanted.startedSchoolAt as Dates, today))
    return false
  if (wanted.finishedSchoolAt && !inDates(entry.end_date, wanted.finishedSchoolAt as Dates, today))
    return false
  const isStudent = wanted.isCurrentlyStudent ?? null
  return isStudent === null || isStudent === isGoingOn(full(entry.start_date), full(entry.end_date), today)
}

export function isGoingOn(start: string | null, end: string | null, today: string): boolean {
  if (start !== null && start > today) return false
  if (end !== null) return end >= today
  return start !== null && start > `${Number(today.slice(0, 4)) - 8}${today.slice(4)}`
}
