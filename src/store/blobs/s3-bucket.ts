import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  UploadPartCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { StoreUnavailable } from '../postgres/index.ts'

/** An object as a listing shows it. */
export interface StoredObject {
  key: string
  bytes: number
  /** By the clock of the server. */
  modifiedMs: number
}

/** Objects of one bucket. Everything throws StoreUnavailable while it cannot be reached. */
export interface Bucket {
  /** Without content: an empty one. */
  put(key: string, content?: Buffer): Promise<void>
  /** One object of parts that come after each other; nothing of it stays when they break off. */
  putParts(key: string, parts: AsyncIterable<Buffer>): Promise<void>
  copy(from: string, to: string): Promise<void>
  /** Nothing when there is none. */
  remove(key: string): Promise<void>
  /** Those whose keys begin so, in the order of keys. */
  list(prefix: string): AsyncGenerator<StoredObject>
  /** The same at once, where they are few. */
  all(prefix: string): Promise<StoredObject[]>
  /** Gives up uploads in parts that began before an instant; answers how many. */
  abortUploads(prefix: string, beforeMs: number): Promise<number>
}

export function openBucket(client: S3Client, name: string): Bucket {
  const at = (key: string) => ({ Bucket: name, Key: key })

  async function abort(key: string, uploadId: string | undefined): Promise<void> {
    await reached(client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId: uploadId })))
  }

  const list = (prefix: string) => listObjects(client, name, prefix)

  return {
    async put(key, content = Buffer.alloc(0)) {
      await reached(client.send(new PutObjectCommand({ ...at(key), Body: content })))
    },
    async putParts(key, parts) {
      const { UploadId } = await reached(client.send(new CreateMultipartUploadCommand(at(key))))
      try {
        const Parts: { ETag: string | undefined; PartNumber: number }[] = []
        for await (const Body of parts) {
          const PartNumber = Parts.length + 1
          const part = new UploadPartCommand({ ...at(key), UploadId, PartNumber, Body })
          const { ETag } = await reached(client.send(part))
          Parts.push({ ETag, PartNumber })
        }
        const whole = { ...at(key), UploadId, MultipartUpload: { Parts } }
        await reached(client.send(new CompleteMultipartUploadCommand(whole)))
      } catch (error) {
        // What cannot be given up now, `abortUploads` finds: for files at the next purge, for backups of the clock at the next one.
        await abort(key, UploadId).catch(() => undefined)
        throw error
      }
    },
    async copy(from, to) {
      await reached(client.send(new CopyObjectCommand({ ...at(to), CopySource: `${name}/${from}` })))
    },
    async remove(key) {
      await reached(client.send(new DeleteObjectCommand(at(key)))).catch(absent)
    },
    list,
    async all(prefix) {
      const objects: StoredObject[] = []
      for await (const object of list(prefix)) objects.push(object)
      return objects
    },
    async abortUploads(prefix, beforeMs) {
      const command = new ListMultipartUploadsCommand({ Bucket: name, Prefix: prefix })
      const { Uploads = [] } = await reached(client.send(command))
      const left = Uploads.filter(({ Initiated }) => (Initiated?.getTime() ?? Infinity) <= beforeMs)
      for (const { Key = '', UploadId } of left) await abort(Key, UploadId).catch(absent)
      return left.length
    },
  }
}

/** Objects whose keys begin so, page by page. */
async function* listObjects(client: S3Client, name: string, prefix: string): AsyncGenerator<StoredObject> {
  let ContinuationToken: string | undefined
  do {
    const page = new ListObjectsV2Command({ Bucket: name, Prefix: prefix, ContinuationToken })
    const { Contents = [], NextContinuationToken } = await reached(client.send(page))
    for (const { Key = '', Size = 0, LastModified } of Contents)
      yield { key: Key, bytes: Size, modifiedMs: LastModified?.getTime() ?? 0 }
    ContinuationToken = NextContinuationToken
  } while (ContinuationToken !== undefined)
}

/** Tells a server that is away, busy or broken from one that says no. */
export async function reached<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (cause) {
    const status = readStatus(cause)
    if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429) throw cause
    throw new StoreUnavailable('the bucket of files cannot be reached', { cause })
  }
}

/** Undefined for what is not there; throws anything else. */
export function absent(error: unknown): undefined {
  if (readStatus(error) === 404) return undefined
  throw error
}

const readStatus = (error: unknown) =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode
