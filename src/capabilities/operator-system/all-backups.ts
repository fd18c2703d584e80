import { join } from 'node:path'
import { openArchives, type Archives } from '../../store/blobs/index.ts'
import { instanceId } from '../../store/instance-id.ts'
import { backupFolder, isByClock, listBackupFiles, type BackupFile } from './backups.ts'

/** What says where backups lie. */
export interface BackupConfig {
  dataDir: string
  /** `s3://BUCKET/PREFIX` */
  ALMANAC_BACKUP_TARGET?: string | undefined
  ALMANAC_S3_ENDPOINT?: string | undefined
  ALMANAC_S3_REGION: string
  ALMANAC_S3_ACCESS_KEY_ID?: string | undefined
  ALMANAC_S3_SECRET_ACCESS_KEY?: string | undefined
  ALMANAC_S3_PATH_STYLE: boolean
}

interface ListedBackup extends BackupFile {
  /** What commands name it by: a path, or `s3://BUCKET/PREFIX/NAME`. */
  address: string
  place: 'folder' | 'bucket'
  /** Of this installation; a bucket may hold those of others. */
  isOwn: boolean
}

interface BackupList {
  /** Newest first. */
  backups: ListedBackup[]
  /** Why the bucket could not be listed; null where it was, or none is set. */
  bucketProblem: string | null
}

/** Archives in the bucket are called by their installation, then like those of the folder. */
const inBucket = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.otask_[0-9a-z]{26}\.scheduled\.tar\.gz$/

/** Names of archives that tasks made, here or in the bucket: no other is taken from a request. */
export const backupName =
  /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.)?otask_[0-9a-z]{26}(?:\.scheduled)?\.tar\.gz$/

/** Where the archive of that name lies; undefined for one of a bucket where none is set. */
export function addressOf(name: string, config: BackupConfig): string | undefined {
  if (!inBucket.test(name)) return join(backupFolder(config.dataDir), name)
  const { ALMANAC_BACKUP_TARGET: target } = config
  return target === undefined ? undefined : `${target}/${name}`
}

/** All that tasks made, here and in the bucket. A bucket that does not answer hides nothing that lies here. */
export async function listAllBackups(config: BackupConfig): Promise<BackupList> {
  const folder = backupFolder(config.dataDir)
  const here = (await listBackupFiles(folder)).map((file) => ({
    ...file,
    address: join(folder, file.name),
    place: 'folder' as const,
    isOwn: true,
  }))
  try {
    const there = await listBucket(config)
    const backups = [...here, ...there].toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())
    return { backups, bucketProblem: null }
  } catch (error) {
    // The name alone: messages of servers quote addresses and accounts.
    const name = error instanceof Error ? error.name : 'unknown'
    return {
      backups: here,
      bucketProblem: `The bucket cannot be listed (${name}). Check its settings and try again.`,
    }
  }
}

async function listBucket(config: BackupConfig): Promise<ListedBackup[]> {
  const { ALMANAC_BACKUP_TARGET: target, dataDir } = config
  if (target === undefined) return []
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(target) ?? []
  const archives = await openBucket(bucket, config)
  const own = `${await instanceId(dataDir)}.`
  const objects = await archives.list(`${prefix}/`)
  return objects
    .map(({ key, bytes, modifiedMs }) => ({ name: key.slice(prefix.length + 1), bytes, modifiedMs }))
    .filter(({ name }) => inBucket.test(name) && isByClock(name))
    .map(({ name, bytes, modifiedMs }) => ({
      name,
      bytes,
      madeAt: new Date(modifiedMs),
      address: `${target}/${name}`,
      place: 'bucket' as const,
      isOwn: name.startsWith(own),
    }))
}

const openBucket = (bucket: string, config: BackupConfig): Promise<Archives> =>
  openArchives({
    bucket,
    region: config.ALMANAC_S3_REGION,
    endpoint: config.ALMANAC_S3_ENDPOINT,
    // Settings with a target and without an account are refused at the start.
    accessKeyId: config.ALMANAC_S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.ALMANAC_S3_SECRET_ACCESS_KEY ?? '',
    pathStyle: config.ALMANAC_S3_PATH_STYLE,
  })
