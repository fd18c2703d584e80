import { companyNameKey } from '../../../../corpus/names/index.ts'
import { normalizeDomain } from '../../../../lib/domain-name.ts'
import { memo } from '../../../../lib/memo.ts'
import { normalText } from '../../../../lib/text-normal.ts'
import { findTitleLevels } from '../../../../corpus/records/index.ts'
import { isOldNews } from './event-age.ts'
import type { Change, Changes } from '../define-rule.ts'
import type { KeptPosition, PersonState } from '../states.ts'

const nameKey = memo(companyNameKey)

/** Whether two names belong to one company. */
export const isSameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

export const listCurrent = (positions: readonly KeptPosition[] | null | undefined): KeptPosition[] =>
  (positions ?? []).filter(({ is_current }) => is_current === true)

/** Whether two positions are with one employer: by id where both have one, else by domain or name. */
export function isSameTrackedEmployer(one: KeptPosition, other: KeptPosition): boolean {
  if (one.pnet_company_id && other.pnet_company_id) return one.pnet_company_id === other.pnet_company_id
  if (one.company_domain && one.company_domain === other.company_domain) return true
  return (
    !!one.company_name && !!other.company_name && nameKey(one.company_name) === nameKey(other.company_name)
  )
}

/** Whether a position is with a company that is named, by name, domain or organization id. */
export function isWith(position: KeptPosition, companies: readonly string[] | undefined): boolean {
  if (companies === undefined) return true
  return companies.some((named) => {
    if (named === position.pnet_company_id) return true
    if (position.company_domain && normalizeDomain(named) === position.company_domain) return true
    return !!position.company_name && nameKey(named) === nameKey(position.company_name)
  })
}

/** Finds present positions with employers that did not employ the person before. An unknown career has none. */
export function findNewEmployers(before: PersonState, after: PersonState): KeptPosition[] {
  const was = before.person.experiences ?? []
  if (was.length === 0) return []
  const started: KeptPosition[] = []
  for (const position of listCurrent(after.person.experiences)) {
    const isKnown = [...listCurrent(was), ...started].some((other) => isSameTrackedEmployer(other, position))
    if (!isKnown && !isOldNews(position.start_date, before)) started.push(position)
  }
  return started
}

/** A current position and an earlier one with the same employer, which it replaced or is beside. */
export interface NewTitle {
  previous: KeptPosition
  current: KeptPosition
}

/**
 * Finds titles that changed with the same employer. Another spelling is no change. Many people leave the old position open
 * when they enter a new one, so a later position beside it counts as a new title.
 */
export function findNewTitles(before: PersonState, after: PersonState): NewTitle[] {
  const was = listCurrent(before.person.experiences)
  const positionsNow = listCurrent(after.person.experiences)
  const hasTitle = (positions: readonly KeptPosition[], { title }: KeptPosition, employer: KeptPosition) =>
    positions.some(
      (each) => isSameTrackedEmployer(each, employer) && titleKey(each.title) === titleKey(title),
    )
  return positionsNow.flatMap((current) => {
    if (!current.title || hasTitle(was, current, current)) return []
    // If the person had several titles there, the one that ended was replaced.
    const previous = was.find(
      (each) =>
        !!each.title && isSameTrackedEmployer(each, current) && !hasTitle(positionsNow, each, current),
    )
    if (previous !== undefined) return [{ previous, current }]
    const beside = was.filter((each) => !!each.title && isSameTrackedEmployer(each, current))
    const isLater = beside.every(
      ({ start_date: day }) => !!day && !!current.start_date && day < current.start_date,
    )
    const [highest] = beside.toSorted((one, other) => rankOf(other.title ?? '') - rankOf(one.title ?? ''))
    if (highest === undefined || !isLater || isOldNews(current.start_date, before)) return []
    return [{ previous: highest, current }]
  })
}

/** Whether a person still holds a position. A lower position beside it is then no demotion. */
export const stillHolds = ({ person }: PersonState, position: KeptPosition): boolean =>
  listCurrent(person.experiences).some(
    (each) => isSameTrackedEmployer(each, position) && titleKey(each.title) === titleKey(position.title),
  )

/** Short forms that mean one thing only: a CPO is of products, people or privacy. */
const shortForms: [RegExp, string][] = [
  [/\bsr\b/g, 'senior'],
  [/\bjr\b/g, 'junior'],
  [/\bvice president\b/g, 'vp'],
  [/\bchief executive officer\b/g, 'ceo'],
  [/\bchief financial officer\b/g, 'cfo'],
  [/\bchief (operating|operations) officer\b/g, 'coo'],
  [/\bchief (technology|technical) officer\b/g, 'cto'],
  [/\bchief information officer\b/g, 'cio'],
  [/\bchief marketing officer\b/g, 'cmo'],
]

/** Makes one key of `Senior` and `Sr.`, and of `Manager, Sales`, `Manager of Sales` and `Sales Manager`. */
const titleKey = memo((title) => {
  let text = normalText(title ?? '')
  for (const [long, short] of shortForms) text = text.replace(long, short)
  const words = text.split(' ').filter((word) => !['of', 'the', 'and'].includes(word))
  return words.toSorted().join(' ')
}) as (title: string | null | undefined) => string

const words: [RegExp, number][] = [
  [
    /\b(chief|c[efiomrt]o|ciso|founder|cofounder|owner|managing partner|general partner)\b|(?<!vice )\bpresident\b/,
    9,
  ],
  [/\b([es]vp|(executive|senior) vice president)\b/, 8],
  [/\b(vp|vice president|partner)\b/, 7],
  [/\b(director|head)\b/, 6],
  [/\b(manager|supervisor)\b/, 5],
  [/\b(lead|leader|staff|principal)\b/, 4],
  [/\b(senior|sr)\b/, 3],
  [/\b(intern|internship|trainee|working student|apprentice)\b/, 0],
  [/\b(junior|jr|entry level|graduate)\b/, 1],
]

/** Ranks a title from 0 to 9. A deputy is half a step below. */
export const rankOf = memo((title) => {
  const text = normalText(title)
  const rank = words.find(([pattern]) => pattern.test(text))?.[1] ?? 2
  return /\b(assistant|associate|deputy|acting|interim) (vp|vice|director|head|manager|general)\b/.test(text)
    ? rank - 0.5
    : rank
})

export const isFounder = ({ title }: KeptPosition) =>
  !!title && findTitleLevels(normalText(title)).includes('founder')

/** A position as `changeData` shows it. */
function buildPositionData(position: KeptPosition, previous?: KeptPosition) {
  return {
    kind: 'experience',
    pnetCompanyId: position.pnet_company_id ?? null,
    companyName: position.company_name ?? null,
    companyDomains: position.company_domain ? [position.company_domain] : [],
    title: position.title ?? null,
    isCurrent: position.is_current === true,
    startDate: position.start_date ?? null,
    endDate: position.end_date ?? null,
    location: position.locality ?? null,
    employmentType: position.employment_type ?? [],
    seniority: position.seniority ?? null,
    previousTitle: previous?.title ?? null,
    previousCompany: previous?.company_name ?? null,
  }
}

export function buildPositionChange(position: KeptPosition, previous?: KeptPosition): Change {
  const employer = position.pnet_company_id ?? nameKey(position.company_name ?? '')
  return {
    key: `${employer} ${titleKey(position.title)}`,
    data: buildPositionData(position, previous),
    eventDate: position.start_date ?? null,
  }
}

interface PositionChange {
  companyName: string | null
  title: string | null
}

/** A position in words: `Head of Sales at Acme`. */
export function describePosition([change]: Changes): string {
  const { companyName, title } = change.data as PositionChange
  return [title, companyName && `at ${companyName}`].filter((part) => !!part).join(' ')
}
