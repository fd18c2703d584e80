import {
  findProvenance,
  nameEntry,
  type CorpusKind,
  type Provenance,
  type Sealed,
  type Split,
} from '../kinds/index.ts'
import { Ties, type KnownEntity } from './ties.ts'

/** A record with what is sealed beside it: what is stored of one entity. */
export interface Entity {
  members: Record<string, unknown>
  sealed: Sealed
}

/** An entity after a line was laid over it. */
export interface LaidEntity extends Entity {
  /** Members of which another value of the same import stays. */
  lost: readonly string[]
}

export const emptySealed = (): Sealed => ({ emails: [], phoneNumbers: [], externalIds: {}, provenance: [] })

/**
 * Lays a new observation over a stored entity. A member is replaced when the observation is at least as new as the
 * member's, or when it has none. A member that the observation leaves out, or gives as null, stays; an empty list
 * says that there are none. Lists of names, slugs and domains grow, and maps of several sources are laid entry by entry. A
 * member worked out from another goes when that one is replaced. Where the newer of the two says less than it seems to (`laidOver`), it completes the older one.
 * What rows of one import say differently is a tie (`ties.ts`).
 */
export function mergeEntity(
  kind: MergedKind,
  prior: KnownEntity | undefined,
  split: Split,
  observation: Provenance,
): LaidEntity {
  const sealed = prior === undefined ? emptySealed() : structuredClone(prior.sealed)
  // The caller decides whether the state lasts.
  delete sealed.stateKept
  if (split.apart !== undefined)
    sealed.apart = [...new Set([...(sealed.apart ?? []), ...split.apart])].toSorted()
  const merge: Merge = {
    kind,
    prior,
    observation,
    members: { ...prior?.members },
    sealed,
    ties: new Ties(prior, sealed, observation),
    accepted: [],
    dropped: [],
  }
  const over = prior && kind.laidOver?.(split.members, prior.members)
  for (const [name, value] of Object.entries({ ...split.members, ...over })) layMember(merge, name, value)
  extendMembers(merge, split)
  const completed = completeNewer(merge, split)
  dropDerived(merge, completed)
  uniteContacts(sealed, split, { observedAt: observation.observedAt, ties: merge.ties })
  const { accepted, dropped, members, ties } = merge
  recordProvenance(
    sealed,
    { accepted, dropped, empty: accepted.filter((name) => isEmptyList(split.members[name])) },
    observation,
  )
  return { members, sealed, lost: ties.lost }
}

type MergedKind = Pick<CorpusKind, 'union' | 'maps' | 'derived' | 'own' | 'complete' | 'laidOver'>

/** An observation on its way into an entity. */
interface Merge {
  kind: MergedKind
  prior: KnownEntity | undefined
  observation: Provenance
  /** The entity's members, as far as the observation has been laid over them. */
  members: Record<string, unknown>
  sealed: Sealed
  ties: Ties
  /** Members that are from the observation now. */
  accepted: string[]
  /** Entries of maps that are no longer there. */
  dropped: string[]
}

/** When the stored value of a member was observed; '' where there is none. */
const findDate = ({ sealed, prior }: Merge, name: string) =>
  findProvenance(sealed, name, prior?.members[name])?.observedAt ?? ''

/** Whether the stored value of a member is no newer than the observation, or there is none. */
const isOlder = (merge: Merge, name: string) => findDate(merge, name) <= merge.observation.observedAt

/**
 * Whether a member without a date of its own is worked out from one that is newer than the observation. Had the observation
 * come first, its value would have been dropped by now.
 */
function isOutdated(merge: Merge, name: string): boolean {
  const from = merge.kind.derived[name]
  return from !== undefined && findDate(merge, name) === '' && !isOlder(merge, from)
}

function layMember(merge: Merge, name: string, value: unknown): void {
  const { kind, members, sealed, accepted, ties } = merge
  if (value === null || value === undefined) return
  const isMerged = (sealed.aliases ?? []).length > 0
  if (isMerged && kind.own.includes(name) && (members[name] ?? null) !== null) return
  if (isOutdated(merge, name)) return
  if (kind.maps.includes(name)) return layEntries(merge, name, value as Record<string, unknown>)
  const isUnion = kind.union.includes(name)
  if (isUnion && !Array.isArray(value) && typeof value === 'object') {
    members[name] = uniteMap(members[name], value, (key, own) => ties.member(name, own, key) === 'newer')
    if (isOlder(merge, name)) accepted.push(name)
    return
  }
  const isNewer = !(isUnion && addsNothing(merge, name, value)) && ties.member(name, value) === 'newer'
  if (isUnion) members[name] = unite(members[name], value, isNewer)
  else if (isNewer) members[name] = value
  if (isNewer) accepted.push(name)
}

/**
 * Lays a map over the stored one, entry by entry. What the source said of it before and no longer says goes, and what a newer
 * line of the source had left out does not come back.
 */
function layEntries(merge: Merge, name: string, value: Readonly<Record<string, unknown>>): void {
  const { prior, sealed, observation, ties, members, accepted, dropped } = merge
  const current = (prior?.members[name] ?? {}) as Readonly<Record<string, unknown>>
  const own = Object.keys(current).flatMap((key) => {
    const origin = findProvenance(sealed, nameEntry(name, key), current[key])
    return origin?.source === observation.source ? [{ key, observedAt: origin.observedAt }] : []
  })
  const isWhole = prior?.isPart !== true
  const isLate = isWhole && own.some(({ observedAt }) => observedAt > observation.observedAt)
  const laid: Record<string, unknown> = { ...current }
  for (const { key, observedAt } of own) {
    if (!isWhole || Object.hasOwn(value, key) || observedAt >= observation.observedAt) continue
    delete laid[key]
    dropped.push(nameEntry(name, key))
  }
  for (const [key, entry] of Object.entries(value)) {
    const isAccepted = current[key] === undefined ? !isLate : ties.member(name, entry, key) === 'newer'
    if (!isAccepted) continue
    laid[key] = entry
    accepted.push(nameEntry(name, key))
  }
  members[name] = laid
}

/** Adds what a line has to add to lists that it does not replace. */
function extendMembers(merge: Merge, split: Split): void {
  const { prior, members, accepted } = merge
  const extended = split.extend?.(prior?.members ?? {}, (name) => isOlder(merge, name)) ?? {}
  for (const [name, value] of Object.entries(extended)) {
    if (JSON.stringify(value) === JSON.stringify(members[name])) continue
    members[name] = value
    accepted.push(name)
  }
}

/** Completes newer members by what an older observation says; they stay as new as they were. Answers their names. */
function completeNewer(merge: Merge, split: Split): string[] {
  const { kind, prior, members } = merge
  const under = prior && kind.laidOver?.(prior.members, split.members)
  const completed = Object.keys(under ?? {}).filter((name) => !isOlder(merge, name))
  for (const name of completed) members[name] = under?.[name]
  return completed
}

/** Drops members that are worked out from one that changed, unless the observation gave them. */
function dropDerived(merge: Merge, completed: readonly string[]): void {
  const { kind, prior, members, accepted } = merge
  for (const name of derivedFrom(kind, [...accepted, ...completed]))
    if (!accepted.includes(name) && (isOlder(merge, name) || isWorkedOut(kind, prior?.members, name)))
      delete members[name]
}

/**
 * Whether a list adds no entry and its order means nothing. The order of names never does, since the preferred one
 * comes first, and that of other lists does not within one date.
 */
function addsNothing(merge: Merge, name: string, value: unknown): boolean {
  const isOrderless = name === 'names' || findDate(merge, name) === merge.observation.observedAt
  const current = merge.members[name]
  if (!isOrderless || !Array.isArray(value) || !Array.isArray(current)) return false
  return value.every((entry) => current.includes(entry))
}

/** Members that are worked out from others. */
const derivedFrom = ({ derived }: Pick<CorpusKind, 'derived'>, others: readonly string[]): string[] =>
  Object.keys(derived).filter((name) => others.includes(derived[name] as string))

/** Lays the contacts and outside ids of an observation over the stored ones. */
function uniteContacts(
  sealed: Sealed,
  split: Split,
  { observedAt, ties }: { observedAt: string; ties: Ties },
) {
  const { emails, phoneNumbers, externalIds } = sealed
  const better = split.emails.filter((entry) => {
    const current = emails.find(({ email }) => email.toLowerCase() === entry.email.toLowerCase())
    return current === undefined || ties.isBetter(`emails.${entry.email.toLowerCase()}`, entry, current)
  })
  sealed.emails = unitedEmails(emails, better, observedAt)
  const numbers = split.phoneNumbers.filter((entry) => {
    const current = phoneNumbers.find(({ number }) => number === entry.number)
    return current === undefined || ties.isBetter(`phone_numbers.${entry.number}`, entry, current)
  })
  sealed.phoneNumbers = distinctBy([...phoneNumbers, ...numbers], (entry) => entry.number)
  const ids = Object.entries(split.externalIds).filter(([source, id]) => {
    const current = externalIds[source]
    return (
      current === undefined ||
      current === id ||
      ties.isBetter(`external_ids.${source}`, { id }, { id: current })
    )
  })
  sealed.externalIds = { ...externalIds, ...Object.fromEntries(ids) }
}

/** Each address once. Of two checks of one address the later counts, whichever came first. */
export function unitedEmails(
  current: Sealed['emails'],
  added: Sealed['emails'],
  observedAt: string,
): Sealed['emails'] {
  if (added.length === 0) return current
  const entries = added.map((entry) => {
    return entry.status ? { ...entry, status_at: readCheckedAt(entry) ?? observedAt } : entry
  })
  const byAddress = new Map<string, Sealed['emails'][number]>()
  for (const entry of [...current, ...entries]) {
    const key = entry.email.toLowerCase()
    const other = byAddress.get(key)
    const isChecked =
      other?.status && (!entry.status || (entry.status_at ?? '') < (readCheckedAt(other) ?? ''))
    const { status } = isChecked ? other : entry
    const checkedAt = readCheckedAt(isChecked ? other : entry)
    byAddress.set(key, status ? { ...entry, status, ...(checkedAt && { status_at: checkedAt }) } : entry)
  }
  return [...byAddress.values()]
}

/** When an address was checked, where it says so. ISO 8601. */
function readCheckedAt({ status_at, observed_at }: Sealed['emails'][number]): string | undefined {
  const ms = Date.parse(status_at ?? observed_at ?? '')
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}

/** Whether a member follows from the others. It is then as old as they are, whatever the record's provenance says. */
function isWorkedOut(
  { complete }: Pick<CorpusKind, 'complete'>,
  current: Readonly<Record<string, unknown>> | undefined,
  name: string,
): boolean {
  if ((current?.[name] ?? null) === null) return false
  return JSON.stringify(complete({ ...current, [name]: null }, '0')[name]) === JSON.stringify(current?.[name])
}

/**
 * Attributes members that an observation changed without giving them (offices, when the headquarters move) to that
 * observation. Members of `derived` are attributed where the member is that they come from.
 */
export function nameChanged(
  { derived, maps }: Pick<CorpusKind, 'derived' | 'maps'>,
  sealed: Sealed,
  { before, after }: Record<'before' | 'after', Readonly<Record<string, unknown>>>,
  observation: Provenance,
): void {
  const changed = Object.keys(after).filter((name) => {
    const value = after[name] ?? null
    if (value === null || name in derived || maps.includes(name)) return false
    const entry = findProvenance(sealed, name, value)
    if (entry === undefined || sameOrigin(entry, observation) || entry.observedAt > observation.observedAt)
      return false
    return JSON.stringify(value) !== JSON.stringify(before[name])
  })
  recordProvenance(sealed, { accepted: changed, dropped: [], empty: [] }, observation)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

function recordProvenance(
  sealed: Sealed,
  {
    accepted,
    dropped,
    empty,
  }: { accepted: readonly string[]; dropped: readonly string[]; empty: readonly string[] },
  observation: Provenance,
): void {
  if (accepted.length === 0 && dropped.length === 0) return
  if (sealed.provenance.length === 0) {
    sealed.provenance.push({ ...observation, members: [] })
    // The members are named, because an empty list alone does not tell "none" from "unknown" later.
    if (empty.length > 0) sealed.provenance.push({ ...observation, members: [...empty] })
    return
  }
  const moved = new Set([...accepted, ...dropped])
  const entries = sealed.provenance.flatMap((entry) => {
    const members = entry.members.filter((member) => !moved.has(member))
    return entry.members.length > 0 && members.length === 0 ? [] : [{ ...entry, members }]
  })
  const same = entries.find((entry) => entry.members.length > 0 && sameOrigin(entry, observation))
  if (same === undefined)
    entries.push(...(accepted.length > 0 ? [{ ...observation, members: [...accepted] }] : []))
  else same.members.push(...accepted)
  sealed.provenance = entries
}

function sameOrigin(a: Provenance, b: Provenance): boolean {
  return a.source === b.source && a.observedAt === b.observedAt && a.confidence === b.confidence
}

/** Newest first, nothing twice. */
function unite(current: unknown, added: unknown, isNewer: boolean): unknown {
  if (!Array.isArray(added)) return isNewer ? added : current
  const old: unknown[] = Array.isArray(current) ? current : []
  // A list that begins like the stored one only adds to it, so that rows which end differently do not take turns.
  const isFirst = isNewer && old[0] !== added[0]
  return [...new Set(isFirst ? [...added, ...old] : [...old, ...added])]
}

/** Unites maps by key, in the order of the stored one, so that repeating changes nothing. The newer value wins. */
function uniteMap(
  current: unknown,
  added: object,
  isNewer: (key: string, value: unknown) => boolean,
): object {
  const united = { ...(current as Record<string, unknown> | null | undefined) }
  for (const [key, value] of Object.entries(added))
    if (united[key] === undefined || isNewer(key, value)) united[key] = value
  return united
}

function distinctBy<T>(entries: readonly T[], key: (entry: T) => string): T[] {
  return [...new Map(entries.map((entry) => [key(entry), entry] as const)).values()]
}
