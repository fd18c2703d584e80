import { addAbortSignal } from 'node:stream'
import type { Config } from '../../config.ts'
import { openArchives, type Archives } from '../../store/blobs/index.ts'
import { StoreUnavailable } from '../../store/postgres/index.ts'
import { OperatorError } from '../context.ts'

/** What a bucket is reached with. */
type BucketConfig = Pick<
  Config,
  | 'ALMANAC_S3_ENDPOINT'
  | 'ALMANAC_S3_REGION'
  | 'ALMANAC_S3_ACCESS_KEY_ID'
  | 'ALMANAC_S3_SECRET_ACCESS_KEY'
  | 'ALMANAC_S3_PATH_STYLE'
>

/** An archive in a bucket: `s3://bucket/key.tar.gz`. */
export interface BucketBackup {
  key: string
  archives: Archives
}

export const isBucketAddress = (target: string): boolean => target.startsWith('s3://')

/** Throws OperatorError where the address or the settings of the bucket will not do. */
export async function openBucketBackup(address: string, config: BucketConfig): Promise<BucketBackup> {
  const [, bucket, key] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/([\w!*'()./-]+)$/.exec(address) ?? []
  if (bucket === undefined || key === undefined || !/\.(tar|tgz|tar\.gz)$/.test(key))
    throw new OperatorError(
      `${address} is not the address of an archive in a bucket: write s3://BUCKET/PREFIX/NAME.tar.gz.`,
    )
  const { ALMANAC_S3_ACCESS_KEY_ID: accessKeyId, ALMANAC_S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new OperatorError(
      'A backup in a bucket needs its account: set ALMANAC_S3_ACCESS_KEY_ID and ALMANAC_S3_SECRET_ACCESS_KEY.',
    )
  const archives = await openArchives({
    bucket,
    region: config.ALMANAC_S3_REGION,
    endpoint: config.ALMANAC_S3_ENDPOINT,
    accessKeyId,
    secretAccessKey,
    pathStyle: config.ALMANAC_S3_PATH_STYLE,
  })
  return { key, archives }
}

/** Throws OperatorError where the key is in use. */
export async function refuseOccupiedKey({ key, archives }: BucketBackup, address: string): Promise<void> {
  const objects = await archives.list(key)
  if (objects.some((object) => object.key === key))
    throw new OperatorError(`${address} already exists; choose another name.`)
}

/** Throws OperatorError where there is no such archive. */
export async function requireBucketBackup(address: string, config: BucketConfig): Promise<void> {
  const { key, archives } = await openBucketBackup(address, config)
  const objects = await archives.list(key).catch(refusal)
  if (!objects.some((object) => object.key === key)) throw noSuchArchive(address)
}

const noSuchArchive = (address: string) =>
  new OperatorError(`${address}: no such archive in the bucket; look for its name there.`)

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)

/**
 * Removes the oldest beside an archive whose names begin with `own` and which `isOurs` knows, but for so many; answers
 * their keys. Several installations may use one folder, or one below the other's.
 */
export async function removeOldInBucket(
  { key, archives }: BucketBackup,
  { keep, own, isOurs }: { keep: number; own: string; isOurs(name: string): boolean },
): Promise<string[]> {
  const folder = folderOf(key)
  const objects = await archives.list(`${folder}${own}`)
  const ours = objects.filter((object) => {
    const name = object.key.slice(folder.length)
    return !name.includes('/') && isOurs(name)
  })
  const old = ours.toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.key < b.key ? 1 : -1)).slice(keep)
  for (const object of old) await archives.remove(object.key)
  return old.map((object) => object.key)
}

/** Gives up what is half sent beside an archive under names that begin with `own`. Nothing of those may be under way. */
export const giveUpInBucket = ({ key, archives }: BucketBackup, own: string): Promise<number> =>
  archives.giveUp(`${folderOf(key)}${own}`)

/**
 * The content of an archive in a bucket. Throws OperatorError where there is none, and StoreUnavailable when the bucket
 * breaks off: that says nothing of the archive.
 */
export async function readBucketBackup(
  address: string,
  config: BucketConfig,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> {
  const { key, archives } = await openBucketBackup(address, config)
  const content = await archives.get(key).catch(refusal)
  if (content === undefined) throw noSuchArchive(address)
  return throughStore(addAbortSignal(signal, content))
}

/** An account that may not read there says nothing of the archive either. */
function refusal(cause: unknown): never {
  if (cause instanceof StoreUnavailable) throw cause
  throw new StoreUnavailable('the bucket refuses to give the archive', { cause })
}

async function* throughStore(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* content
  } catch (cause) {
    throw new StoreUnavailable('the bucket broke off in the middle of the archive', { cause })
  }
}

/** What `tar` makes to read an archive with. */
interface ArchiveReader {
  write(chunk: Buffer): boolean
  end(): unknown
  on(event: 'error', heard: (error: unknown) => void): unknown
  once(event: 'end' | 'drain', heard: () => void): unknown
}

/**
 * Gives an archive to its reader piece by piece, and resolves when that has read all of it. A throw of `between`, which is
 * called before each piece, ends it.
 */
export async function feedArchive(
  content: AsyncIterable<Buffer>,
  reader: ArchiveReader,
  between: () => Promise<void> | void,
): Promise<void> {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  reader.once('end', () => resolve())
  // Each file that is being written may fail on its own.
  reader.on('error', reject)
  ended.catch(() => undefined)
  for await (const chunk of content) {
    await between()
    if (reader.write(chunk)) continue
    const drained = new Promise<void>((resume) => void reader.once('drain', () => resume()))
    await Promise.race([drained, ended])
  }
  reader.end()
  await ended
}
