import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { extract } from 'tar'
import type { Config } from '../../config.ts'
import { prepareDataDir, unfinishedRestore } from '../../store/data-dir.ts'
import { lockDataDir } from '../../store/data-dir-lock.ts'
import { migrations } from '../../stores.ts'
import { OperatorError } from '../context.ts'
import { copyFile, DiskQueue } from './backup-folder.ts'
import { manifestName, parseManifest, type Manifest } from './manifest.ts'
import { isArchive } from './take-backup.ts'

export interface RestoreRequest {
  config: Config
  source: string
  signal: AbortSignal
  onProgress(done: { share: number; files: number; bytes: number }): void
}

/**
 * Restores a backup into an empty data directory. Every file is compared with its digest as it is copied; when one differs,
 * everything copied is removed again. The service refuses to start on the directory until the restore is complete.
 */
export async function restoreBackup(request: RestoreRequest): Promise<Manifest> {
  const { config } = request
  const dir = config.dataDir
  const source = resolve(request.source)
  const isFolder = await stat(source).then(
    (stats) => stats.isDirectory(),
    () => {
      throw new OperatorError(`${source}: no such file or folder.`)
    },
  )
  if (!isFolder && !isArchive(source)) throw new OperatorError(`${source} is not a backup.`)
  await prepareDataDir(dir, { restoring: true })
  const lock = await lockDataDir(dir)
  try {
    await emptyDirectory(dir)
    await writeFile(join(dir, unfinishedRestore), '')
    const unpacked = join(dir, 'restore.unpacked')
    const from = isFolder ? source : await unpack(source, unpacked, request.signal)
    const manifest = await readManifest(from, config)
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
    if (name !== unfinishedRestore) await rm(join(dir, name), { recursive: true, force: true })
  await rm(join(dir, unfinishedRestore), { force: true })
}

async function unpack(source: string, to: string, signal: AbortSignal): Promise<string> {
  await mkdir(to, { mode: 0o700 })
  try {
    await extract({ file: source, cwd: to, strict: true, preserveOwner: false, chmod: false })
  } catch (cause) {
    throw new OperatorError(`The backup is damaged: ${(cause as Error).message}.`, { cause })
  }
  signal.throwIfAborted()
  return to
}

async function readManifest(from: string, config: Config): Promise<Manifest> {
  const text = await readFile(join(from, manifestName), 'utf8').catch(() => {
    throw new OperatorError(`${from} is not a finished backup: it has no ${manifestName}.`)
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
  checkPlaces(manifest, config)
  return manifest
}

/** Throws OperatorError when a store would be missing afterwards, or would be restored where the settings do not look. */
function checkPlaces(manifest: Manifest, config: Config): void {
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
    const isExternal = config[setting] !== undefined
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
    if (!existsSync(join(from, path))) throw new OperatorError(`The backup is damaged: ${path} is missing.`)
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0)
  let [files, bytes] = [0, 0]
  const disk = new DiskQueue()
  for (const file of manifest.files) {
    signal.throwIfAborted()
    const copied = await copyFile(join(from, file.path), inDataDir(file.path), signal)
    if (copied?.sha256 !== file.sha256)
      throw new OperatorError(`The backup is damaged: ${file.path} has changed since it was backed up.`)
    await utimes(inDataDir(file.path), file.modifiedMs / 1000, file.modifiedMs / 1000)
    // Unpacked files are needed only once: moving them means an archive takes its size once more, not twice.
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
