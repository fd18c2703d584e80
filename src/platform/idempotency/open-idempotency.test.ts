import { beforeAll, describe, expect, it } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { watchPostgres } from '../../../test/support/watched-postgres.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { hourMs } from '../../lib/time.ts'

let platform: TestPlatform
let made = 0

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})

const LEASE_MS = 60_000
function aClaim(more: { key?: string; fingerprint?: string; organizationId?: string } = {}) {
  made += 1
  return {
    organizationId: 'org_1',
    key: `key-${made}`,
    fingerprint: 'body',
    requestId: `req_${made}`,
    expiresAtMs: platform.clock.now() + LEASE_MS,
    ...more,
  }
}

const answer = (body = '{"ok":true}') => ({ status: 200, body, creditsCharged: milli(1_500) })

describe('one key', () => {
  it('is claimed by exactly one of 50 requests at the same time', async () => {
    const { key } = aClaim()
    const claims = await Promise.all(
      Array.from({ length: 50 }, () => platform.idempotency.claim(aClaim({ key }))),
    )
    const states = claims.map((claim) => claim.state).toSorted()
    expect(states).toEqual(['claimed', ...Array<string>(49).fill('running')])
  })

  it('replays the answer byte for byte, whatever bytes', async () => {
    const claim = aClaim()
    const claimed = await platform.idempotency.claim(claim)
    if (claimed.state !== 'claimed') throw new Error(claimed.state)
    expect(claimed.slot).toEqual({ organizationId: 'org_1', key: claim.key, requestId: claim.requestId })
    const sent = answer('{"a":"é\u0000\\u0000 😀 \\ud800"}\n')
    await platform.idempotency.complete(claimed.slot, sent)
    const again = await platform.idempotency.claim(aClaim({ key: claim.key }))
    expect(again).toEqual({ state: 'replay', answer: sent, claimedAtMs: expect.any(Number) })
  })

  it('refuses another body, while running and when done', async () => {
    const claim = aClaim()
    await platform.idempotency.claim(claim)
    const other = () => platform.idempotency.claim(aClaim({ key: claim.key, fingerprint: 'other' }))
    expect(await other()).toEqual({ state: 'mismatch' })
    await platform.idempotency.complete(claim, answer())
    expect(await other()).toEqual({ state: 'mismatch' })
  })

  it('of another organization is another key', async () => {
    const { key } = aClaim()
    expect(await platform.idempotency.claim(aClaim({ key }))).toMatchObject({ state: 'claimed' })
    const other = aClaim({ key, organizationId: 'org_2', fingerprint: 'other' })
    expect(await platform.idempotency.claim(other)).toMatchObject({ state: 'claimed' })
  })

  it('is free again after its request was abandoned, also for another body', async () => {
    const claim = aClaim()
    await platform.idempotency.claim(claim)
    await platform.idempotency.abandon(claim)
    const next = aClaim({ key: claim.key, fingerprint: 'other' })
    expect(await platform.idempotency.claim(next)).toMatchObject({ state: 'claimed' })
    await platform.idempotency.abandon(claim)
    expect(await platform.idempotency.claim(aClaim({ key: claim.key, fingerprint: 'other' }))).toEqual({
      state: 'running',
    })
  })

  it('keeps an answer when its request is abandoned too late', async () => {
    const claim = aClaim()
    await platform.idempotency.claim(claim)
    await platform.idempotency.complete(claim, answer())
    await platform.idempotency.abandon(claim)
    expect(await platform.idempotency.claim(aClaim({ key: claim.key }))).toMatchObject({ state: 'replay' })
  })
})

describe('a request that never ends', () => {
  it('loses its key when the lease is over, and can store no answer any more', async () => {
    const claim = aClaim()
    await platform.idempotency.claim(claim)
    platform.clock.advance(LEASE_MS - 1)
    expect(await platform.idempotency.claim(aClaim({ key: claim.key }))).toEqual({ state: 'running' })
    platform.clock.advance(1)
    const successors = await Promise.all(
      [1, 2, 3].map(() => platform.idempotency.claim(aClaim({ key: claim.key }))),
    )
    expect(successors.filter((one) => one.state === 'claimed')).toHaveLength(1)
    await platform.idempotency.complete(claim, answer('late'))
    await platform.idempotency.abandon(claim)
    expect(await platform.idempotency.claim(aClaim({ key: claim.key }))).toEqual({ state: 'running' })
  })

  it('loses its key when its process was started again, other processes keep theirs', async () => {
    const [dead, elsewhere] = [aClaim(), aClaim()]
    await platform.idempotency.claim(dead)
    await platform.idempotency.claim(elsewhere)
    await platform.db.query(
      sql`UPDATE idempotency_keys SET instance_id = 'elsewhere' WHERE key <> ${dead.key}`,
    )
    const next = openTestPlatform(platform.db, { clock: platform.clock, bootId: 'boot-2' }).idempotency
    const own = aClaim()
    await next.claim(own)
    expect(await next.freeAbandoned()).toBe(1)
    expect(await next.claim(aClaim({ key: dead.key }))).toMatchObject({ state: 'claimed' })
    expect(await next.claim(aClaim({ key: elsewhere.key }))).toEqual({ state: 'running' })
    expect(await next.claim(aClaim({ key: own.key }))).toEqual({ state: 'running' })
  })
})

describe('a request that ended while the store was away', () => {
  it('leaves its key to the next, though it could not give it back', async () => {
    const store = watchPostgres(platform.db)
    const { idempotency } = openTestPlatform(store, { clock: platform.clock })
    const claim = aClaim()
    const retry = () => idempotency.claim(aClaim({ key: claim.key, fingerprint: 'other' }))
    await idempotency.claim(claim)
    expect(await retry()).toEqual({ state: 'mismatch' })
    store.away = true
    await expect(idempotency.abandon(claim)).rejects.toThrow('away')
    store.away = false
    expect(await retry()).toMatchObject({ state: 'claimed' })
    expect(await retry()).toEqual({ state: 'running' })
  })

  it('leaves a key that was claimed without an answer of the store', async () => {
    const store = watchPostgres(platform.db)
    const { idempotency } = openTestPlatform(store, { clock: platform.clock })
    const claim = aClaim()
    store.deaf = true
    await expect(idempotency.claim(claim)).rejects.toThrow('answer lost')
    store.deaf = false
    expect(await idempotency.claim(aClaim({ key: claim.key }))).toMatchObject({ state: 'claimed' })
  })

  it('keeps an answer that was stored all the same', async () => {
    const store = watchPostgres(platform.db)
    const { idempotency } = openTestPlatform(store, { clock: platform.clock })
    const claim = aClaim()
    await idempotency.claim(claim)
    store.deaf = true
    await expect(idempotency.complete(claim, answer())).rejects.toThrow('answer lost')
    store.deaf = false
    store.away = true
    await expect(idempotency.abandon(claim)).rejects.toThrow('away')
    store.away = false
    const again = await idempotency.claim(aClaim({ key: claim.key }))
    expect(again).toEqual({ state: 'replay', answer: answer(), claimedAtMs: expect.any(Number) })
  })
})

describe('72 hours', () => {
  it('answers are replayed until then, and the key is new after it', async () => {
    const claim = aClaim()
    await platform.idempotency.claim(claim)
    await platform.idempotency.complete(claim, answer())
    platform.clock.advance(72 * hourMs - 1)
    expect(
      await platform.idempotency
        .purgeExpired(platform.clock.now())
        .then(() => platform.idempotency.claim(aClaim({ key: claim.key }))),
    ).toMatchObject({ state: 'replay' })
    platform.clock.advance(1)
    const next = aClaim({ key: claim.key, fingerprint: 'other' })
    expect(await platform.idempotency.claim(next)).toMatchObject({ state: 'claimed' })
  })

  it('old keys are removed, running ones kept', async () => {
    const [done, running] = [aClaim(), aClaim()]
    await platform.idempotency.claim(done)
    await platform.idempotency.complete(done, answer())
    platform.clock.advance(72 * hourMs + 1)
    await platform.idempotency.claim(running)
    await platform.idempotency.purgeExpired(platform.clock.now())
    const left = await platform.db.query<{ key: string }>(sql`SELECT key FROM idempotency_keys`)
    expect(left.map((row) => row.key)).toContain(running.key)
    expect(left.map((row) => row.key)).not.toContain(done.key)
    expect(await platform.idempotency.purgeExpired(platform.clock.now())).toBe(0)
  })
})
