import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '../../../test/support/postgres.ts'
import { frozenClock } from '../../lib/clock.ts'
import { openFileBlobs } from '../../store/blobs/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'
import { openUploads } from './index.ts'
import { hourMs } from '../../lib/time.ts'

let db: Postgres
beforeAll(async () => {
  db = await testDatabase()
})

let made = 0

async function opened(quotaBytes = 1_000) {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-uploads-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const clock = frozenClock()
  const blobs = openFileBlobs({ dir, clock })
  const uploads = openUploads({ db, blobs, clock, quotaBytes })
  made += 1
  const organizationId = `org_${made}`
  async function* content(text: string) {
    yield Buffer.from(text)
  }
  const receive = (text: string, of = organizationId) =>
    uploads.receive(content(text), { organizationId: of, maxBytes: 10_000 })
  const has = async (id: string) => {
    const found = await blobs.get(id)
    found?.content.destroy()
    return found !== undefined
  }
  return { blobs, clock, uploads, organizationId, receive, has }
}

/** A received file, or the test fails. */
function taken<T extends object>(received: T): Exclude<T, { overQuota: true }> {
  if ('overQuota' in received) throw new Error('over the quota')
  return received as Exclude<T, { overQuota: true }>
}

test('what is not kept is gone ten minutes later, what is kept stays as long as it was said', async () => {
  const { blobs, clock, uploads, organizationId, receive, has } = await opened()
  const [refused, kept] = [taken(await receive('refused')), taken(await receive('kept'))]
  await uploads.keep(kept, { organizationId, untilMs: clock.now() + hourMs })
  clock.advance(10 * 60_000)
  await blobs.purge(clock.now())
  expect([await has(refused.blobId), await has(kept.blobId)]).toEqual([false, true])
  clock.advance(hourMs)
  expect(await has(kept.blobId)).toBe(false)
  expect(await uploads.purge(clock.now())).toBe(2)
})

test('an organization keeps what its quota says, refused files counted until they are gone', async () => {
  const { clock, organizationId, uploads, receive } = await opened()
  taken(await receive('a'.repeat(600)))
  expect(await receive('b'.repeat(600))).toEqual({ overQuota: true, kept: 600, quota: 1_000 })
  // The one that was too much is there until it is gone, so now nothing is read at all.
  expect(await receive('c')).toMatchObject({ overQuota: true, kept: 1_200 })
  taken(await receive('c', 'org_other'))
  clock.advance(10 * 60_000)
  const kept = taken(await receive('d'.repeat(900)))
  await uploads.keep(kept, { organizationId, untilMs: clock.now() + hourMs })
  // The same content again takes no more room.
  taken(await receive('d'.repeat(900)))
  expect(await receive('e'.repeat(101))).toMatchObject({ overQuota: true, kept: 900 })
  clock.advance(hourMs)
  taken(await receive('f'.repeat(1_000)))
})

test('of many at once no more is taken than may be kept', async () => {
  const { receive } = await opened()
  const all = await Promise.all(Array.from({ length: 8 }, (_, index) => receive(String(index).repeat(300))))
  expect(all.filter((one) => !('overQuota' in one)).length).toBeLessThanOrEqual(3)
})
