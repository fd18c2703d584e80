import type { Sealed } from '../kinds/index.ts'
import type { Entity } from './merge.ts'

/** What a merge changed in the entity that remains, so that it can be undone. */
export interface MergeChanges {
  /** Each member that changed, before and after. */
  members: Record<string, [before: unknown, after: unknown]>
  /** What was sealed beside it before. */
  sealedBefore: Sealed
  /** What was merged into it: a line of a file, or another entity as it was. */
  merged: { members: Record<string, unknown>; sealed: Sealed; observedAt: string }
}

/** Changes made by laying a line over an entity. */
export function changesBetween(
  before: Entity,
  after: Readonly<Record<string, unknown>>,
  line: {
    split: {
      members: Record<string, unknown>
      emails: Sealed['emails']
      phoneNumbers: Sealed['phoneNumbers']
      externalIds: Record<string, string>
    }
    observation: { source: string; observedAt: string; confidence: number }
  },
): MergeChanges {
  const { members, emails, phoneNumbers, externalIds } = line.split
  const provenance = [{ ...line.observation, members: [] }]
  return {
    members: memberChanges(before.members, after),
    sealedBefore: before.sealed,
    merged: {
      members,
      sealed: { emails, phoneNumbers, externalIds, provenance },
      observedAt: line.observation.observedAt,
    },
  }
}

export function memberChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): MergeChanges['members'] {
  const changed: MergeChanges['members'] = {}
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (JSON.stringify(old) !== JSON.stringify(now)) changed[name] = [old, now]
  }
  return changed
}
