import { describe, expect, it } from 'vitest'
import { frozenClock } from '../../lib/clock.ts'
import { createKeyCache } from './key-cache.ts'
import type { KnownKey } from './key-records.ts'

const key = (id: string): KnownKey => ({
  id,
  organizationId: 'org_1',
  mode: 'live',
  prefix: 'alm_live_abcd',
  sandboxOf: null,
  restrictions: undefined,
  expiresAtMs: Number.POSITIVE_INFINITY,
})

function setUp(maxEntries = 3) {
  const clock = frozenClock()
  const asked: string[] = []
  const stored = new Map<string, KnownKey>()
  const cache = createKeyCache({
    clock,
    maxAgeMs: 900,
    maxEntries,
    find: async (hash) => {
      const id = hash.toString()
      asked.push(id)
      return stored.get(id)
    },
  })
  return { clock, asked, stored, get: (id: string) => cache.get(Buffer.from(id)), cache }
}

describe('key cache', () => {
  it('asks once for a known and for an unknown key until the answer is 900 ms old', async () => {
    const { clock, asked, stored, get } = setUp()
    stored.set('a', key('a'))
    for (let i = 0; i < 3; i++) expect([await get('a'), await get('b')]).toEqual([key('a'), undefined])
    clock.advance(899)
    await get('a')
    expect(asked).toEqual(['a', 'b'])
    clock.advance(1)
    await get('a')
    expect(asked).toEqual(['a', 'b', 'a'])
  })

  it('asks once for many at the same time', async () => {
    const { asked, stored, get } = setUp()
    stored.set('a', key('a'))
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('a')))
    expect(new Set(answers).size).toBe(1)
    expect(asked).toEqual(['a'])
  })

  it('asks again when the clock was set back', async () => {
    const { clock, asked, get } = setUp()
    await get('a')
    clock.advance(-10_000)
    await get('a')
    expect(asked).toHaveLength(2)
  })

  it('stays bounded, and strangers do not push out a known key', async () => {
    const { asked, stored, get, cache } = setUp()
    stored.set('a', key('a'))
    await get('a')
    for (let i = 0; i < 100; i++) await get(`stranger ${i}`)
    expect(cache.size).toBe(4)
    await get('a')
    expect(asked.filter((id) => id === 'a')).toHaveLength(1)
  })

  it('does not believe a look-up that began before it was cleared', async () => {
    const clock = frozenClock()
    const answers: ((key: KnownKey | undefined) => void)[] = []
    const cache = createKeyCache({
      clock,
      maxAgeMs: 900,
      maxEntries: 3,
      find: () => new Promise((resolve) => answers.push(resolve)),
    })
    const before = cache.get(Buffer.from('a'))
    cache.clear()
    const after = cache.get(Buffer.from('a'))
    answers[0]?.(key('a'))
    answers[1]?.(undefined)
    expect([await before, await after]).toEqual([key('a'), undefined])
    expect(await cache.get(Buffer.from('a'))).toBeUndefined()
  })

  it('does not remember a failure of the store', async () => {
    let broken = true
    const cache = createKeyCache({
      clock: frozenClock(),
      maxAgeMs: 900,
      maxEntries: 3,
      find: async () => {
        if (broken) throw new Error('away')
        return key('a')
      },
    })
    await expect(cache.get(Buffer.from('a'))).rejects.toThrow('away')
    broken = false
    expect(await cache.get(Buffer.from('a'))).toEqual(key('a'))
  })
})
