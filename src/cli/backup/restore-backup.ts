import { createReadStream, existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { extract, list, type ReadEntry } from 'tar'
import type { Config } from '../../config.ts'
import { prepareDataDir, unfinishedRestore } from '../../store/data-dir.ts'
import { lockDataDir } from '../../store/data-dir-lock.ts'
import { migrations } from '../../stores.ts'
import { StoreUnavailable } from '../../store/postgres/index.ts'
import { OperatorError } from '../context.ts'
import { copyFile, DiskQueue } from './backup-folder.ts'
import { feedArchive, isBucketAddress, readBucketBackup, requireBucketBackup } from './bucket-backup.ts'
import { BadBackup, isDiskFull } from './failures.ts'
import { manifestName, parseManifest, type Manifest } from './manifest.ts'
import { isArchiveName } from './take-backup.ts'
import type { RestoreRoom } from './trial-room.ts'

export interface RestoreRequest {
  config: Config
  source: string
  signal: AbortSignal
  onProgress(done: { share: number; files: number; bytes: number }): void
  /** Set for a trial beside a running service, which needs no files of a bucket and leaves the service its disk. */
  trial?: { room: RestoreRoom }
}

/**
 * Restores a backup into an empty data directory. Every file is compared with its digest as it is copied; when one differs,
 * everything copied is removed again. The service refuses to start on the directory until the restore is complete.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Manifest> {
  const { config } = request
  const dir = config.dataDir
  const { source, isFolder } = await findSource(request)
  await prepareDataDir(dir, { restoring: true })
  const lock = await lockDataDir(dir)
  try {
    await emptyDirectory(dir)
    await writeFile(join(dir, unfinishedRestore), '')
    const unpacked = join(dir, 'restore.unpacked')
    const from = isFolder ? source : await unpack(request, source, unpacked)
    const manifest = await readManifest(from, request)
    if (isFolder) await request.trial?.room.require(manifest, 'folder')
    await place(from, manifest, request)
    await rm(unpacked, { recursive: true, force: true })
    await rm(join(dir, unfinishedRestore))
    return manifest
  } catch (error) {
    await clear(dir)
    throw error
  } finally {
    await lock.release()
  }
}

async function findSource({
  source,
  config,
}: RestoreRequest): Promise<{ source: string; isFolder: boolean }> {
  if (isBucketAddress(source)) {
    await requireBucketBackup(source, config)
    return { source, isFolder: false }
  }
  const path = resolve(source)
  const isFolder = await stat(path).then(
    (stats) => stats.isDirectory(),
    () => {
      throw new OperatorError(`${path}: no such file or folder.`)
    },
  )
  if (!isFolder && !isArchiveName(path)) throw new OperatorError(`${path} is not a backup.`)
  return { source: path, isFolder }
}

const ours = (name: string) => name.startsWith('almanac.lock')

/** Removes what an interrupted restore left; anything else belongs to the operator. */
async function emptyDirectory(dir: string): Promise<void> {
  const entries = (await readdir(dir)).filter((name) => !ours(name))
  if (entries.includes(unfinishedRestore)) await clear(dir)
  else if (entries.length > 0)
    throw new OperatorError(
      `${dir} is not empty: set ALMANAC_DATA_DIR to a new directory, or move this one away.`,
    )
}

/** The mark is removed last, so that a half-cleared directory is still recognised. */
async function clear(dir: string): Promise<void> {
  const entries = (await readdir(dir)).filter((name) => !ours(name))
  if (!entries.includes(unfinishedRestore)) return
  for (const name of entries)
    if (name !== unfinishedRestore)
      // A file that was being unpacked may still come.
      await rm(join(dir, name), { recursive: true, force: true, maxRetries: 5 })
  await rm(join(dir, unfinishedRestore), { force: true })
}

async function unpack(request: RestoreRequest, source: string, to: string): Promise<string> {
  const { signal, trial } = request
  await mkdir(to, { mode: 0o700 })
  const options = { cwd: to, strict: true, preserveOwner: false, chmod: false }
  try {
    const manifest = trial && (await readFirst(await openArchive(request, source)))
    if (manifest !== undefined) await trial?.room.require(manifest, 'archive')
    await feedArchive(await openArchive(request, source), extract(options), async () => {
      signal.throwIfAborted()
      await trial?.room.check()
    })
  } catch (cause) {
    signal.throwIfAborted()
    // What the disk or the bucket lacks says nothing of the backup.
    if (cause instanceof OperatorError || cause instanceof StoreUnavailable || isDiskFull(cause)) throw cause
    throw new BadBackup(`The backup is damaged: ${(cause as Error).message}.`, { cause })
  }
  return to
}

/** From a bucket it is read as it comes: the archive itself is never on the disk. */
async function openArchive(
  { config, signal }: RestoreRequest,
  source: string,
): Promise<AsyncIterable<Buffer>> {
  if (isBucketAddress(source)) return readBucketBackup(source, config, signal)
  return createReadStream(source, { highWaterMark: 1 << 20, signal })
}

/** The manifest of an archive, which comes first in it; undefined where something else does. */
async function readFirst(content: AsyncIterable<Buffer>): Promise<Manifest | undefined> {
  let text: string | undefined
  let isBegun = false
  const onReadEntry = (entry: ReadEntry) => {
    if (isBegun) return
    isBegun = true
    if (entry.path.replace(/^\.\//, '') !== manifestName) text = ''
    const pieces: Buffer[] = []
    entry.on('data', (piece: Buffer) => void pieces.push(piece))
    entry.on('end', () => {
      text ??= Buffer.concat(pieces).toString('utf8')
    })
  }
  const enough = new Error('the first entry is read')
  const stopAfterFirst = () => {
    if (text !== undefined) throw enough
  }
  await feedArchive(content, list({ strict: true, onReadEntry }), stopAfterFirst).catch((error: unknown) => {
    if (error !== enough) throw error
  })
  return text === undefined || text === '' ? undefined : parseManifest(text)
}

async function readManifest(from: string, { config, trial }: RestoreRequest): Promise<Manifest> {
  const text = await readFile(join(from, manifestName), 'utf8').catch(() => {
    throw new BadBackup(`${from} is not a finished backup: it has no ${manifestName}.`)
  })
  const manifest = parseManifest(text)
  for (const store of ['postgres', 'clickhouse'] as const) {
    const names = await readdir(migrations(store))
    const newest = manifest.migrations[store]
    if (newest !== '' && !names.includes(newest))
      throw new OperatorError(
        `The backup was made by a newer Almanac (${manifest.almanac}); restore it with that version.`,
      )
  }
  checkPlaces(manifest, { config, isTrial: trial !== undefined })
  return manifest
}

/** Throws OperatorError when a store would be missing afterwards, or would be restored where the settings do not look. */
function checkPlaces(manifest: Manifest, { config, isTrial }: { config: Config; isTrial: boolean }): void {
  const places = [
    { store: 'postgres', setting: 'DATABASE_URL', was: 'was on an external server', isHeld: true },
    {
      store: 'records',
      setting: 'RECORDS_URL',
      was: 'was on an external server',
      isHeld: !manifest.notCovered.includes('postgres'),
    },
    { store: 'clickhouse', setting: 'CLICKHOUSE_URL', was: 'was on an external server', isHeld: true },
    {
      store: 'files',
      setting: 'ALMANAC_S3_BUCKET',
      was: 'was in a bucket',
      isHeld: manifest.files.some(({ path }) => path.startsWith('blobs/')),
    },
  ] as const
  for (const { store, setting, was, isHeld } of places) {
    const contents = store === 'files' || store === 'records' ? store : `an embedded ${store}`
    const isCovered = !manifest.notCovered.includes(store)
    // A trial opens no files.
    const isExternal = config[setting] !== undefined || (isTrial && !isCovered && store === 'files')
    if (isCovered && isExternal && isHeld)
      throw new OperatorError(
        `The backup holds ${contents}, but ${setting} is set: restore it without that setting.`,
      )
    if (!isCovered && !isExternal)
      throw new OperatorError(
        `The backup does not hold ${store}, which ${was}: restore that first and set ${setting}.`,
      )
  }
}

async function place(from: string, manifest: Manifest, request: RestoreRequest): Promise<void> {
  const { config, signal } = request
  const inDataDir = (path: string) => join(config.dataDir, path)
  for (const path of manifest.folders) await mkdir(inDataDir(path), { recursive: true, mode: 0o700 })
  for (const { path } of manifest.files)
    if (!existsSync(join(from, path))) throw new BadBackup(`The backup is damaged: ${path} is missing.`)
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let [files, bytes] = [0, 0]
  const disk = new DiskQueue()
  for (const file of manifest.files) {
    signal.throwIfAborted()
    await request.trial?.room.check()
    const copied = await copyFile(join(from, file.path), inDataDir(file.path), signal)
    if (copied?.sha256 !== file.sha256)
      throw new BadBackup(`The backup is damaged: ${file.path} has changed since it was backed up.`)
    await utimes(inDataDir(file.path), file.modifiedMs / 1000, file.modifiedMs / 1000)
    // Unpacked files are needed only once: so an archive takes what it holds, and its largest file once more.
    if (from.startsWith(config.dataDir)) await rm(join(from, file.path))
    disk.add(inDataDir(file.path))
    files += 1
    bytes += copied.bytes
    request.onProgress({ share: bytes / Math.max(1, total), files, bytes })
  }
  for (const { path, target } of manifest.links) {
    await symlink(target, inDataDir(path))
  }
  await disk.done()
}
