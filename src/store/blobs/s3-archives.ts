import type { Readable } from 'node:stream'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { cutParts } from './cut-parts.ts'
import type { Archives } from './open-archives.ts'
import { absent, openBucket, reached } from './s3-bucket.ts'
import { openS3Client, type S3Settings } from './s3-client.ts'

/** Of the 10,000 parts that an upload may have: room for 640 GB. One is in memory, and one behind it. */
const partBytes = 64 * 1024 ** 2

export function openS3Archives(s3: S3Settings): Archives {
  const client = openS3Client(s3)
  const bucket = openBucket(client, s3.bucket)
  return {
    async put(key, content) {
      let bytes = 0
      async function* counted() {
        for await (const chunk of content) {
          bytes += chunk.length
          yield chunk
        }
      }
      await bucket.putParts(key, cutParts(counted(), partBytes))
      return bytes
    },
    async get(key) {
      const response = client.send(new GetObjectCommand({ Bucket: s3.bucket, Key: key }))
      const answer = await reached(response).catch(absent)
      return answer?.Body as Readable | undefined
    },
    list: (prefix) => bucket.all(prefix),
    remove: (key) => bucket.remove(key),
    giveUp: (prefix) => bucket.abortUploads(prefix, Infinity),
  }
}
