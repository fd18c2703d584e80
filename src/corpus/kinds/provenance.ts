import type { AnyKind } from './define-kind.ts'
import type { Provenance, Sealed } from './sealed.ts'

/** That a source spoke of an entity, when, and of which members. What it said may be old, new, or known already. */
export interface Sighting {
  /** Entity id, decimal. */
  id: string
  source: string
  /** ISO 8601. */
  observedAt: string
  members: readonly string[]
}

/** A sighting that repeats what is known: nothing changes, but the members are as true as on that day. */
export interface Confirmation extends Sighting, Provenance {
  members: string[]
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** How provenance names an entry of a member whose entries have origins of their own (`maps` of a kind). */
export const nameEntry = (member: string, key: string): string => `${member}.${key}`

/** The member that a name in provenance is of. */
export const memberOf = (name: string): string => name.split('.', 1)[0] as string

/** The value of a member, or of an entry of one. */
export function valueOf(members: Readonly<Record<string, unknown>>, name: string): unknown {
  const member = memberOf(name)
  if (member === name) return members[name]
  return (members[member] as Record<string, unknown> | null | undefined)?.[name.slice(member.length + 1)]
}

/**
 * Where the value of a member, or of an entry of one, is from; undefined when there is none. Stored lists are empty where
 * unknown. An entry that is not named is from where its member is. A member with named entries is from where the newest is.
 */
export function findProvenance(
  { provenance }: Pick<Sealed, 'provenance'>,
  member: string,
  value: unknown,
): (Provenance & { members: string[] }) | undefined {
  if (isMap(value) && hasEntries(provenance, member)) {
    const origins = Object.entries(value).map(([key, entry]) =>
      findProvenance({ provenance }, nameEntry(member, key), entry),
    )
    return origins.toSorted((a, b) => ((a?.observedAt ?? '') < (b?.observedAt ?? '') ? 1 : -1))[0]
  }
  const named = provenance.find((entry) => entry.members.includes(member))
  if (named !== undefined || value === null || value === undefined || isEmptyList(value)) return named
  const whole = memberOf(member)
  const ofWhole = whole === member ? undefined : provenance.find((entry) => entry.members.includes(whole))
  return ofWhole ?? provenance.find((entry) => entry.members.length === 0)
}

const isMap = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasEntries = (provenance: Sealed['provenance'], member: string): boolean =>
  provenance.some((entry) => entry.members.some((name) => name.startsWith(`${member}.`)))

/** The same for a member that may be worked out from another one, whose provenance then counts. */
export function findOrigin(
  { derived }: Pick<AnyKind, 'derived'>,
  sealed: Pick<Sealed, 'provenance'>,
  { member, record }: { member: string; record: Readonly<Record<string, unknown>> },
): Provenance | undefined {
  const from = derived[member]
  const isNamed = sealed.provenance.some((entry) => entry.members.includes(member))
  const decides = from === undefined || isNamed || (record[from] ?? null) === null ? member : from
  return findProvenance(sealed, decides, record[decides])
}

/** Provenance once confirmations count: a member is as fresh as the last time it was said. */
export function withConfirmations(
  { maps }: Pick<AnyKind, 'maps'>,
  { members, sealed }: { members: Readonly<Record<string, unknown>>; sealed: Pick<Sealed, 'provenance'> },
  confirmations: readonly Confirmation[],
): Sealed['provenance'] {
  let now = sealed.provenance
  for (const { id: _entity, members: memberNames, ...observation } of confirmations) {
    const names = memberNames.flatMap((name) =>
      maps.includes(name) ? entriesOf(now, { name, value: members[name], source: observation.source }) : name,
    )
    const fresher = names.filter((name) => {
      const entry = findProvenance({ provenance: now }, name, valueOf(members, name))
      return entry !== undefined && entry.observedAt < observation.observedAt
    })
    if (fresher.length === 0) continue
    const freshMembers = new Set(fresher)
    const entries = now.flatMap((entry) => {
      const rest = entry.members.filter((member) => !freshMembers.has(member))
      return entry.members.length > 0 && rest.length === 0 ? [] : [{ ...entry, members: rest }]
    })
    now = [...entries, { ...observation, members: fresher }]
  }
  return now
}

/** The entries of a map that a source gave: it confirms no others. */
function entriesOf(
  provenance: Sealed['provenance'],
  { name, value, source }: { name: string; value: unknown; source: string },
): string[] {
  return Object.entries(value ?? {}).flatMap(([key, entry]) => {
    const origin = findProvenance({ provenance }, nameEntry(name, key), entry)
    return origin?.source === source ? [nameEntry(name, key)] : []
  })
}
