import type { Postgres } from '../../store/postgres/index.ts'
import { listAdded, type AddedDataset } from './dataset-rows.ts'
import { isWithin, type UpdateWindow } from './rhythm.ts'

export interface DueWork {
  removals: readonly AddedDataset[]
  updates: readonly AddedDataset[]
}

/**
 * What is to be done now: what an operator asked for at once, and what is due by its rhythm within the window. One by one,
 * the longest due first.
 */
export async function listDue(
  db: Postgres,
  { nowMs, window }: { nowMs: number; window: UpdateWindow | undefined },
): Promise<DueWork> {
  const added = await listAdded(db)
  const isOpen = window === undefined || isWithin(window, nowMs)
  const isDue = ({ state, dueAt }: AddedDataset) =>
    state === 'wanted' || (isOpen && state === 'ready' && dueAt !== null && dueAt.getTime() <= nowMs)
  return {
    removals: added.filter(({ state }) => state === 'leaving'),
    updates: added.filter(isDue).toSorted((a, b) => (a.dueAt?.getTime() ?? 0) - (b.dueAt?.getTime() ?? 0)),
  }
}
