import { hash } from 'node:crypto'
import { stableStringify } from '../../lib/stable-json.ts'
import type { AnyKind } from './define-kind.ts'
import { findProvenance, nameEntry } from './provenance.ts'
import type { EntrySources, Sealed } from './sealed.ts'

/** What a record or a line says in members that have entries. */
export interface Entries {
  members: Readonly<Record<string, unknown>>
  sealed: Pick<Sealed, 'emails' | 'phoneNumbers' | 'externalIds'>
}

/** An entity with what is sealed beside it, and who spoke of it as far as its provenance has forgotten them. */
interface SpokenOf {
  members: Entries['members']
  sealed: Sealed
  sighted?: readonly { source: string }[] | undefined
}

type ListKind = Pick<AnyKind, 'union' | 'listed' | 'own'>

/** One in 2^36 pairs of entries of a member looks alike. */
const digestLength = 6

const digest = (text: string): string => hash('sha256', text, 'base64url').slice(0, digestLength)

/** The same whatever the order of members, which the log of merges does not keep. */
const textOf = (entry: unknown): string => stableStringify(entry ?? null)

/** The entries of a list or map, as texts that are equal where the entries are. A value that is neither is one entry. */
function textsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map((entry) => textOf(entry))
  if (value === undefined || value === null || value === '') return []
  if (typeof value !== 'object') return [textOf(value)]
  return Object.entries(value).map(([key, entry]) => mapText(key, entry))
}

const mapText = (key: string, entry: unknown): string => textOf([key, entry])

/** The entries that there are, as digests, by member. */
function digestsOf({ union, listed, own }: ListKind, { members, sealed }: Entries): Map<string, Set<string>> {
  const { emails, phoneNumbers, externalIds } = sealed
  const texts = new Map<string, string[]>()
  for (const name of [...union, ...listed, ...own]) texts.set(name, textsOf(members[name]))
  texts.set('external_ids', [...(texts.get('external_ids') ?? []), ...textsOf(externalIds)])
  texts.set(
    'emails',
    emails.map(({ email }) => email.toLowerCase()),
  )
  texts.set(
    'phone_numbers',
    phoneNumbers.map(({ number }) => number),
  )
  return new Map([...texts].map(([name, all]) => [name, new Set(all.map(digest))]))
}

/** All entries of an entity, as what one source says. */
const allOf = (kind: ListKind, entity: Entries): Record<string, string[]> =>
  Object.fromEntries([...digestsOf(kind, entity)].map(([name, digests]) => [name, [...digests]]))

/** The one source that says entries of an entity; undefined where several do, or none. */
function onlySource(
  { union, listed, own }: ListKind,
  { provenance }: Pick<Sealed, 'provenance'>,
): string | undefined {
  const names = new Set([...union, ...listed, ...own])
  const speaks = ({ members }: { members: readonly string[] }) =>
    members.length === 0 || members.some((name) => names.has(name))
  const sources = new Set(provenance.filter(speaks).map(({ source }) => source))
  const [source] = sources
  return sources.size === 1 ? source : undefined
}

/**
 * Who says the entries of an entity. Of one that a single source made, that source says all. Of `sources` that spoke before
 * entries were noted it is not known what they said, so that it may be all.
 */
function entrySourcesOf(kind: ListKind, entity: SpokenOf, sources: readonly string[] = []): EntrySources {
  const { sealed, sighted = [] } = entity
  const { entrySources: noted = {} } = sealed
  const earlier = new Set([...sealed.provenance, ...sighted].map(({ source }) => source))
  const only = sealed.entrySources === undefined ? onlySource(kind, sealed) : undefined
  const whole = [only, ...sources.filter((source) => earlier.has(source))].filter(
    (source) => source !== undefined && noted[source] === undefined,
  )
  if (whole.length === 0) return noted
  const all = allOf(kind, entity)
  return { ...noted, ...Object.fromEntries(whole.map((source) => [source, all])) }
}

/**
 * Who says the entries of an entity, of several parts with sources. Entries that are no longer there are left out, and
 * sources of which none is there stay: it was noted what they say.
 */
export function unitedEntrySources(
  kind: ListKind,
  entity: Entries,
  parts: readonly EntrySources[],
): EntrySources {
  const sources = [...new Set(parts.flatMap((part) => Object.keys(part)))].toSorted()
  const there = [...digestsOf(kind, entity)].filter(([, digests]) => digests.size > 0)
  const united = sources.map((source) => {
    const members = there.flatMap(([name, digests]) => {
      const own = new Set(parts.flatMap((part) => part[source]?.[name] ?? [])).intersection(digests)
      return own.size === 0 ? [] : [[name, [...own].toSorted()] as const]
    })
    return [source, Object.fromEntries(members)] as const
  })
  return Object.fromEntries(united)
}

/** The same of an entity that is made of others; undefined where a single source made all of them. */
export function joinedEntrySources(
  kind: ListKind,
  entity: { members: Entries['members']; sealed: Sealed },
  parts: readonly SpokenOf[],
): EntrySources | undefined {
  const sources = [...new Set(parts.flatMap((part) => Object.keys(entrySourcesOf(kind, part))))]
  const isNoted = parts.some(({ sealed }) => sealed.entrySources !== undefined)
  if (!isNoted && sources.length < 2 && onlySource(kind, entity.sealed) === sources[0]) return undefined
  return unitedEntrySources(
    kind,
    entity,
    parts.map((part) => entrySourcesOf(kind, part, sources)),
  )
}

/**
 * The same once a merge is undone. A source that the merge brought says nothing any more. Of one that spoke of both, an entry
 * goes only where it is known that the state before did not have it from that source and the merged part did.
 */
export function undoneEntrySources(
  kind: ListKind,
  entity: { members: Entries['members']; sealed: Sealed },
  { before, brought }: { before: SpokenOf; brought: SpokenOf },
): EntrySources | undefined {
  const { entrySources } = entity.sealed
  if (entrySources === undefined) return undefined
  const [old, theirs] = [entrySourcesOf(kind, before), entrySourcesOf(kind, brought)]
  const speaks = ({ sealed }: SpokenOf, source: string) =>
    sealed.provenance.some((each) => each.source === source) || sealed.entrySources?.[source] !== undefined
  const remaining = Object.entries(entrySources).flatMap(([source, members]) => {
    if (!speaks(brought, source)) return [[source, members] as const]
    if (!speaks(before, source)) return []
    const [own, added] = [old[source], theirs[source]]
    if (own === undefined || added === undefined) return [[source, members] as const]
    const left = Object.entries(members).map(([name, digests]) => [
      name,
      digests.filter((each) => own[name]?.includes(each) === true || added[name]?.includes(each) !== true),
    ])
    return [[source, Object.fromEntries(left) as typeof members] as const]
  })
  const isOfOne = before.sealed.entrySources === undefined && remaining.length < 2
  if (isOfOne && onlySource(kind, entity.sealed) === remaining[0]?.[0]) return undefined
  return unitedEntrySources(kind, entity, [Object.fromEntries(remaining)])
}

/** The same once entries of the entity are gone. */
export function leftEntrySources(
  kind: ListKind,
  { members, sealed }: SpokenOf,
): Pick<Sealed, 'entrySources'> {
  const { entrySources } = sealed
  return entrySources === undefined
    ? {}
    : { entrySources: unitedEntrySources(kind, { members, sealed }, [entrySources]) }
}

/** The same after a source laid a line over an entity; `isAdding` where the line adds to lists, and replaces none. */
export function notedEntrySources(
  kind: ListKind,
  entity: { members: Entries['members']; sealed: Sealed },
  { prior, line, source, isAdding }: { prior: SpokenOf; line: Entries; source: string; isAdding: boolean },
): EntrySources | undefined {
  if (prior.sealed.entrySources === undefined && onlySource(kind, prior.sealed) === source) return undefined
  const before = entrySourcesOf(kind, prior, [source])
  const added = isAdding ? addedEntries(kind, entity, { prior, before, source }) : []
  return unitedEntrySources(kind, entity, [before, { [source]: allOf(kind, line) }, ...added])
}

/**
 * Who says what a line added to lists: its source, and of entries that it completed those as well that said them before. Which
 * of several it completed is not known, so that each may be.
 */
function addedEntries(
  kind: ListKind,
  entity: Entries,
  { prior, before, source }: { prior: Entries; before: EntrySources; source: string },
): EntrySources[] {
  const [was, is] = [digestsOf(kind, prior), digestsOf(kind, entity)]
  return kind.listed.flatMap((name) => {
    const [old, now] = [was, is].map((all) => all.get(name) ?? new Set<string>()) as [
      Set<string>,
      Set<string>,
    ]
    const [added, replaced] = [[...now.difference(old)], old.difference(now)]
    const completed = Object.keys(before).filter((each) =>
      before[each]?.[name]?.some((text) => replaced.has(text)),
    )
    return [source, ...completed].map((each) => ({ [each]: { [name]: added } }))
  })
}

/** Tells whether another source than one says an entry, too; and whether that one alone does, where all say what they do. */
export function sharedEntries(
  { entrySources = {} }: Pick<Sealed, 'entrySources'>,
  source: string,
): {
  hasEntry(name: string, entry: unknown): boolean
  isOnlyOwn(name: string, entry: unknown): boolean
  hasPair(name: string, key: string, entry: unknown): boolean
  hasText(name: string, text: string): boolean
} {
  const others = Object.entries(entrySources).flatMap(([name, members]) => (name === source ? [] : [members]))
  const digests = new Map<string, Set<string>>()
  for (const members of others)
    for (const [name, all] of Object.entries(members))
      digests.set(name, (digests.get(name) ?? new Set()).union(new Set(all)))
  const hasText = (name: string, text: string) => digests.get(name)?.has(digest(text)) === true
  const hasEntry = (name: string, entry: unknown) => hasText(name, textOf(entry))
  const own = entrySources[source] ?? {}
  return {
    hasEntry,
    isOnlyOwn: (name, entry) => own[name]?.includes(digest(textOf(entry))) === true && !hasEntry(name, entry),
    hasPair: (name, key, entry) => hasText(name, mapText(key, entry)),
    hasText,
  }
}

/**
 * The sources of each entry of a member, by its index in the list or its key in the map; undefined where the member has no
 * entries, or one source says all of the record. An entry without sources is from before they were noted.
 */
export function entrySourcesIn(
  kind: ListKind & Pick<AnyKind, 'maps'>,
  sealed: Pick<Sealed, 'provenance' | 'entrySources'>,
  { member, value, source }: { member: string; value: unknown; source: string },
): Record<string, string[]> | undefined {
  if (kind.maps.includes(member)) {
    const entries = Object.entries(value ?? {}).map(([key, entry]) => {
      const origin = findProvenance(sealed, nameEntry(member, key), entry)
      return [key, origin === undefined ? [] : [origin.source]] as const
    })
    return entries.length === 0 ? undefined : Object.fromEntries(entries)
  }
  const isListed = kind.listed.includes(member)
  const { entrySources } = sealed
  if (entrySources === undefined || !(isListed || kind.union.includes(member))) return undefined
  const keys = Array.isArray(value) ? value.map((_entry, index) => String(index)) : Object.keys(value ?? {})
  const texts = textsOf(value)
  const entries = keys.map((key, index) => {
    const text = digest(texts[index] ?? '')
    const sources = Object.keys(entrySources).filter((each) => entrySources[each]?.[member]?.includes(text))
    // An entry that two sources completed is equal to neither's, and goes by the member.
    return [key, sources.length === 0 && isListed ? [source] : sources] as const
  })
  return Object.fromEntries(entries)
}
