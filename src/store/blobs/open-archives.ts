import type { Readable } from 'node:stream'
import type { S3Settings } from './s3-client.ts'
import type { StoredObject } from './s3-bucket.ts'

/** Large files of a bucket by their keys. Everything throws StoreUnavailable while it cannot be reached. */
export interface Archives {
  /** The object is there when all of it is; of one that breaks off nothing stays. Answers its bytes. */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<number>
  /** Undefined where there is none. */
  get(key: string): Promise<Readable | undefined>
  /** Those whose keys begin so. */
  list(prefix: string): Promise<StoredObject[]>
  remove(key: string): Promise<void>
  /** Gives up uploads that are not whole, whose keys begin so: a process that was killed left them. Answers how many. */
  giveUp(prefix: string): Promise<number>
}

/** The client of S3 is loaded only where it is used. */
export async function openArchives(s3: S3Settings): Promise<Archives> {
  const { openS3Archives } = await import('./s3-archives.ts')
  return openS3Archives(s3)
}
