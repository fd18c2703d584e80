import type { Cue, Mention } from './mention.ts'
import type { Word } from './words.ts'

/**
 * Whose a title is: of the people in question, of a company's staff, of positions it fills or has filled. `subject` is a
 * title that no one holds (`companies building AI agents`).
 */
export type TitleRole = 'person' | 'staff' | 'hiring' | 'hired' | 'subject'

/** What may come before `jobs`. */
const ofJobs = new Set([
  'title',
  'staff-of',
  'function',
  'technology',
  'industry',
  'work-place',
  'employment',
  'words',
])

/** `remote data engineer jobs` says what `hiring remote data engineers` says: the word is moved to where that one stands. */
export function withHiring(mentions: readonly Mention[]): Mention[] {
  const roles: Mention[] = []
  for (const mention of mentions) {
    if (mention.is.kind === 'cue' && mention.is.cue === 'seeks') {
      // `Looking for accountants` is said of whoever asks, where nobody is named before who looks for them.
      const isTold = roles.some(({ is }) => is.kind !== 'filler' && is.kind !== 'cue')
      roles.push({ ...mention, is: isTold ? { kind: 'cue', cue: 'hiring' } : { kind: 'filler' } })
      continue
    }
    if (mention.is.kind !== 'jobs') {
      roles.push(mention)
      continue
    }
    let at = roles.length
    while (at > 0 && (ofJobs.has(roles[at - 1]!.is.kind) || roles[at - 1]!.is.kind === 'filler')) at--
    const isHiring = roles.slice(0, at).some(({ is }) => is.kind === 'cue' && is.cue === 'hiring')
    const filler: Mention = { ...mention, is: { kind: 'filler' } }
    if (isHiring) roles.push(filler)
    else roles.splice(at, 0, { ...mention, is: { kind: 'cue', cue: 'hiring' } })
  }
  return roles
}

/**
 * `software for dentists`: those for whom something is made are not looked for, and no record tells for whom it is. `Banks for
 * CFOs` is nothing that anybody makes.
 */
export function withoutAudiences(mentions: readonly Mention[], words: readonly Word[]): Mention[] {
  return mentions.filter(({ is, from }) => {
    if (is.kind !== 'title' && is.kind !== 'staff-of') return true
    const preposition = words[from - 1]?.normal
    if (preposition !== 'for' && preposition !== 'to') return true
    const before = mentions.findIndex(({ to }) => to === from - 1)
    if (before < 0) return true
    if (preposition === 'to') return !isSold(mentions.slice(0, before + 1))
    const cue = mentions[before - 1]
    const isWhere = cue?.is.kind === 'cue' && (cue.is.cue === 'in' || cue.is.cue === 'at')
    return mentions[before]!.is.kind !== 'industry' || isWhere
  })
}

/** `that sell CRM software`, to somebody */
function isSold(mentions: readonly Mention[]): boolean {
  const about = mentions.findLastIndex(({ is }) => is.kind === 'cue' && is.cue === 'about')
  const sold = mentions.slice(about + 1)
  return about >= 0 && sold.length > 0 && sold.every(({ is }) => saleable.has(is.kind))
}

const saleable = new Set<Mention['is']['kind']>(['industry', 'technology', 'words', 'filler'])

const listing = new Set([
  'title',
  'staff-of',
  'function',
  'technology',
  'place',
  'quantity',
  'work-place',
  'employment',
  'date',
])

/** What comes before a title and decides whose it is. */
interface Before {
  isCompanyFirst: boolean
  isPersonFirst: boolean
  /** The cue comes directly before. */
  isNext: boolean
}

/** Titles of whom companies have, where companies are looked for. */
const isOfCompanies = ({ isCompanyFirst, isPersonFirst }: Before): boolean => isCompanyFirst && !isPersonFirst

/** Whose a title is behind a cue; undefined if one looks further back. */
const roleBehind: Partial<Record<Cue, (before: Before) => TitleRole | undefined>> = {
  hiring: () => 'hiring',
  about: (before) => (isOfCompanies(before) ? 'subject' : undefined),
  joined: (before) => (isOfCompanies(before) ? 'hired' : undefined),
  // `start-ups founded by professors`
  founded: (before) => (before.isNext && isOfCompanies(before) ? 'hired' : undefined),
  with: (before) => (isOfCompanies(before) ? 'staff' : 'person'),
  not: (before) => (isOfCompanies(before) ? 'staff' : 'person'),
  doubt: (before) => (isOfCompanies(before) ? 'staff' : 'person'),
}
/** Cues that a title is still governed across. */
const passed = new Set<Cue>(['and', 'or', 'of', 'in'])

/** Looks back from a title to what it depends on. */
export function findRoleOfTitle(mentions: readonly Mention[], index: number): TitleRole {
  const firsts = {
    isCompanyFirst: mentions.slice(0, index).some(isCompany),
    isPersonFirst: mentions
      .slice(0, index)
      .some((mention, at) => isPerson(mention) && findRoleOfHead(mentions, at) === 'person'),
  }
  let isCounted = false
  for (let at = index - 1; at >= 0; at--) {
    const { is } = mentions[at]!
    const before = { ...firsts, isNext: at === index - 1 }
    if (is.kind === 'cue') {
      const role = roleBehind[is.cue]?.(before)
      if (role !== undefined) return role
      if (!passed.has(is.cue)) break
    } else if (is.kind === 'person-tag' && is.tag === 'recently-changed-companies') {
      if (isOfCompanies(before)) return 'hired'
    } else if (is.kind === 'quantity') isCounted = true
    else if (!listing.has(is.kind) && is.kind !== 'filler') break
  }
  return isCounted && isOfCompanies({ ...firsts, isNext: false }) ? 'staff' : 'person'
}

const isCompany = ({ is }: Mention) => is.kind === 'companies' || (is.kind === 'industry' && is.isNoun)
const isPerson = ({ is }: Mention) => is.kind === 'title' || is.kind === 'staff-of' || is.kind === 'people'

function findRoleOfHead(mentions: readonly Mention[], at: number): TitleRole {
  if (mentions[at]!.is.kind !== 'people') return findRoleOfTitle(mentions, at)
  return at === 0 ? 'person' : 'staff'
}

/** Kinds of mention that only people have. */
const ofPeople = new Set(['person-tag', 'language', 'degree', 'field', 'person-name'])

/** Whether companies or people are looked for; undefined when nothing says. */
export function findKind(mentions: readonly Mention[]): 'companies' | 'people' | undefined {
  const content = mentions.filter(({ is }) => is.kind !== 'filler')
  const isTitled = content.some(
    (mention, at) =>
      (mention.is.kind === 'title' || mention.is.kind === 'staff-of') &&
      findRoleOfTitle(content, at) === 'person',
  )
  if (isTitled) return 'people'
  const companies = content.findIndex(
    ({ is }) => is.kind === 'companies' || (is.kind === 'industry' && is.isNoun),
  )
  const people = content.findIndex(
    ({ is }) => is.kind === 'people' || is.kind === 'person-name' || is.kind === 'person-tag',
  )
  if (people >= 0 && (companies < 0 || people < companies)) return 'people'
  // `alumni of Stanford who founded fintechs`
  const school = content.findIndex(
    ({ is }) => is.kind === 'organization' && is.organization.role === 'school',
  )
  if (school >= 0 && school < companies) return 'people'
  if (companies >= 0) return 'companies'
  if (
    content.some(
      ({ is }) =>
        ofPeople.has(is.kind) ||
        isExperience(is) ||
        (is.kind === 'organization' &&
          (is.organization.role === 'former' || is.organization.role === 'school')),
    )
  )
    return 'people'
  const isPeopleCue = content.some(
    ({ is }) => is.kind === 'cue' && ['lives', 'joined', 'studied', 'speaks', 'skilled'].includes(is.cue),
  )
  if (isPeopleCue) return 'people'
  const hasFunction = content.some(({ is }) => is.kind === 'function')
  const hasEmployer = content.some(
    ({ is }) => is.kind === 'organization' && is.organization.role === 'employer',
  )
  if (hasEmployer) return content.length === 1 ? 'companies' : 'people'
  const asksCompanies = content.some(
    ({ is }) => !['cue', 'function', 'count', 'limit', 'place'].includes(is.kind),
  )
  if (hasFunction && !asksCompanies) return 'people'
  return asksCompanies ||
    content.some(({ is }) => is.kind === 'place') ||
    content.some(({ is }) => is.kind === 'cue' && ['hiring', 'raised', 'grew'].includes(is.cue))
    ? 'companies'
    : undefined
}

const isExperience = (is: Mention['is']) =>
  is.kind === 'quantity' && ['years-experience', 'connections'].includes(is.unit)
