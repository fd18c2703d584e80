import type { Explanation, LoggedMerge } from '../../corpus/write/index.ts'

/** A merge, with the members that it changed by their names alone. */
export type MergeSummary = Omit<LoggedMerge, 'changes'> & { changed: string[] }

export const summarizeMerge = ({ changes, ...merge }: LoggedMerge): MergeSummary => ({
  ...merge,
  changed: Object.keys(changes.members),
})

/** Contact details stay sealed: those identifiers are stored as digests. */
export function summarizeEntity({ id, version, identifiers, merges }: Explanation) {
  const { members, sealed, observedAt } = version ?? {}
  return {
    id,
    name: members?.['name'] ?? members?.['preferred_name'] ?? null,
    observedAt: observedAt ?? null,
    exists: version !== undefined,
    identifiers,
    sources: (sealed?.provenance ?? []).map((sighting) => ({
      source: sighting.source,
      observedAt: sighting.observedAt,
      confidence: sighting.confidence,
      members: sighting.members.length === 0 ? ('all others' as const) : sighting.members,
    })),
    merges: merges.map(summarizeMerge),
  }
}
