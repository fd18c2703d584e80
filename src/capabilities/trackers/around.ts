import type { Reading } from './rules/states.ts'

/** Records around an entity as they were, and as they are: those that are new, and those that changed. */
export interface Around {
  before: Partial<Record<Reading, object[]>>
  after: Partial<Record<Reading, object[]>>
}

export type AroundById = Map<string, Around>

/** Puts a record beside an entity. */
export function beside(
  around: AroundById,
  entityId: string,
  { reading, before, after }: { reading: Reading; before?: object | undefined; after: object },
): void {
  const moments = around.get(entityId) ?? { before: {}, after: {} }
  around.set(entityId, moments)
  ;(moments.after[reading] ??= []).push(after)
  if (before !== undefined) (moments.before[reading] ??= []).push(before)
}
