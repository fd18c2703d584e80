import { beforeAll, describe, expect, it } from 'vitest'
import { milli, noCredits } from '../../lib/credits.ts'
import { ForeignKeyViolation, sql, UniqueViolation } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { watchPostgres, type WatchedPostgres } from '../../../test/support/watched-postgres.ts'
import { formatKey } from './key-format.ts'
import { MalformedKey, openKeys } from './open-keys.ts'
import { verifies } from '../../../test/conformance/verifies.ts'

let platform: TestPlatform
let db: WatchedPostgres

beforeAll(async () => {
  db = watchPostgres(await testDatabase())
  platform = openTestPlatform(db)
})

const settings = () => ({ db: platform.db, clock: platform.clock, audit: platform.audit })

async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  const before = db.asked
  await work()
  return db.asked - before
}

describe('authenticate', () => {
  it('knows a live key and its organization', async () => {
    const { rawKey, caller } = await anOrg(platform)
    expect(await platform.keys.authenticate(rawKey)).toEqual(caller)
  })

  it('refuses a malformed key without asking the store', async () => {
    verifies('promise.keys.checksum-first')
    const { rawKey } = await anOrg(platform)
    const changed = rawKey.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    const queries = await queriesOf(async () => {
      for (const text of [changed, '', 'x', `${rawKey} `])
        expect(await platform.keys.authenticate(text)).toBeUndefined()
    })
    expect(queries).toBe(0)
  })

  it('asks the store once for a key, known or not', async () => {
    const { rawKey } = await anOrg(platform)
    for (const key of [rawKey, formatKey('live')]) {
      const queries = await queriesOf(async () => {
        for (let i = 0; i < 5; i++) await platform.keys.authenticate(key)
      })
      expect(queries).toBe(1)
    }
  })

  it('refuses a revoked key from the reply on, and within a second in another process', async () => {
    const { rawKey, organizationId, caller } = await anOrg(platform)
    const elsewhere = openKeys({ ...settings(), secret: Buffer.alloc(32, 7) })
    expect(await elsewhere.authenticate(rawKey)).toEqual(caller)
    await platform.keys.authenticate(rawKey)
    const revoked = await platform.keys.revokeKey(organizationId, caller.keyId)
    expect(revoked?.revokedAt).toEqual(new Date(platform.clock.now()))
    expect(await platform.keys.authenticate(rawKey)).toBeUndefined()
    platform.clock.advance(999)
    expect(await elsewhere.authenticate(rawKey)).toBeUndefined()
  })

  it('refuses a key from the instant it expires, cached or not', async () => {
    const { rawKey, organizationId, caller } = await anOrg(platform)
    await platform.keys.setExpiration(organizationId, caller.keyId, new Date(platform.clock.now() + 500))
    expect(await platform.keys.authenticate(rawKey)).toEqual(caller)
    platform.clock.advance(499)
    expect(await platform.keys.authenticate(rawKey)).toEqual(caller)
    platform.clock.advance(1)
    expect(await platform.keys.authenticate(rawKey)).toBeUndefined()
    await platform.keys.setExpiration(organizationId, caller.keyId, null)
    expect(await platform.keys.authenticate(rawKey)).toEqual(caller)
  })

  it('knows a key by its id as long as it works', async () => {
    const { organizationId, caller } = await anOrg(platform)
    expect(await platform.keys.findCaller(caller.keyId)).toEqual(caller)
    await platform.keys.setExpiration(organizationId, caller.keyId, new Date(platform.clock.now()))
    expect(await platform.keys.findCaller(caller.keyId)).toBeUndefined()
    await platform.keys.setExpiration(organizationId, caller.keyId, null)
    await platform.keys.revokeKey(organizationId, caller.keyId)
    for (const keyId of [caller.keyId, 'key_unknown', ''])
      expect(await platform.keys.findCaller(keyId)).toBeUndefined()
  })

  it('knows no key under another secret', async () => {
    const { rawKey } = await anOrg(platform)
    const other = openKeys({ ...settings(), secret: Buffer.alloc(32, 8) })
    expect(await other.authenticate(rawKey)).toBeUndefined()
    expect(() => openKeys({ ...settings(), secret: Buffer.alloc(31) })).toThrow(RangeError)
  })

  it('tells test keys from live ones', async () => {
    const { organizationId } = await anOrg(platform)
    const sandbox = await platform.organizations.openSandbox(organizationId)
    const { rawKey, record } = await platform.keys.createKey({
      organizationId: sandbox,
      name: 'sandbox',
      mode: 'test',
    })
    expect(rawKey).toMatch(/^alm_test_/)
    expect(await platform.keys.authenticate(rawKey)).toEqual({
      organizationId: sandbox,
      sandboxOf: organizationId,
      mode: 'test',
      keyId: record.id,
      keyPrefix: record.prefix,
    })
    const wrong = { organizationId, name: 'x', mode: 'test' as const }
    await expect(platform.keys.createKey(wrong)).rejects.toThrow('belong to a sandbox')
    await expect(platform.keys.createKey({ organizationId: sandbox, name: 'x' })).rejects.toThrow('to none')
  })
})

describe('keys', () => {
  it('show prefix and last four, never the key', async () => {
    const { organizationId } = await anOrg(platform)
    const created = await platform.keys.createKey({ organizationId, name: 'crm', maxCredits: milli(5_000) })
    const shown = await platform.keys.getKey(organizationId, created.record.id)
    expect(shown).toEqual(created.record)
    expect(shown).toMatchObject({
      name: 'crm',
      prefix: created.rawKey.slice(0, 13),
      last4: created.rawKey.slice(-4),
      maxCredits: 5_000,
      creditsUsed: 0,
      expiresAt: null,
      revokedAt: null,
    })
  })

  it('leave no raw key in any table', async () => {
    verifies('promise.keys.stored-as-hmac')
    const { rawKey } = await anOrg(platform)
    await platform.keys.authenticate(rawKey)
    const tables = await platform.db.query<{ name: string }>(sql`
      SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`)
    expect(tables.length).toBeGreaterThan(8)
    for (const { name } of tables) {
      const found = await platform.db.query(sql`
        SELECT FROM ${sql.id(name)} AS t WHERE t::text LIKE ${`%${rawKey.slice(13, -4)}%`} LIMIT 1`)
      expect(found).toEqual([])
    }
  })

  it('are listed oldest first, revoked ones on request only, other organizations never', async () => {
    const { organizationId, caller } = await anOrg(platform)
    platform.clock.advance(10)
    const { record } = await platform.keys.createKey({ organizationId, name: 'second' })
    await anOrg(platform)
    await platform.keys.revokeKey(organizationId, caller.keyId)
    const ids = async (includeRevoked: boolean) =>
      (await platform.keys.listKeys(organizationId, { includeRevoked })).map((key) => key.id)
    expect(await ids(false)).toEqual([record.id])
    expect(await ids(true)).toEqual([caller.keyId, record.id])
  })

  it("answer for another organization's key as for an unknown one, and leave it alone", async () => {
    const [mine, other] = [await anOrg(platform), await anOrg(platform)]
    const { keys } = platform
    for (const id of [other.caller.keyId, 'key_unknown']) {
      expect(await keys.getKey(mine.organizationId, id)).toBeUndefined()
      expect(await keys.revokeKey(mine.organizationId, id)).toBeUndefined()
      expect(await keys.setExpiration(mine.organizationId, id, new Date(0))).toBeUndefined()
      expect(await keys.setCreditLimit(mine.organizationId, id, noCredits)).toBeUndefined()
    }
    expect(await keys.authenticate(other.rawKey)).toEqual(other.caller)
    expect(await keys.getKey(other.organizationId, other.caller.keyId)).toMatchObject({ maxCredits: null })
    expect(await keys.findOrganization(other.caller.keyId)).toBe(other.organizationId)
  })

  it('keep the first instant of revocation', async () => {
    const { organizationId, caller } = await anOrg(platform)
    const first = await platform.keys.revokeKey(organizationId, caller.keyId)
    platform.clock.advance(5_000)
    expect(await platform.keys.revokeKey(organizationId, caller.keyId)).toEqual(first)
  })

  it('install a given key once, and only a well-formed one', async () => {
    const { organizationId } = await anOrg(platform)
    const rawKey = formatKey('live')
    const given = { organizationId, name: 'given', rawKey }
    expect(await platform.keys.authenticate(rawKey)).toBeUndefined()
    await platform.keys.createKey(given)
    expect(await platform.keys.authenticate(rawKey)).toMatchObject({ organizationId })
    await expect(platform.keys.createKey(given)).rejects.toThrow(UniqueViolation)
    await expect(platform.keys.createKey({ ...given, rawKey: 'alm_live_x' })).rejects.toThrow(MalformedKey)
  })

  it('are not made for an organization nobody knows', async () => {
    await expect(platform.keys.createKey({ organizationId: 'org_x', name: 'x' })).rejects.toThrow(
      ForeignKeyViolation,
    )
  })
})
