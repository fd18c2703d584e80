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

/** Where a member's value is from; undefined when there is none. Stored lists are empty where they are unknown. */
export function findProvenance(
  { provenance }: Pick<Sealed, 'provenance'>,
  member: string,
  value: unknown,
): Provenance | undefined {
  const named = provenance.find((entry) => entry.members.includes(member))
  if (named !== undefined || value === null || value === undefined || isEmptyList(value)) return named
  return provenance.find((entry) => entry.members.length === 0)
}

/** The same of a member that may be worked out from another: then it is from where that one is. */
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

/** Provenance as it is once confirmations count: a member is as fresh as the last time it was said. */
export function withConfirmations(
  { provenance }: Pick<Sealed, 'provenance'>,
  members: Readonly<Record<string, unknown>>,
  confirmations: readonly Confirmation[],
): Sealed['provenance'] {
  let now = provenance
  for (const { id: _entity, members: memberNames, ...observation } of confirmations) {
    const fresher = memberNames.filter((member) => {
      const entry = findProvenance({ provenance: now }, member, members[member])
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
