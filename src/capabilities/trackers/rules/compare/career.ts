import { companyNameKey } from '../../../../lib/company-name.ts'
import { normalizeDomain } from '../../../../lib/domain-name.ts'
import { memo } from '../../../../lib/memo.ts'
import { normalText } from '../../../../lib/text-normal.ts'
import { titleLevelsOf } from '../../../../corpus/records/index.ts'
import type { Change, Changes } from '../define-rule.ts'
import type { KeptPosition, PersonState } from '../states.ts'

const nameKey = memo(companyNameKey)

export const currentOf = (positions: readonly KeptPosition[] | null | undefined): KeptPosition[] =>
  (positions ?? []).filter(({ is_current }) => is_current === true)

/** Whether two positions are with one employer: by id where both have one, else by domain or name. */
export function isSameEmployer(one: KeptPosition, other: KeptPosition): boolean {
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

/** A position that began so long before the earlier state is no news: the record only became more complete. */
const lateNewsDays = 365
const dayMs = 86_400_000

/** Positions held now with employers for whom the person did not work before. Nothing of somebody without a career. */
export function newEmployers(before: PersonState, after: PersonState): KeptPosition[] {
  const was = before.person.experiences ?? []
  if (was.length === 0) return []
  const oldest = Date.parse(before.asOf) - lateNewsDays * dayMs
  const found: KeptPosition[] = []
  for (const position of currentOf(after.person.experiences)) {
    const isKnown = [...currentOf(was), ...found].some((held) => isSameEmployer(held, position))
    const isLate = !!position.start_date && Date.parse(position.start_date) < oldest
    if (!isKnown && !isLate) found.push(position)
  }
  return found
}

/** A position held now, and the one it took the place of with the same employer. */
export interface NewTitle {
  previous: KeptPosition
  current: KeptPosition
}

/** Titles that became others with the same employer. A title spelled otherwise is the same. */
export function newTitles(before: PersonState, after: PersonState): NewTitle[] {
  const was = currentOf(before.person.experiences)
  const held = currentOf(after.person.experiences)
  const hasTitle = (positions: readonly KeptPosition[], { title }: KeptPosition, employer: KeptPosition) =>
    positions.some((each) => isSameEmployer(each, employer) && titleKey(each.title) === titleKey(title))
  return held.flatMap((current) => {
    if (!current.title || hasTitle(was, current, current)) return []
    // Of several titles there the one that is not held any more.
    const previous = was.find(
      (each) => !!each.title && isSameEmployer(each, current) && !hasTitle(held, each, current),
    )
    return previous === undefined ? [] : [{ previous, current }]
  })
}

/** Seniors and Srs. are one. */
const titleKey = memo((title) =>
  normalText(title ?? '')
    .replace(/\bsr\b/g, 'senior')
    .replace(/\bjr\b/g, 'junior')
    .replace(/\bvice president\b/g, 'vp'),
) as (title: string | null | undefined) => string

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

/** How high a title is, 0 to 9; a deputy stands half a step below. */
export const rankOf = memo((title) => {
  const text = normalText(title)
  const rank = words.find(([pattern]) => pattern.test(text))?.[1] ?? 2
  return /\b(assistant|associate|deputy|acting|interim) (vp|vice|director|head|manager|general)\b/.test(text)
    ? rank - 0.5
    : rank
})

export const isFounder = ({ title }: KeptPosition) =>
  !!title && titleLevelsOf(normalText(title)).includes('founder')

/** A position as `changeData` shows it. */
function positionData(position: KeptPosition, previous?: KeptPosition) {
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

export function positionChange(position: KeptPosition, previous?: KeptPosition): Change {
  const employer = position.pnet_company_id ?? nameKey(position.company_name ?? '')
  return {
    key: `${employer} ${titleKey(position.title)}`,
    data: positionData(position, previous),
    eventDate: position.start_date ?? null,
  }
}

interface Shown {
  companyName: string | null
  title: string | null
}

/** A position in words: `Head of Sales at Acme`. */
export function positionInWords([change]: Changes): string {
  const { companyName, title } = change.data as Shown
  return [title, companyName && `at ${companyName}`].filter((part) => !!part).join(' ')
}
