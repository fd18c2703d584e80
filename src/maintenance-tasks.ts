import type { Log } from './lib/log.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { entityKinds } from './corpus/commits/index.ts'
import { compact, countMarked, followMerges, openPartJoiner } from './corpus/write/index.ts'
import type { MaintenanceTask } from './platform/maintenance/index.ts'
import type { OAuth } from './platform/oauth/index.ts'
import type { Exports } from './platform/exports/index.ts'
import type { Uploads } from './platform/uploads/index.ts'
import type { Config } from './config.ts'
import type { Sources } from './sources/index.ts'
import { freeBytes } from './store/disk-room.ts'
import type { Blobs } from './store/blobs/index.ts'
import { renewStatistics } from './store/postgres/index.ts'
import type { CorpusStores, Stores } from './stores.ts'

/** What keeps the tables of the corpus small and its links true. */
export function corpusTasks(stores: CorpusStores, log: Log): MaintenanceTask[] {
  const joiner = openPartJoiner(stores, (error) =>
    log('parts not joined', { level: 'error', cause: String(error) }),
  )
  // One kind after the other: each keeps a connection while the engine rewrites its tables.
  const compactAll = async (nowMs: number) => {
    let removed = 0
    for (const kind of entityKinds) removed += await compact(stores, kind, { nowMs, wait: (ms) => delay(ms) })
    return removed
  }
  // Answers 0: another table has its turn when this one is joined.
  const join = async (nowMs: number) => joiner.begin(nowMs).then(() => 0)
  // Merges by an operator are followed at once; this task resumes interrupted ones.
  const follow = () => followMerges(stores)
  return [
    { name: 'compact', everyMs: 600_000, run: compactAll },
    { name: 'join parts', everyMs: 20_000, run: join },
    { name: 'follow merges', everyMs: 60_000, run: follow },
    { name: 'count records', everyMs: 20_000, run: () => countMarked(stores) },
  ]
}

export function fileTasks({
  blobs,
  uploads,
  exports,
}: {
  blobs: Blobs
  uploads: Uploads
  exports: Exports
}): MaintenanceTask[] {
  return [
    // Often enough for what was refused to be gone soon.
    { name: 'purge-blobs', everyMs: 600_000, run: (nowMs) => blobs.purge(nowMs).then(() => 0) },
    { name: 'purge-uploads', everyMs: 600_000, run: (nowMs) => uploads.purge(nowMs) },
    { name: 'purge-exports', everyMs: 600_000, run: (nowMs) => exports.purge(nowMs) },
  ]
}

export function purgeAnswers(sources: Sources): MaintenanceTask {
  return { name: 'purge-source-answers', everyMs: 600_000, run: (nowMs) => sources.purge(nowMs) }
}

export function purgeSignIns(oauth: OAuth): MaintenanceTask {
  return { name: 'purge-sign-ins', everyMs: 600_000, run: (nowMs) => oauth.purge(nowMs) }
}

/** First of all tasks: after a crash of Postgres nothing is to be planned by what it has forgotten. */
export function countTables({ db, corpus }: Pick<Stores, 'db' | 'corpus'>): MaintenanceTask {
  const databases = [...new Set([db, corpus.db])]
  const look = async () => {
    for (const each of databases) await renewStatistics(each)
    return 0
  }
  return { name: 'count-tables', everyMs: 20_000, run: look }
}

/** Logs that the disk is nearly full, from which point imports wait. */
export function watchDisk(config: Config, log: Log): MaintenanceTask[] {
  if (config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined) return []
  const keptMb = config.ALMANAC_DISK_RESERVE_MB
  const look = async () => {
    const freeMb = Math.floor((await freeBytes(config.dataDir)) / 1_000_000)
    if (freeMb < keptMb)
      log('the disk is nearly full: imports wait', { level: 'error', freeMb, keptMb, dir: config.dataDir })
    return 0
  }
  return [{ name: 'watch-disk', everyMs: 60_000, run: look }]
}
