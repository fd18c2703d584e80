import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { s3Server } from '../../../test/support/s3-server.ts'
import { frozenClock } from '../../lib/clock.ts'
import { describeBlobs } from './conformance.ts'
import { openBlobs } from './open-blobs.ts'

describeBlobs('files', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-blobs-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const clock = frozenClock()
  return { blobs: await openBlobs({ dir: join(dir, 'blobs'), s3: undefined, clock }), clock }
})

describeBlobs('S3', async () => {
  const { endpoint } = await s3Server('key')
  const clock = frozenClock()
  const credentials = { accessKeyId: 'key', secretAccessKey: 'secret' }
  const s3 = { endpoint, bucket: 'files', region: 'eu-central-1', pathStyle: true, ...credentials }
  return { blobs: await openBlobs({ dir: '/nonexistent', s3, clock }), clock }
})
