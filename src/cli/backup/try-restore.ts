import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { basename, join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { DataDirLocked, lockDataDir } from '../../store/data-dir-lock.ts'
import { instanceId } from '../../store/instance-id.ts'
import { noteTrial } from '../../store/last-backup.ts'
import { prepareDataDir } from '../../store/data-dir.ts'
import { openStores } from '../../stores.ts'
import { OperatorError } from '../context.ts'
import { checkRestored } from './check-restored.ts'
import { BadBackup, isDiskFull } from './failures.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { noRoom, trialRoom } from './trial-room.ts'

/** Where restores are tried, in the data directory; it is no part of a backup. */
const trialName = 'restore-trial'

interface TrialRequest {
  config: Config
  source: string
  clock: Clock
  log: Log
  signal: AbortSignal
  onProgress?(done: { share: number; files: number; bytes: number }): void
}

/**
 * Restores a backup into a folder of its own beside the running service, opens its stores, compares records and balances,
 * and removes it. Needs free disk for what the backup holds unpacked and, of an archive, for its largest file once more.
 * Throws BadBackup where the backup is no good, and OperatorError where it cannot be tried.
 */
export async function tryRestore(
  request: TrialRequest,
): Promise<{ manifest: Manifest; organizations: number }> {
  const { config, source, signal } = request
  const { folder, close } = await openTrial(config.dataDir)
  try {
    const tried = await tryIn(folder, request)
    await noteGood(request, tried.manifest)
    return tried
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof BadBackup) throw new BadBackup(`${source}: ${error.message}`, { cause: error })
    if (error instanceof OperatorError)
      throw new OperatorError(`${source}: ${error.message}`, { cause: error })
    if (isDiskFull(error)) throw fullOf(source, error)
    throw error
  } finally {
    await close()
  }
}

async function tryIn(
  folder: string,
  { config, source, clock, log, signal, onProgress = () => undefined }: TrialRequest,
): Promise<{ manifest: Manifest; organizations: number }> {
  // Servers of the settings belong to the service; what is restored has stores of its own.
  const own: Config = {
    ...config,
    dataDir: folder,
    DATABASE_URL: undefined,
    RECORDS_URL: undefined,
    CLICKHOUSE_URL: undefined,
    ALMANAC_S3_BUCKET: undefined,
  }
  const room = trialRoom(config)
  const manifest = await restoreBackup({ config: own, source, signal, onProgress, trial: { room } })
  try {
    const stores = await openStores(own, log, { visit: false })
    try {
      return { manifest, organizations: await checkRestored(stores, manifest, clock) }
    } finally {
      await stores.close()
    }
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof OperatorError || isDiskFull(cause)) throw cause
    // Stores that lack room say so in words of their own.
    await room.check()
    // Every file is as it was backed up, and still the stores do not answer.
    const { name, message } = cause as Error
    throw new BadBackup(`The restored stores do not work (${name}: ${message}).`, { cause })
  }
}

const fullOf = (source: string, cause: unknown) =>
  new OperatorError(`${source}: ${noRoom('the disk became full').message}`, { cause })

/** The trial was good, whether or not that could be noted. */
async function noteGood(request: TrialRequest, manifest: Manifest): Promise<void> {
  const { config, source, clock, log } = request
  try {
    if (!(await hasOwnName(request)) || !(await hasOwnSecret(request, manifest))) return
    const triedAt = new Date(clock.now()).toISOString()
    await noteTrial(config.dataDir, { source, madeAt: manifest.madeAt, triedAt })
  } catch (error) {
    log('a good trial of a restore could not be noted', { level: 'error', cause: String(error) })
  }
}

/** False of an archive whose name begins with that of another installation, as those of a bucket do. */
export async function hasOwnName({
  source,
  config,
}: Pick<TrialRequest, 'source' | 'config'>): Promise<boolean> {
  const [, id] = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\./.exec(basename(source)) ?? []
  return id === undefined || id === (await instanceId(config.dataDir))
}

/** Whether a backup has the secret of this data directory; where that has none, nobody can say. */
async function hasOwnSecret({ config }: TrialRequest, { files }: Manifest): Promise<boolean> {
  const secret = await readFile(join(config.dataDir, 'secret.key')).catch(() => undefined)
  if (secret === undefined) return true
  const digest = createHash('sha256').update(secret).digest('hex')
  return files.some(({ path, sha256 }) => path === 'secret.key' && sha256 === digest)
}

/** The folder of trials, locked, so that there is one at a time, whatever process does it. Throws OperatorError. */
async function openTrial(dataDir: string): Promise<{ folder: string; close(): Promise<void> }> {
  const parent = join(dataDir, trialName)
  await prepareDataDir(parent, { restoring: true })
  const lock = await lockDataDir(parent).catch((cause: unknown) => {
    // One that ends at this moment takes the folder away.
    const isTaken = cause instanceof DataDirLocked || (cause as NodeJS.ErrnoException).code === 'ENOENT'
    if (!isTaken) throw cause
    throw new OperatorError('Not tried: a trial of a restore is running. Wait for its end, and try again.', {
      cause,
    })
  })
  const close = () => removeTrials(parent).finally(() => lock.release())
  try {
    await clearTrials(parent)
    return { folder: join(parent, 'data'), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Removes what a trial left whose process was killed; leaves one that runs. */
export async function clearKilledTrials(dataDir: string, log: Log): Promise<void> {
  const parent = join(dataDir, trialName)
  if (!existsSync(parent)) return
  try {
    const lock = await lockDataDir(parent)
    await removeTrials(parent).finally(() => lock.release())
  } catch (error) {
    if (error instanceof DataDirLocked) return
    log('what a trial of a restore left could not be removed', { level: 'warn', cause: String(error) })
  }
}

/** A file that was being unpacked may still come. */
const wholly = { recursive: true, force: true, maxRetries: 5 }

/** All but the lock. */
async function clearTrials(parent: string): Promise<void> {
  for (const name of await readdir(parent))
    if (!name.startsWith('almanac.lock')) await rm(join(parent, name), wholly)
}

const removeTrials = async (parent: string): Promise<void> => {
  await clearTrials(parent)
  await rm(parent, wholly)
}
