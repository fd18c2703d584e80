import type { Clock } from '../../lib/clock.ts'
import type { Blobs } from './contract.ts'
import { openFileBlobs } from './file-blobs.ts'
import type { S3Settings } from './s3-client.ts'

/** In the bucket where one is named, else in the folder. The client of S3 is loaded only where it is used. */
export async function openBlobs(settings: {
  dir: string
  s3: S3Settings | undefined
  clock: Clock
}): Promise<Blobs> {
  const { dir, s3, clock } = settings
  if (s3 === undefined) return openFileBlobs({ dir, clock })
  const { openS3Blobs } = await import('./s3-blobs.ts')
  return openS3Blobs({ s3, clock })
}
