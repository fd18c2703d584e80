import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import { describeBlobs } from './conformance.ts'
import { openFileBlobs } from './file-blobs.ts'

describeBlobs('files', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-blobs-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const clock = frozenClock()
  return { blobs: openFileBlobs({ dir: join(dir, 'blobs'), clock }), clock }
})
