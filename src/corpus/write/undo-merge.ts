import { stableStringify } from '../../lib/stable-json.ts'
import { memberOf, undoneEntrySources, type CorpusKind, type Sealed } from '../kinds/index.ts'
import type { KnownVersion } from './stored-versions.ts'
import { unitedEmails, type Entity } from './merge.ts'
import type { MergeChanges } from './merge-changes.ts'
import { variantsWithout } from './variants.ts'

/** The entity as it is now, without what the merge brought. Later changes stay. */
export function withoutMerge(
  spec: CorpusKind,
  now: KnownVersion,
  { members, sealedBefore, merged }: MergeChanges,
): Entity {
  const remaining = { ...now.members }
  const reverted: string[] = []
  for (const [name, [before, after]] of Object.entries(members)) {
    if (JSON.stringify(remaining[name] ?? null) !== JSON.stringify(after)) {
      if (spec.union.includes(name)) remaining[name] = withoutAdded(remaining[name], { before, after })
      continue
    }
    remaining[name] = before
    reverted.push(name)
  }
  const { externalIds } = now.sealed
  const sealed: Sealed = {
    ...now.sealed,
    emails: emailsWithout(now.sealed.emails, sealedBefore.emails, merged),
    phoneNumbers: entriesWithout(now.sealed.phoneNumbers, {
      before: sealedBefore.phoneNumbers,
      brought: merged.sealed.phoneNumbers,
      makeKey: ({ number }) => number,
    }),
    externalIds: Object.fromEntries(
      Object.entries(externalIds).filter(
        ([source, id]) => sealedBefore.externalIds[source] === id || merged.sealed.externalIds[source] !== id,
      ),
    ),
    aliases: sealedBefore.aliases ?? [],
    variants: variantsWithout(spec, now.sealed, { before: sealedBefore, merged }),
    provenance: provenanceWithout(now.sealed, sealedBefore, reverted),
  }
  const { entrySources: _noted, ...rest } = sealed
  const befores = Object.entries(members).map(([name, [before]]) => [name, before] as const)
  const entrySources = undoneEntrySources(
    spec,
    { members: remaining, sealed },
    {
      before: { members: { ...now.members, ...Object.fromEntries(befores) }, sealed: sealedBefore },
      brought: merged,
    },
  )
  return { members: remaining, sealed: { ...rest, ...(entrySources && { entrySources }) } }
}

/** A list that has grown since, without what the merge added to it. */
function withoutAdded(now: unknown, { before, after }: { before: unknown; after: unknown }): unknown {
  if (!Array.isArray(now) || !Array.isArray(after)) return now
  const old = new Set(Array.isArray(before) ? before : [])
  const added = new Set(after.filter((entry) => !old.has(entry)))
  return now.filter((entry) => !added.has(entry))
}

/** Reverted members get their former provenance back; the others keep theirs. */
function provenanceWithout(now: Sealed, before: Sealed, reverted: readonly string[]): Sealed['provenance'] {
  const revertedMembers = new Set(reverted)
  const entries = now.provenance.flatMap((entry) => {
    const members = entry.members.filter((name) => !revertedMembers.has(memberOf(name)))
    return entry.members.length > 0 && members.length === 0 ? [] : [{ ...entry, members }]
  })
  const named = new Set(before.provenance.flatMap((entry) => entry.members))
  for (const entry of before.provenance) {
    const members =
      entry.members.length === 0
        ? reverted.filter((name) => !named.has(name))
        : entry.members.filter((name) => revertedMembers.has(memberOf(name)))
    if (members.length > 0) entries.push({ ...entry, members })
  }
  return entries
}

/** Addresses without those that a merge brought. An address that both had gets its former check back. */
function emailsWithout(
  now: Sealed['emails'],
  before: Sealed['emails'],
  { sealed: { emails }, observedAt }: MergeChanges['merged'],
): Sealed['emails'] {
  const makeKey = ({ email }: { email: string }) => email.toLowerCase()
  const keys = new Set(emails.map(makeKey))
  const brought = unitedEmails(before, emails, observedAt).filter((entry) => keys.has(makeKey(entry)))
  return entriesWithout(now, { before, brought, makeKey })
}

/**
 * Entries of a list without those that a merge brought. An entry that was there before is as it was, unless it
 * changed since.
 */
function entriesWithout<T>(
  now: readonly T[],
  { before, brought, makeKey }: { before: readonly T[]; brought: readonly T[]; makeKey(entry: T): string },
): T[] {
  const [old, added] = [before, brought].map((list) => new Map(list.map((entry) => [makeKey(entry), entry])))
  return now.flatMap((entry) => {
    const [own, other] = [old?.get(makeKey(entry)), added?.get(makeKey(entry))]
    if (other === undefined) return [entry]
    if (own === undefined) return []
    return [stableStringify(entry) === stableStringify(other) ? own : entry]
  })
}
