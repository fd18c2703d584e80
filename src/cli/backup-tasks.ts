import { join } from 'node:path'
import {
  addressOf,
  backupFolder,
  isByClock,
  listAllBackups,
  nameBackup,
  removeOldBackups,
  TaskFailed,
  type TaskRunners,
} from '../capabilities/operator-system/index.ts'
import type { Config } from '../config.ts'
import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { noteFailedTrial } from '../store/last-backup.ts'
import { instanceId } from '../store/instance-id.ts'
import { StoreUnavailable } from '../store/postgres/index.ts'
import type { Stores } from '../stores.ts'
import {
  giveUpInBucket,
  isBucketAddress,
  openBucketBackup,
  removeOldInBucket,
} from './backup/bucket-backup.ts'
import { BadBackup, isDiskFull } from './backup/failures.ts'
import { takeBackup } from './backup/take-backup.ts'
import { hasOwnName, tryRestore } from './backup/try-restore.ts'
import { verifyBackup } from './backup/verify-backup.ts'
import { OperatorError } from './context.ts'
import { createLog } from './log.ts'

export interface TaskParts {
  config: Config
  stores: Stores
  clock: Clock
}

/** How tasks about backups are done: all of them in the folder `backups` of the data directory. */
export function backupRunners({
  config,
  stores,
  clock,
}: TaskParts): Pick<TaskRunners, 'backup' | 'verify-backup' | 'try-restore'> {
  const folder = backupFolder(config.dataDir)
  return {
    async backup({ keep }, { id, signal }) {
      const name = nameBackup(id, keep !== undefined)
      const place = keep === undefined ? undefined : config.ALMANAC_BACKUP_TARGET
      const own = await ownPrefix(config)
      const target = place === undefined ? join(folder, name) : `${place}/${own}${name}`
      if (place !== undefined) await giveUpHalves(target, config)
      const request = { config, stores, target, signal, nowMs: clock.now(), onProgress: () => undefined }
      const { manifest, bytes } = await refusing(() => takeBackup(request))
      const { madeAt, files, notCovered } = manifest
      // Older ones go once the new one is there and whole.
      const removed =
        keep === undefined ? [] : await keepNewest(folder, { config, target, keep: Number(keep), signal })
      return {
        name: place === undefined ? name : target,
        bytes,
        madeAt,
        files: files.length,
        notCovered,
        removed,
      }
    },
    async 'verify-backup'({ backup }, { signal }) {
      const target = requireAddress(String(backup), config)
      const { madeAt, files, notCovered } = await refusing(() => verifyBackup(target, signal, config))
      return { name: backup, madeAt, files: files.length, notCovered }
    },
    async 'try-restore'({ backup, newest }, { signal }) {
      const source = newest === true ? await findNewest(config) : requireAddress(String(backup), config)
      const trial = { config, source, clock, log: createLog('warn'), signal }
      try {
        const { manifest, organizations } = await tryRestore(trial)
        const { madeAt, files, corpus } = manifest
        const records = Object.fromEntries(
          Object.entries(corpus).map(([kind, { records: count }]) => [kind, count]),
        )
        return { name: backup ?? source, madeAt, files: files.length, records, organizations }
      } catch (error) {
        // What the bucket, the disk or this process lacks says nothing of the backup.
        if (error instanceof BadBackup) await noteFailure(error, trial)
        throw signal.aborted ? error : ofTrial(error)
      }
    },
  }
}

/** Why the trial failed is more than that it could not be noted. */
async function noteFailure(
  { message: problem }: BadBackup,
  { config, source, clock, log }: Pick<TaskParts, 'config' | 'clock'> & { source: string; log: Log },
): Promise<void> {
  try {
    if (!(await hasOwnName({ config, source }))) return
    const { backups } = await listAllBackups(config)
    const madeAt = backups.find(({ address }) => address === source)?.madeAt.toISOString()
    const failedAt = new Date(clock.now()).toISOString()
    await noteFailedTrial(config.dataDir, { source, madeAt, failedAt, problem })
  } catch (error) {
    log('a failed trial of a restore could not be noted', { level: 'error', cause: String(error) })
  }
}

/** A store that is away is the bucket of the archive, never the service's own: the tasks behind this one go on. */
function ofTrial(error: unknown): unknown {
  if (error instanceof OperatorError) return new TaskFailed(error.message, { cause: error })
  if (error instanceof StoreUnavailable)
    return new TaskFailed(`Not tried: ${error.message}. Check the settings of the bucket, and try again.`, {
      cause: error,
    })
  return error
}

/** Throws TaskFailed where the settings name no bucket for an archive of one. */
function requireAddress(name: string, config: Config): string {
  const address = addressOf(name, config)
  if (address === undefined)
    throw new TaskFailed(`${name} lies in a bucket: set ALMANAC_BACKUP_TARGET to the place where it is.`)
  return address
}

/** The newest of this installation. Throws TaskFailed where there is none, or nobody can say. */
async function findNewest(config: Config): Promise<string> {
  const { backups, bucketProblem } = await listAllBackups(config)
  if (bucketProblem !== null) throw new TaskFailed(bucketProblem)
  const newest = backups.find(({ isOwn }) => isOwn)
  if (newest === undefined)
    throw new TaskFailed('There is no backup of this installation to try: set ALMANAC_BACKUP_EVERY_HOURS.')
  return newest.address
}

/** Removes older ones of the clock's once the new one is read whole; answers their names. */
async function keepNewest(
  folder: string,
  { config, target, keep, signal }: { config: Config; target: string; keep: number; signal: AbortSignal },
): Promise<string[]> {
  await refusing(() => verifyBackup(target, signal, config))
  if (!isBucketAddress(target)) return removeOldBackups(folder, keep)
  const own = await ownPrefix(config)
  return removeOldInBucket(await openBucketBackup(target, config), { keep, own, isOurs: isByClock })
}

/** How names in a bucket begin, which other installations may use as well. */
const ownPrefix = async ({ dataDir }: Config): Promise<string> => `${await instanceId(dataDir)}.`

/** What a killed backup sent is paid for until it is given up. A bucket that refuses this still gets its backup. */
async function giveUpHalves(target: string, config: Config): Promise<void> {
  try {
    await giveUpInBucket(await openBucketBackup(target, config), await ownPrefix(config))
  } catch (error) {
    createLog('warn')('unfinished uploads of earlier backups could not be given up', {
      level: 'warn',
      cause: String(error),
    })
  }
}

/** A command's word for the operator is the task's. */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDiskFull(error)) throw new TaskFailed('Not enough disk space: free some, and ask for it again.')
    throw error instanceof OperatorError ? new TaskFailed(error.message) : error
  }
}
