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
  const found = around.get(entityId) ?? { before: {}, after: {} }
  around.set(entityId, found)
  ;(found.after[reading] ??= []).push(after)
  if (before !== undefined) (found.before[reading] ??= []).push(before)
}
