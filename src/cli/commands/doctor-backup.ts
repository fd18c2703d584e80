import type { Clock } from '../../lib/clock.ts'
import { dayMs, hourMs } from '../../lib/time.ts'
import { readFailedTrial, readLastBackup, readLastTrial } from '../../store/last-backup.ts'

/** When the last backup was whole and when one was restored for trial. Throws where the last trial failed. */
export async function backupFacts(dataDir: string, { now }: Pick<Clock, 'now'>): Promise<string> {
  const [madeAt, triedAt, failed] = await Promise.all([
    readLastBackup(dataDir),
    readLastTrial(dataDir),
    readFailedTrial(dataDir),
  ])
  if (failed !== undefined)
    throw new Error(
      `the last trial of a restore failed on ${failed.at.toISOString()}: ${failed.problem} Make a new backup (\`almanac backup TARGET\`) and try it (\`--try-restore\`).`,
    )
  const backup =
    madeAt === undefined ? 'none was noted here' : `the last is ${age(now() - madeAt.getTime())} old`
  const trial =
    triedAt === undefined
      ? 'no restore was tried (`almanac backup NAME --try-restore`)'
      : `a restore was tried ${age(now() - triedAt.getTime())} ago and was good`
  return `${backup}; ${trial}`
}

function age(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / hourMs))
  return ms >= 2 * dayMs ? `${Math.floor(ms / dayMs)} d` : `${hours} h`
}
