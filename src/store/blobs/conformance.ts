import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { FrozenClock } from '../../lib/clock.ts'
import { BlobTooLarge, type Blobs } from './contract.ts'

async function* pieces(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield typeof text === 'string' ? Buffer.from(text) : text
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** What every way of keeping blobs has to pass. */
export function describeBlobs(name: string, open: () => Promise<{ blobs: Blobs; clock: FrozenClock }>): void {
  describe(`blobs: ${name}`, () => {
    const read = async (blobs: Blobs, id: string) => {
      const blob = await blobs.get(id)
      return blob === undefined ? undefined : (await buffer(blob.content)).toString()
    }

    it('keep content under its digest, in whatever pieces it came', async () => {
      const { blobs } = await open()
      const one = await blobs.put(pieces('hello ', 'world'), { maxBytes: 100 })
      const two = await blobs.put(pieces('hello world'), { maxBytes: 100 })
      expect(one).toEqual({ id: sha256('hello world'), bytes: 11 })
      expect(two).toEqual(one)
      expect(await read(blobs, one.id)).toBe('hello world')
      const blob = await blobs.get(one.id)
      expect(blob?.bytes).toBe(11)
      blob?.content.destroy()
      const empty = await blobs.put(pieces(), { maxBytes: 0 })
      expect(await read(blobs, empty.id)).toBe('')
    })

    it('are gone at once when removed, and can be stored again', async () => {
      const { blobs } = await open()
      const { id } = await blobs.put(pieces('removed'), { maxBytes: 100 })
      for (const name of [id, id, '../secret.key']) await blobs.remove(name)
      expect(await read(blobs, id)).toBeUndefined()
      await blobs.put(pieces('removed'), { maxBytes: 100 })
      expect(await read(blobs, id)).toBe('removed')
    })

    it('know nothing of other names, whatever they look like', async () => {
      const { blobs } = await open()
      for (const id of [sha256('nothing'), '', '../secret.key', 'a'.repeat(64), 'A'.repeat(64), '%2e%2e'])
        expect(await blobs.get(id)).toBeUndefined()
    })

    it('refuse more than the limit and leave nothing of it', async () => {
      const { blobs } = await open()
      let takenBytes = 0
      async function* endless() {
        for (;;) {
          takenBytes += 1
          yield Buffer.alloc(1_000, 97)
        }
      }
      await expect(blobs.put(endless(), { maxBytes: 5_000 })).rejects.toThrow(BlobTooLarge)
      expect(takenBytes).toBe(6)
      expect(await blobs.get(sha256('a'.repeat(5_000)))).toBeUndefined()
      expect(await blobs.put(pieces('a'.repeat(5_000)), { maxBytes: 5_000 })).toMatchObject({ bytes: 5_000 })
    })

    it('leave nothing of content that breaks off', async () => {
      const { blobs, clock } = await open()
      async function* broken() {
        yield Buffer.from('half')
        throw new Error('broke off')
      }
      await expect(blobs.put(broken(), { maxBytes: 100 })).rejects.toThrow('broke off')
      expect(await blobs.get(sha256('half'))).toBeUndefined()
      expect(await blobs.purge(clock.now() + 10 * 86_400_000)).toBe(0)
    })

    it('expire at their instant, and live as long as the longest wish', async () => {
      const { blobs, clock } = await open()
      const start = clock.now()
      const put = (text: string, days?: number) =>
        blobs.put(pieces(text), {
          maxBytes: 100,
          ...(days === undefined ? {} : { expiresAtMs: start + days * 86_400_000 }),
        })
      const [short, long, ever] = [await put('short', 1), await put('long', 3), await put('ever')]
      await put('long', 1)
      clock.advance(86_400_000 - 1)
      expect(await read(blobs, short.id)).toBe('short')
      clock.advance(1)
      expect(await read(blobs, short.id)).toBeUndefined()
      expect(await blobs.purge(clock.now())).toBe(1)
      expect(await read(blobs, long.id)).toBe('long')
      clock.advance(100 * 365 * 86_400_000)
      expect(await blobs.purge(clock.now())).toBe(1)
      expect(await read(blobs, ever.id)).toBe('ever')
    })

    it('live longer when that is wished for later, and never shorter', async () => {
      const { blobs, clock } = await open()
      const start = clock.now()
      const { id } = await blobs.put(pieces('extended'), { maxBytes: 100, expiresAtMs: start + 1_000 })
      await blobs.extend(id, start + 5_000)
      await blobs.extend(id, start + 2_000)
      for (const unknown of [sha256('unknown'), '../secret.key']) await blobs.extend(unknown, start + 5_000)
      clock.advance(4_999)
      expect(await read(blobs, id)).toBe('extended')
      clock.advance(1)
      expect(await read(blobs, id)).toBeUndefined()
    })

    it('take the same content from many writers at once', async () => {
      const { blobs } = await open()
      const all = await Promise.all(
        Array.from({ length: 20 }, () => blobs.put(pieces('same', ' content'), { maxBytes: 100 })),
      )
      expect(new Set(all.map(({ id }) => id)).size).toBe(1)
      expect(await read(blobs, all[0]?.id ?? '')).toBe('same content')
    })

    it('stream what is larger than memory allows to hold', async () => {
      const { blobs } = await open()
      const block = Buffer.alloc(1024 * 1024, 98)
      const { id, bytes } = await blobs.put(pieces(...Array.from({ length: 64 }, () => block)), {
        maxBytes: 1024 ** 3,
      })
      expect(bytes).toBe(64 * 1024 * 1024)
      let largest = 0
      let size = 0
      for await (const chunk of (await blobs.get(id))?.content ?? []) {
        largest = Math.max(largest, (chunk as Buffer).length)
        size += (chunk as Buffer).length
      }
      expect(size).toBe(bytes)
      expect(largest).toBeLessThanOrEqual(1024 * 1024)
    })
  })
}
