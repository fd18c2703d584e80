import type { Postgres } from '../../store/postgres/index.ts'
import { countRemovals, RemovedMeanwhile, requireNoRemoval } from '../privacy/index.ts'
import { changeResult } from './job-rows.ts'

/** What `make` has read becomes a change of the result, as it is by then. */
export async function renewResult(
  db: Postgres,
  taskId: string,
  make: () => Promise<(result: object) => object>,
): Promise<boolean> {
  for (;;) {
    const removals = await countRemovals(db)
    const change = await make()
    try {
      return await db.transact(async (tx) => {
        await requireNoRemoval(tx, removals)
        return changeResult(tx, taskId, change)
      })
    } catch (error) {
      if (!(error instanceof RemovedMeanwhile)) throw error
    }
  }
}
