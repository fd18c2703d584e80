import {
  findOrigin,
  findProvenance,
  nameEntry,
  sharedEntries,
  unitedEntrySources,
  type Confirmation,
  type CorpusKind,
  type EntrySources,
  type Sealed,
  type Split,
} from '../kinds/index.ts'
import type { Entity } from './merge.ts'

/** Statements of one source about an entity. */
export interface SourceLines {
  source: string
  /** Whether what the source says is made up, so that it goes even where another source repeated it. */
  isMadeUp?: boolean | undefined
  /** When the entity was last observed, ISO 8601. */
  observedAt?: string
  /** When other sources spoke of the entity, as far as it is known. */
  sightings?: readonly Pick<Confirmation, 'source' | 'observedAt' | 'confidence'>[]
  lines: readonly Pick<Split, 'members' | 'emails' | 'phoneNumbers' | 'externalIds'>[]
}

/**
 * An entity without what a source has said of it: members of its provenance, its values in lists that grow, list
 * entries that others have completed, and its identifiers, even where another source repeated them. Undefined when
 * other sources know the entity by nothing else.
 */
export function withoutSource(
  kind: CorpusKind,
  { id, members, sealed }: Entity & { id: string },
  { source, lines, sightings = [], observedAt = '', isMadeUp = false }: SourceLines,
): Entity | undefined {
  const others = otherEntrySources(sealed, source)
  if (sealed.provenance.every((entry) => entry.source === source) && Object.keys(others).length === 0)
    return undefined
  const noted = isMadeUp ? {} : sealed
  const own = lines.map((line) => withoutShared(kind, noted, { id, source, line }))
  const records = own.map(({ members: record }) => record)
  const { hasEntry, isOnlyOwn } = sharedEntries(noted, source)
  const isClear = [...sealed.provenance, ...sightings].every(
    (each) => each.source === source || others[each.source] !== undefined,
  )
  const isFrom = (name: string) =>
    findOrigin(kind, sealed, { member: name, record: members })?.source === source
  const remaining: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(members)) {
    const values = records.map((record) => record[name])
    if (kind.maps.includes(name)) remaining[name] = entriesOfOthers({ members, sealed }, name, source)
    else if (kind.union.includes(name)) remaining[name] = withoutValues(value, values)
    else if (kind.own.includes(name) && values.includes(value)) continue
    else if (isFrom(name)) {
      if (isMadeSlug(kind, { id, name, value })) continue
      const left = [value].flat().filter((entry) => hasEntry(name, entry))
      if (left.length > 0) remaining[name] = Array.isArray(value) ? left : value
    } else {
      const left = withoutEntries(value, values)
      const isTold = isClear && kind.listed.includes(name) && Array.isArray(left)
      remaining[name] = isTold ? left.filter((entry) => !isOnlyOwn(name, entry)) : left
    }
  }
  keepName(kind, remaining)
  const tokens = new Set(
    own.flatMap(({ members: record, ...line }) => kind.identifiers(record, { ...line, provenance: [] })),
  )
  const rest = { members: remaining, sealed: sealedWithout(sealed, { source, lines: own, tokens }) }
  const entity = withEntrySources(kind, rest, { others, sightings, observedAt })
  return listIdentifiers(kind, entity).some((token) => !tokens.has(token)) ? entity : undefined
}

type SourceLine = SourceLines['lines'][number]

/** A line as a record, without entries that another source says as well. */
function withoutShared(
  kind: CorpusKind,
  sealed: Pick<Sealed, 'entrySources'>,
  { id, source, line }: { id: string; source: string; line: SourceLine },
): SourceLine {
  const members: Record<string, unknown> = { ...kind.complete(line.members, id) }
  if (sealed.entrySources === undefined) return { ...line, members }
  const { hasEntry, hasPair, hasText } = sharedEntries(sealed, source)
  const withoutPairs = (name: string, map: object) =>
    Object.fromEntries(Object.entries(map).filter(([key, entry]) => !hasPair(name, key, entry)))
  for (const name of [...kind.union, ...kind.listed]) {
    const value = members[name]
    if (Array.isArray(value)) members[name] = value.filter((entry) => !hasEntry(name, entry))
    else if (typeof value === 'object' && value !== null) members[name] = withoutPairs(name, value)
  }
  for (const name of kind.own)
    if (hasEntry(name, members[name]) && !isMadeSlug(kind, { id, name, value: members[name] }))
      members[name] = null
  return {
    members,
    emails: line.emails.filter(({ email }) => !hasText('emails', email.toLowerCase())),
    phoneNumbers: line.phoneNumbers.filter(({ number }) => !hasText('phone_numbers', number)),
    externalIds: withoutPairs('external_ids', line.externalIds) as Record<string, string>,
  }
}

/** What was noted of sources that have entries, but one. */
const otherEntrySources = ({ entrySources = {} }: Sealed, source: string): EntrySources =>
  Object.fromEntries(Object.entries(entrySources).filter(([name]) => name !== source))

/** Whether a slug was made of the entity's id, so that no source says it. */
const isMadeSlug = (
  { isNamedById, blocking }: CorpusKind,
  { id, name, value }: { id: string; name: string; value: unknown },
): boolean =>
  isNamedById === true &&
  name === 'primary_slug' &&
  blocking?.hasPage({ primary_slug: value, slugs: [] }, id) === false

/**
 * The entity with what is noted of others: who says its entries, and where its lists are from now, the source that spoke last
 * first. It stays noted where a single source remains, so that a removal that is repeated knows what that one says.
 */
function withEntrySources(
  kind: CorpusKind,
  { members, sealed }: Entity,
  {
    others,
    sightings,
    observedAt,
  }: { others: EntrySources; sightings: NonNullable<SourceLines['sightings']>; observedAt: string },
): Entity {
  const { entrySources, ...rest } = sealed
  if (entrySources === undefined) return { members, sealed }
  const noted = unitedEntrySources(kind, { members, sealed: rest }, [others])
  const provenance = [...rest.provenance]
  const hasOrigin = (name: string) => {
    const origin = findProvenance({ provenance }, name, members[name])
    if (origin === undefined || origin.members.includes(name)) return origin !== undefined
    const own = noted[origin.source]
    return own === undefined || own[name] !== undefined
  }
  const newestFirst = <Each extends { observedAt: string }>(list: readonly Each[]) =>
    list.toSorted((a, b) => (a.observedAt < b.observedAt ? 1 : -1))
  const statements = newestFirst([...sightings, ...rest.provenance])
  const sources = Object.keys(noted).map((source) => ({
    source,
    newest: statements.find((each) => each.source === source),
  }))
  const inOrder = sources.toSorted((a, b) =>
    (a.newest?.observedAt ?? '') < (b.newest?.observedAt ?? '') ? 1 : -1,
  )
  for (const { source, newest } of inOrder) {
    const names = Object.keys(noted[source] ?? {}).filter((name) => name in members && !hasOrigin(name))
    if (names.length === 0) continue
    const at = { observedAt: newest?.observedAt ?? observedAt, confidence: newest?.confidence ?? 1 }
    provenance.push({ source, ...at, members: names })
  }
  const isNoted = Object.keys(noted).length > 0
  return { members, sealed: { ...rest, provenance, ...(isNoted && { entrySources: noted }) } }
}

/** A record whose name the source replaced goes on under one of those that others gave. */
function keepName({ naming, union }: CorpusKind, members: Record<string, unknown>): void {
  if (!naming.includes('preferred_name') || !union.includes('names')) return
  const [name] = (members['names'] as string[] | null | undefined) ?? []
  if (name !== undefined) members['preferred_name'] ??= name
}

/** The entries of a map that are from other sources; null where none is. */
function entriesOfOthers({ members, sealed }: Entity, name: string, source: string): object | null {
  const entries = Object.entries(members[name] ?? {}).filter(
    ([key, value]) => findProvenance(sealed, nameEntry(name, key), value)?.source !== source,
  )
  return entries.length === 0 ? null : Object.fromEntries(entries)
}

/** A list or map that grows, without the values that a source has given. */
function withoutValues(value: unknown, withdrawn: readonly unknown[]): unknown {
  if (Array.isArray(value)) return withoutEqual(value, withdrawn)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([key, own]) => !withdrawn.some((map) => (map as Record<string, unknown> | null)?.[key] === own),
  )
  return Object.fromEntries(entries)
}

/**
 * Objects equal in every member are one source's entry, whose list another has completed; equal words may be from
 * both.
 */
function withoutEntries(value: unknown, withdrawn: readonly unknown[]): unknown {
  const isOfObjects = Array.isArray(value) && value.some((entry) => typeof entry === 'object')
  return isOfObjects ? withoutEqual(value, withdrawn) : value
}

function withoutEqual(list: readonly unknown[], withdrawn: readonly unknown[]): unknown[] {
  const there = new Set(
    withdrawn.flatMap((each) => (Array.isArray(each) ? each : [])).map((entry) => JSON.stringify(entry)),
  )
  return list.filter((entry) => !there.has(JSON.stringify(entry)))
}

function sealedWithout(
  sealed: Sealed,
  { source, lines, tokens }: SourceLines & { tokens: ReadonlySet<string> },
): Sealed {
  const emails = new Set(lines.flatMap((line) => line.emails.map(({ email }) => email.toLowerCase())))
  const numbers = new Set(lines.flatMap((line) => line.phoneNumbers.map(({ number }) => number)))
  const { stateKept: _state, ...rest } = sealed
  return {
    ...rest,
    emails: sealed.emails.filter(({ email }) => !emails.has(email.toLowerCase())),
    phoneNumbers: sealed.phoneNumbers.filter(({ number }) => !numbers.has(number)),
    externalIds: Object.fromEntries(
      Object.entries(sealed.externalIds).filter(
        ([name, value]) => !lines.some(({ externalIds }) => externalIds[name] === value),
      ),
    ),
    ...(sealed.aliases && { aliases: sealed.aliases.filter((token) => !tokens.has(token)) }),
    provenance: sealed.provenance.filter((entry) => entry.source !== source),
  }
}

/** Drops a slug of our making. */
function listIdentifiers(kind: CorpusKind, { members, sealed }: Entity): string[] {
  const own = kind.isNamedById === true ? { primary_slug: '', ...members } : members
  return kind.identifiers(kind.complete(own, '0'), sealed).filter((token) => token !== 'slug:')
}
