import { companyNameForms, companyNameLikeness, matchPersonName } from '../corpus/names/index.ts'
import { normalizeDomain, registrableDomain } from '../lib/domain-name.ts'
import { normalizeSlug, pageNamedBy } from '../lib/network-url.ts'
import type { NativeCompany, NativePerson } from '../corpus/records/index.ts'
import type { Question } from './capabilities.ts'

/** What tells one person or company from others. */
interface Identity {
  slugs: Set<string>
  ids: Set<string>
  domains: Set<string>
  names: string[]
}

/** Names compared of one company: some records list hundreds. */
const maxNames = 10

/** What the corpus has of the one who is asked for: members of a stored record. */
export type Recorded<R> = Partial<{ [K in keyof R]: unknown }>

/**
 * Why an answer is not about the person who was asked for; undefined when it is. Who names somebody must name them: by
 * an identifier they were asked by, or that the corpus knows them by. Another slug alone is somebody else, the same id
 * under another slug is a page that was renamed. An answer without any identifier is about whom was asked unless its
 * name is another's.
 */
export function otherPerson(
  question: Partial<Question<'person.live'>>,
  recorded: Recorded<NativePerson> | undefined,
  answered: NativePerson,
): string | undefined {
  const { slug, url, userId, entityUrn, name } = question
  const identity = personIdentity([
    { primary_slug: slug, url, user_id: userId, entity_urn: entityUrn, name },
    ...(recorded === undefined ? [] : [recorded as NativePerson]),
  ])
  // A slug may be digits alone: asked for by them, it is not known which they are.
  if (userId) identity.slugs.add(normalizeSlug(userId))
  return difference(identity, personIdentity([answered]), (a, b) => matchPersonName(a, b, { loose: true }))
}

/** The same of companies. A domain tells them apart only where nothing of the network does. */
export function otherCompany(
  question: Partial<Question<'company.live'>>,
  recorded: Recorded<NativeCompany> | undefined,
  answered: NativeCompany,
): string | undefined {
  const { slug, url, orgId, domain, name } = question
  const identity = companyIdentity([
    {
      pnet_primary_slug: slug ?? readPage(url).slug,
      li_org_id: orgId ?? readPage(url).id,
      preferred_name: name,
      domains: domain ? [domain] : [],
    },
    ...(recorded === undefined ? [] : [recorded as NativeCompany]),
  ])
  if (orgId) identity.slugs.add(normalizeSlug(orgId))
  return difference(
    identity,
    companyIdentity([answered]),
    (a, b) => companyNameLikeness(companyNameForms(a), companyNameForms(b), { fuzzy: true })?.likeness ?? 0,
  )
}

/** A line with the identifiers it was asked by, so that it is recognised: its page may go by another slug now. */
export function namedPerson(
  record: NativePerson,
  { slug = null, userId = null }: Partial<Question<'person.live'>>,
  recorded?: Recorded<NativePerson>,
): NativePerson {
  const primary = record.primary_slug ?? (recorded?.primary_slug as string | null | undefined) ?? slug
  const { slugs } = personIdentity([record])
  // Asked for by digits that turned out to be a slug, they are no id.
  const id = userId !== null && !slugs.has(normalizeSlug(userId)) ? userId : null
  return {
    ...record,
    ...(primary === null ? {} : { primary_slug: primary }),
    ...(isFormer(slug, primary) ? { slugs: [...(record.slugs ?? []), slug as string] } : {}),
    ...(id !== null && idMember(record, id)),
  }
}

/** Ids of the network are numbers or URNs; the record's own id stays. */
const idMember = ({ user_id, entity_urn }: NativePerson, id: string) =>
  isNumber(id) ? { user_id: user_id ?? id } : { entity_urn: entity_urn ?? id }

export function namedCompany(
  record: NativeCompany,
  { slug = null, orgId = null }: Partial<Question<'company.live'>>,
  recorded?: Recorded<NativeCompany>,
): NativeCompany {
  const primary =
    record.pnet_primary_slug ?? (recorded?.pnet_primary_slug as string | null | undefined) ?? slug
  return {
    ...record,
    pnet_primary_slug: primary,
    li_org_id: record.li_org_id ?? orgId,
    ...(isFormer(slug, primary) ? { pnet_slugs: [...(record.pnet_slugs ?? []), slug as string] } : {}),
  }
}

/** Whether the slug that was asked for is not the one the page goes by now. */
const isFormer = (employer: string | null, now: string | null) =>
  employer !== null && now !== null && normalizeSlug(now) !== normalizeSlug(employer)

function difference(
  identity: Identity,
  answered: Identity,
  alike: (a: string, b: string) => number,
): string | undefined {
  const ids = compared(sameSort(identity.ids, answered.ids), answered.ids)
  if (ids === 'other') return 'it answers about another id'
  const slugs = compared(identity.slugs, answered.slugs)
  if (ids === 'same' || slugs === 'same') return undefined
  if (slugs === 'other') return 'it answers about another slug'
  const domains = compared(identity.domains, answered.domains)
  if (domains === 'same') return undefined
  if (domains === 'other') return 'it answers about another domain'
  const isAsked = identity.ids.size + identity.slugs.size + identity.domains.size > 0
  const isNamed = answered.ids.size + answered.slugs.size + answered.domains.size > 0
  if (isAsked && isNamed) return 'its answer does not identify the requested subject'
  const [names, others] = [identity.names, answered.names]
  if (names.length === 0 || others.length === 0) return undefined
  const isAlike = names.some((name) => others.some((other) => alike(name, other) > 0))
  return isAlike ? undefined : 'it answers about another name'
}

/** Undefined where one side has none. */
function compared(
  expected: ReadonlySet<string>,
  answered: ReadonlySet<string>,
): 'same' | 'other' | undefined {
  if (expected.size === 0 || answered.size === 0) return undefined
  return [...answered].some((each) => expected.has(each)) ? 'same' : 'other'
}

/** Members have numbers and ids of letters: of two sorts nothing follows. */
function sameSort(expected: ReadonlySet<string>, answered: ReadonlySet<string>): Set<string> {
  const sorts = new Set([...answered].map(isNumber))
  return new Set([...expected].filter((id) => sorts.has(isNumber(id))))
}

const isNumber = (id: string) => /^\d+$/.test(id)

function personIdentity(records: readonly Partial<NativePerson>[]): Identity {
  const slugs = records.flatMap((each) => [each.primary_slug, ...(each.slugs ?? []), readPage(each.url).slug])
  const ids = records.flatMap((each) => [
    each.user_id,
    each.entity_urn,
    readPage(each.url).id,
    ...(each.entity_urns ?? []),
  ])
  return {
    slugs: new Set(nonEmpty(slugs).map(normalizeSlug)),
    // `urn:…:ACoAA…` and `ACoAA…` are one.
    ids: new Set(nonEmpty(ids).map((id) => id.slice(id.lastIndexOf(':') + 1))),
    domains: new Set(),
    names: nonEmpty(records.map(({ name }) => name)),
  }
}

function companyIdentity(records: readonly Partial<NativeCompany>[]): Identity {
  const slugs = records.flatMap((each) => [each.pnet_primary_slug, ...(each.pnet_slugs ?? [])])
  const domains = nonEmpty(records.flatMap((each) => each.domains ?? []))
  return {
    slugs: new Set(nonEmpty(slugs).map(normalizeSlug)),
    ids: new Set(nonEmpty(records.map((each) => each.li_org_id)).map((id) => id.replace(/^0+(?=\d)/, ''))),
    domains: new Set(nonEmpty(domains.map(registered))),
    names: nonEmpty(records.flatMap((each) => [each.preferred_name, ...(each.names ?? [])])).slice(
      0,
      maxNames,
    ),
  }
}

function registered(text: string): string | undefined {
  const host = normalizeDomain(text)
  return host && (registrableDomain(host) ?? host)
}

/** The identifier in a page's address, whichever host it is at. */
const readPage = (url: string | null | undefined): { slug?: string; id?: string } => pageNamedBy(url) ?? {}

const nonEmpty = (texts: readonly (string | null | undefined)[]) =>
  texts.filter((text): text is string => text !== null && text !== undefined && text.trim() !== '')
