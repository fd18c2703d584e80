import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { create } from 'tar'
import type { Config } from '../../config.ts'
import { standStill } from '../../corpus/commits/index.ts'
import { freezeEngine, type FrozenEngine } from '../../store/clickhouse/index.ts'
import { column, copyRunningServer, rowShape, sql } from '../../store/postgres/index.ts'
import { noteBackup } from '../../store/last-backup.ts'
import type { Stores } from '../../stores.ts'
import { version } from '../../lib/version.ts'
import { appliedMigrations } from '../commands/migrate.ts'
import { OperatorError } from '../context.ts'
import { BackupFolder } from './backup-folder.ts'
import { isBucketAddress, openBucketBackup, refuseOccupiedKey } from './bucket-backup.ts'
import { publishedCommits, recordsAt } from './corpus-counts.ts'
import { backupFormat, manifestName, manifestText, type Manifest } from './manifest.ts'

/** Entries of a data directory that belong to the running process, to this installation only, or are copied separately. */
const notCopied =
  /^(postgres|corpus|backups|restore-trial|imports|corpus-spool|corpus-set-aside|engine\.(xml|json)|running\.json.*|almanac\.lock.*|instance\.id|last-(backup|trial)\.json(\.new)?|restore\.unfinished|\.writable\..*)$/
export const isArchiveName = (file: string): boolean => /\.(tar|tgz|tar\.gz)$/.test(file)

export interface BackupRequest {
  config: Config
  stores: Stores
  /** When the backup is made, as its manifest says. */
  nowMs: number
  /** An archive (in a bucket: `s3://…`) or a folder, by its ending; it must not exist, or be an empty folder. */
  target: string
  signal: AbortSignal
  onProgress(done: { files: number; bytes: number }): void
}

export interface BackupDone {
  manifest: Manifest
  bytes: number
}

/**
 * Copies a running installation into a bucket. A copy of its files lies in the folder `backups` of the data directory
 * while it is sent; the archive itself is never on the disk.
 */
async function takeToBucket(request: BackupRequest): Promise<BackupDone> {
  const { config, target, signal } = request
  const place = await openBucketBackup(target, config)
  await refuseOccupiedKey(place, target)
  const draft = join(config.dataDir, 'backups', `${basename(place.key)}.partial`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700, recursive: true })
  try {
    const { manifest } = await fill(draft, request)
    const archive = await packed(draft, !place.key.endsWith('.tar'))
    const bytes = await place.archives.put(place.key, untilAborted(archive, signal))
    await noteBackup(config.dataDir, manifest.madeAt)
    return { manifest, bytes }
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function* untilAborted(chunks: AsyncIterable<Uint8Array>, signal: AbortSignal) {
  for await (const chunk of chunks) {
    signal.throwIfAborted()
    yield chunk
  }
}

/** Copies a running installation. Until the copy is complete, it lies beside `target` under another name. */
export async function takeBackup(request: BackupRequest): Promise<BackupDone> {
  if (isBucketAddress(request.target)) return takeToBucket(request)
  const target = resolve(request.target)
  await refuseOccupied(target)
  const draft = `${target}.partial`
  await rm(draft, { recursive: true, force: true })
  await mkdir(dirname(target), { recursive: true })
  await mkdir(draft, { mode: 0o700 })
  try {
    const done = await fill(draft, request)
    if (isArchiveName(target)) await pack(draft, target)
    else {
      await rm(target, { recursive: true, force: true })
      await rename(draft, target)
    }
    await noteBackup(request.config.dataDir, done.manifest.madeAt)
    return done
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function refuseOccupied(target: string): Promise<void> {
  const entries = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR') return ['itself']
    throw error
  })
  if (entries.length > 0) throw new OperatorError(`${target} already exists; choose another name.`)
}

async function fill(draft: string, request: BackupRequest): Promise<BackupDone> {
  const { config, stores, signal } = request
  const folder = new BackupFolder(draft, {
    signal,
    onProgress: ({ files, bytes }) => request.onProgress({ files: files.length, bytes }),
  })
  const commits = await copyStores(request, folder)
  // Copied after Postgres, because files exist before the rows that refer to them. A file missing by now has expired.
  await copyFiles(config.dataDir, folder)
  await folder.durable()
  const manifest: Manifest = {
    format: backupFormat,
    almanac: version,
    madeAt: new Date(request.nowMs).toISOString(),
    ...(await readVersions(stores)),
    corpus: await recordsAt(stores, commits),
    notCovered: [
      ...(config.DATABASE_URL === undefined ? [] : (['postgres'] as const)),
      ...(config.RECORDS_URL === undefined ? [] : (['records'] as const)),
      ...(config.CLICKHOUSE_URL === undefined ? [] : (['clickhouse'] as const)),
      ...(config.ALMANAC_S3_BUCKET === undefined ? [] : (['files'] as const)),
    ],
    folders: folder.folders,
    links: folder.links,
    files: folder.files,
  }
  await new BackupFolder(draft, { signal, onProgress() {} }).write(manifestName, manifestText(manifest))
  return { manifest, bytes: folder.bytes }
}

/**
 * Copies both stores as of one moment. Postgres is copied first, because it can say afterwards which moment its copy shows.
 * That moment and the freezing of the engine both fall into a pause in which nothing is written to the corpus.
 */
async function copyStores(
  { config, stores, nowMs }: BackupRequest,
  folder: BackupFolder,
): Promise<Map<string, number>> {
  const { db, engine } = stores
  let frozen: FrozenEngine | undefined
  let commits = new Map<string, number>()
  const moment = (stop: () => Promise<void>) =>
    standStill(stores.corpus.db, async () => {
      commits = await publishedCommits(stores)
      await stop()
      if (config.CLICKHOUSE_URL === undefined)
        frozen = await freezeEngine(engine, { corpus: join(config.dataDir, 'corpus'), to: folder, nowMs })
    })
  try {
    if (config.DATABASE_URL === undefined) {
      const storeDir = join(config.dataDir, 'postgres')
      await copyRunningServer({ url: db.url, storeDir, to: folder }, moment)
    } else await moment(async () => {})
    await frozen?.copy()
  } finally {
    await frozen?.release()
  }
  return commits
}

async function copyFiles(dataDir: string, folder: BackupFolder, below = ''): Promise<void> {
  for (const entry of await readdir(join(dataDir, below), { withFileTypes: true })) {
    if (below === '' && notCopied.test(entry.name)) continue
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isFile()) await folder.copy(path, join(dataDir, path))
    // Uploads that are still arriving.
    else if (entry.isDirectory() && path !== 'blobs/incoming') {
      await folder.folder(path)
      await copyFiles(dataDir, folder, path)
    }
  }
}

const versionRow = rowShape({ version: column.text() })

async function readVersions(stores: Stores): Promise<Pick<Manifest, 'postgres' | 'engine' | 'migrations'>> {
  const [postgres] = await stores.db.query(
    sql.rows(versionRow)`SELECT current_setting('server_version') AS version`,
  )
  const [engine] = await stores.engine.query<{ version: string }>({
    tag: 'backup',
    sql: 'SELECT version() AS version',
  })
  const applied = await appliedMigrations(stores)
  const newest = (store: string) => applied.findLast((row) => row.store === store)?.migration ?? ''
  return {
    postgres: postgres?.version ?? '',
    engine: engine?.version ?? '',
    migrations: { postgres: newest('postgres'), clickhouse: newest('clickhouse') },
  }
}

/** The manifest comes first in an archive, so that it can be judged before the rest is read. */
async function pack(draft: string, target: string): Promise<void> {
  const half = `${target}.half`
  const options = { cwd: draft, file: half, gzip: !target.endsWith('.tar'), mode: 0o600, portable: false }
  try {
    await create(options, await entriesOf(draft))
    await rename(half, target)
  } finally {
    await rm(half, { force: true })
  }
}

/** The archive as it is made. */
const packed = async (draft: string, gzip: boolean): Promise<AsyncIterable<Uint8Array>> =>
  create({ cwd: draft, gzip, portable: false }, await entriesOf(draft))

const entriesOf = async (draft: string): Promise<string[]> => [
  manifestName,
  ...(await readdir(draft)).filter((name) => name !== manifestName),
]
