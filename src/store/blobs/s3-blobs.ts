import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import type { Clock } from '../../lib/clock.ts'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import type { BlobId, BlobInfo, Blobs } from './contract.ts'
import { interruptedMs, isBlobId, measure, neverMs } from './measure.ts'
import { cutParts } from './cut-parts.ts'
import { absent, openBucket, reached, type Bucket, type StoredObject } from './s3-bucket.ts'
import { openS3Client, type S3Settings } from './s3-client.ts'

/** Sent at once; of larger content one such part at a time is in memory, and one behind it. */
const partBytes = 8 * 1024 ** 2
/** What a server copies from one key to another in one call. */
const maxBlobBytes = 5 * 1024 ** 3

const folder = 'blobs/'
const incoming = 'incoming/'
const nameContent = (id: BlobId) => `${folder}${id}/content`
const nameUntil = (id: BlobId, atMs: number) => `${folder}${id}/until/${String(atMs).padStart(15, '0')}`

/**
 * Blobs as objects of one bucket: `blobs/<id>/content`, and beside it one empty object for each wish how long it is to
 * live, `blobs/<id>/until/<milliseconds>`. The latest counts. Wishes are only ever added, so writers side by side lose
 * none, and a listing tells without reading anything what has expired.
 *
 * What does not fit into one part is collected under `incoming/`, since its name is known at its end, and copied by the
 * server. Throws StoreUnavailable while the bucket cannot be reached.
 */
export function openS3Blobs({ s3, clock }: { s3: S3Settings; clock: Clock }): Blobs {
  const client = openS3Client(s3)
  const bucket = openBucket(client, s3.bucket)
  const listObjects = (id: BlobId) => bucket.all(`${folder}${id}/`)

  return {
    async put(content, { maxBytes, expiresAtMs = neverMs }) {
      const { chunks, info } = measure(content, Math.min(maxBytes, maxBlobBytes))
      const parts = cutParts(chunks, partBytes)
      try {
        return await store(bucket, parts, { info, expiresAtMs })
      } finally {
        // The sender of the content learns that no more is read.
        await parts.return(undefined)
      }
    },
    async get(id) {
      if (!isBlobId(id)) return undefined
      const blob = describe(await listObjects(id))
      if (blob.content === undefined || blob.untilMs <= clock.now()) return undefined
      const response = client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: nameContent(id) }))
      const answer = await reached(response).catch(absent)
      if (answer === undefined) return undefined
      return { id, bytes: blob.content.bytes, content: answer.Body as Readable }
    },
    async extend(id, expiresAtMs) {
      if (!isBlobId(id)) return
      const blob = describe(await listObjects(id))
      if (blob.content !== undefined && blob.untilMs < expiresAtMs)
        await bucket.put(nameUntil(id, expiresAtMs))
    },
    async remove(id) {
      if (!isBlobId(id)) return
      await bucket.remove(nameContent(id))
      for (const { key } of await listObjects(id)) await bucket.remove(key)
    },
    purge: (nowMs) => purge(bucket, nowMs),
  }
}

async function store(
  bucket: Bucket,
  parts: AsyncGenerator<Buffer>,
  { info, expiresAtMs }: { info(): BlobInfo; expiresAtMs: number },
): Promise<BlobInfo> {
  const first = await parts.next()
  const second = await parts.next()
  if (second.done === true) {
    const current = info()
    // The lifetime is stored first, so that nobody purges the content about to arrive.
    await bucket.put(nameUntil(current.id, expiresAtMs))
    await bucket.put(nameContent(current.id), first.done === true ? undefined : first.value)
    return current
  }
  const draft = `${incoming}${randomUUID()}`
  await bucket.putParts(draft, joined([first.value as Buffer, second.value], parts))
  const current = info()
  await bucket.put(nameUntil(current.id, expiresAtMs))
  await bucket.copy(draft, nameContent(current.id))
  await bucket.remove(draft)
  return current
}

/** What the objects of one blob say of it. */
function describe(objects: readonly StoredObject[]): { content?: StoredObject; untilMs: number } {
  const content = objects.find(({ key }) => key.endsWith('/content'))
  const wishes = objects.map(({ key }) => Number(/\/until\/(\d+)$/.exec(key)?.[1] ?? 0))
  return { ...(content === undefined ? {} : { content }), untilMs: Math.max(0, ...wishes) }
}

async function purge(bucket: Bucket, nowMs: number): Promise<number> {
  let removed = 0
  // Objects come in the order of their keys: those of one blob after each other.
  let ofOne: StoredObject[] = []
  const end = async () => {
    if (await purgeOne(bucket, ofOne, nowMs)) removed += 1
    ofOne = []
  }
  for await (const object of bucket.list(folder)) {
    if (ofOne[0] !== undefined && readId(ofOne[0].key) !== readId(object.key)) await end()
    ofOne.push(object)
  }
  await end()
  for await (const { key, modifiedMs } of bucket.list(incoming)) {
    if (modifiedMs > nowMs - interruptedMs) continue
    await bucket.remove(key)
    removed += 1
  }
  return removed + (await bucket.abortUploads(incoming, nowMs - interruptedMs))
}

const readId = (key: string) => key.slice(folder.length, folder.length + 64)

/** Wishes go before the content, so that a wish made meanwhile keeps it. */
async function purgeOne(bucket: Bucket, objects: readonly StoredObject[], nowMs: number): Promise<boolean> {
  const { content, untilMs } = describe(objects)
  if (objects[0] === undefined || untilMs > nowMs) return false
  const limited = limitConcurrency(8)
  const wishes = objects.filter(({ key }) => key !== content?.key)
  await Promise.all(wishes.map(({ key }) => limited(() => bucket.remove(key))))
  if (content === undefined) return false
  const left = describe(await bucket.all(`${folder}${readId(content.key)}/`))
  if (left.untilMs > nowMs) return false
  await bucket.remove(content.key)
  return true
}

async function* joined(first: readonly Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first
  yield* rest
}
