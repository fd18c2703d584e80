import { isImportDue } from '../capabilities/operator-imports/index.ts'
import { askDueBackup, askDueTrial, isTaskDue } from '../capabilities/operator-system/index.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { Postgres } from '../store/postgres/index.ts'
import { program } from './background-process.ts'
import { keepWorking, type WorkKeeper } from './keep-working.ts'

/** An operator who has just asked for something waits for it. */
const everyMs = 2_000

/** Does what operators asked for over the interface (`almanac work`), and marks what a process left that ended early. */
export function keepOperatorWork({
  db,
  clock,
  log,
  backups,
  trials,
  args = [program, 'work'],
}: {
  db: Postgres
  clock: Clock
  log: Log
  /** Backups that are made by themselves; unset: none. */
  backups?: { everyHours: number; keep: number } | undefined
  /** Restores that are tried by themselves; unset: none. */
  trials?: { everyHours: number } | undefined
  /** What Node runs. */
  args?: readonly string[]
}): WorkKeeper {
  return keepWorking({
    async isDue() {
      if (backups !== undefined) await askDueBackup({ db, clock }, backups)
      if (trials !== undefined) await askDueTrial({ db, clock }, trials)
      return (await isImportDue({ db, clock })) || (await isTaskDue({ db, clock }))
    },
    args,
    everyMs,
    log,
    failure: 'work of the operator failed',
    level: 'error',
  })
}
