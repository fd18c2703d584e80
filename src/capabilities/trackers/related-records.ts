import type { Reading } from './rules/states.ts'

/** Records about an entity, before and after: only those that are new or changed. */
export interface RelatedRecords {
  before: Partial<Record<Reading, object[]>>
  after: Partial<Record<Reading, object[]>>
}

export type RelatedById = Map<string, RelatedRecords>

/** Adds a record to those of an entity. */
export function addRelated(
  around: RelatedById,
  entityId: string,
  { reading, before, after }: { reading: Reading; before?: object | undefined; after: object },
): void {
  const moments = around.get(entityId) ?? { before: {}, after: {} }
  around.set(entityId, moments)
  ;(moments.after[reading] ??= []).push(after)
  if (before !== undefined) (moments.before[reading] ??= []).push(before)
}
