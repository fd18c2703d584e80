import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { s3Server } from '../../../test/support/s3-server.ts'
import { frozenClock, systemClock } from '../../lib/clock.ts'
import { StoreUnavailable } from '../postgres/index.ts'
import { openS3Blobs } from './s3-blobs.ts'
import { dayMs } from '../../lib/time.ts'

async function bucket(clock = frozenClock(systemClock.now()), accessKeyId = 'key') {
  const server = await s3Server('key')
  const credentials = { accessKeyId, secretAccessKey: 'a secret' }
  const s3 = { endpoint: server.endpoint, bucket: 'files', region: 'eu-central-1', pathStyle: true }
  return { server, clock, blobs: openS3Blobs({ s3: { ...s3, ...credentials }, clock }) }
}

async function* blocks(count: number, then?: Error): AsyncGenerator<Uint8Array> {
  for (let index = 0; index < count; index++) yield Buffer.alloc(1024 ** 2, index)
  if (then !== undefined) throw then
}

test('every request is signed and none tells the secret', async () => {
  const { server, blobs } = await bucket()
  const { id } = await blobs.put(blocks(1), { maxBytes: 1024 ** 3 })
  ;(await blobs.get(id))?.content.destroy()
  await blobs.remove(id)
  expect(server.requests.length).toBeGreaterThan(4)
  for (const { authorization } of server.requests) {
    expect(authorization).toMatch(/^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/eu-central-1\/s3\/aws4_request, /)
    expect(authorization).not.toContain('secret')
  }
  expect(server.keys()).toEqual([])
})

test('an account that the server does not know is an error, not an outage', async () => {
  const { blobs } = await bucket(undefined, 'somebody')
  await expect(blobs.put(blocks(1), { maxBytes: 1024 ** 3 })).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('large content comes in parts, is whole under its digest, and leaves no draft', async () => {
  const { server, blobs } = await bucket()
  const { id, bytes } = await blobs.put(blocks(19), { maxBytes: 1024 ** 3 })
  const parts = server.requests.filter(({ url }) => url.includes('partNumber='))
  expect(parts).toHaveLength(3)
  const found = await buffer((await blobs.get(id))?.content ?? Readable.from([]))
  expect(found.length).toBe(bytes)
  const sums = Array.from({ length: 19 }, (_, index) => found[index * 1024 ** 2])
  expect(sums).toEqual(Array.from({ length: 19 }, (_, index) => index))
  expect(server.keys().map((key) => key.replace(id, 'ID').replace(/\d{15}/, 'N'))).toEqual([
    'blobs/ID/content',
    'blobs/ID/until/N',
  ])
  expect(server.openUploads()).toBe(0)
})

test('large content that breaks off leaves neither object nor upload', async () => {
  const { server, blobs } = await bucket()
  await expect(blobs.put(blocks(19, new Error('broke off')), { maxBytes: 1024 ** 3 })).rejects.toThrow(
    'broke off',
  )
  await expect(blobs.put(blocks(19), { maxBytes: 17 * 1024 ** 2 })).rejects.toThrow('more than')
  expect(server.keys()).toEqual([])
  expect(server.openUploads()).toBe(0)
})

test('what a killed writer left goes a day later, and nothing before', async () => {
  const { server, blobs, clock } = await bucket()
  const killed = Promise.withResolvers<void>()
  async function* stuck() {
    yield* blocks(17)
    await killed.promise
  }
  const put = blobs.put(stuck(), { maxBytes: 1024 ** 3 }).catch((error: unknown) => error)
  await expect.poll(() => server.openUploads()).toBe(1)
  expect(await blobs.purge(clock.now())).toBe(0)
  expect(await blobs.purge(clock.now() + 2 * dayMs)).toBe(1)
  expect(server.openUploads()).toBe(0)
  killed.resolve()
  await put
})

test('wishes side by side: the longest counts, and goes with the rest', async () => {
  const { server, blobs, clock } = await bucket()
  const wishes = [3, 9, 1, 7, 5].map((days) => clock.now() + days * dayMs)
  const all = await Promise.all(
    wishes.map((expiresAtMs) => blobs.put(blocks(1), { maxBytes: 1024 ** 3, expiresAtMs })),
  )
  const id = all[0]?.id ?? ''
  expect(await blobs.purge(clock.now() + 8 * dayMs)).toBe(0)
  expect(await blobs.get(id)).toBeDefined()
  clock.advance(9 * dayMs)
  expect(await blobs.purge(clock.now())).toBe(1)
  expect(server.keys()).toEqual([])
})

test('a bucket that is away is an outage', async () => {
  const { server, blobs } = await bucket()
  server.isAway = true
  await expect(blobs.put(blocks(1), { maxBytes: 1024 ** 3 })).rejects.toThrow(StoreUnavailable)
  await expect(blobs.get('a'.repeat(64))).rejects.toThrow(StoreUnavailable)
  server.isAway = false
  expect(await blobs.get('a'.repeat(64))).toBeUndefined()
})
