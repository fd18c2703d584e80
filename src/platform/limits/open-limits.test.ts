import { beforeAll, describe, expect, it } from 'vitest'
import { CheckViolation, ForeignKeyViolation } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { watchPostgres, type WatchedPostgres } from '../../../test/support/watched-postgres.ts'
import { openLimits } from './open-limits.ts'

let platform: TestPlatform
let db: WatchedPostgres

beforeAll(async () => {
  db = watchPostgres(await testDatabase())
  platform = openTestPlatform(db)
})

const fallback = { max: 5, windowSeconds: 60 }

describe('limits', () => {
  it('are shared by all keys of an organization and touch nothing else', async () => {
    const [one, other] = [await anOrg(platform), await anOrg(platform)]
    const admit = async (organizationId: string, operationId: string) =>
      (await platform.limits.admit(organizationId, operationId, fallback)).admitted
    const results = await Promise.all(
      Array.from({ length: 20 }, () => admit(one.organizationId, 'companySearch')),
    )
    expect(results.filter(Boolean)).toHaveLength(5)
    expect(await admit(one.organizationId, 'companyCount')).toBe(true)
    expect(await admit(other.organizationId, 'companySearch')).toBe(true)
  })

  it("are the operator's where set: at once here, within a second elsewhere, and gone when cleared", async () => {
    const { organizationId } = await anOrg(platform)
    const elsewhere = openLimits(platform)
    const here = () => platform.limits.effective(organizationId, 'op', fallback)
    const there = () => elsewhere.effective(organizationId, 'op', fallback)
    expect([await here(), await there()]).toEqual(Array(2).fill({ max: 5, isCustom: false }))
    await platform.limits.setLimit({ organizationId, operationId: 'op', max: 7 })
    expect(await here()).toEqual({ max: 7, isCustom: true })
    platform.clock.advance(1_000)
    expect(await there()).toEqual({ max: 7, isCustom: true })
    const results = await Promise.all(
      Array.from({ length: 9 }, () => platform.limits.admit(organizationId, 'op', fallback)),
    )
    expect(results.filter((one) => one.admitted)).toHaveLength(7)
    expect(results.at(-1)).toMatchObject({ max: 7, windowSeconds: 60, remaining: 0 })
    expect(await platform.limits.listLimits(organizationId)).toEqual([
      { organizationId, operationId: 'op', max: 7 },
    ])
    expect(await platform.limits.clearLimit(organizationId, 'op')).toBe(true)
    expect(await platform.limits.clearLimit(organizationId, 'op')).toBe(false)
    expect(await here()).toEqual({ max: 5, isCustom: false })
  })

  it('are decided without the store but for one look a second', async () => {
    const { organizationId } = await anOrg(platform)
    platform.clock.advance(1_000)
    await platform.limits.admit(organizationId, 'op', fallback)
    const before = db.asked
    for (let i = 0; i < 100; i++) {
      platform.clock.advance(9)
      expect(platform.limits.admit(organizationId, 'op', fallback)).not.toBeInstanceOf(Promise)
    }
    platform.clock.advance(100)
    await Promise.all([1, 2, 3].map(() => platform.limits.admit(organizationId, 'op', fallback)))
    // The overrides, a sign of life, the other processes.
    expect(db.asked - before).toBe(3)
  })

  it('go on with what was last known while the store is away', async () => {
    const { organizationId } = await anOrg(platform)
    await platform.limits.setLimit({ organizationId, operationId: 'op', max: 2 })
    db.away = true
    try {
      platform.clock.advance(5_000)
      const results = await Promise.all(
        [1, 2, 3].map(() => platform.limits.admit(organizationId, 'op', fallback)),
      )
      expect(results.map((one) => one.admitted)).toEqual([true, true, false])
    } finally {
      db.away = false
    }
  })

  it('refuse a limit below one and an organization nobody knows', async () => {
    const { organizationId } = await anOrg(platform)
    const set = (id: string, max: number) =>
      platform.limits.setLimit({ organizationId: id, operationId: 'op', max })
    await expect(set(organizationId, 0)).rejects.toThrow(CheckViolation)
    await expect(set('org_x', 1)).rejects.toThrow(ForeignKeyViolation)
  })

  it('let an address fail 60 times a minute, and a /64 of IPv6 as one address', () => {
    const failures = (address: string) => platform.limits.admitFailure(address).admitted
    expect(Array.from({ length: 61 }, () => failures('203.0.113.9')).lastIndexOf(true)).toBe(59)
    expect(failures('203.0.113.10')).toBe(true)
    for (let i = 0; i < 60; i++) failures(`2001:db8:0:7:${i.toString(16)}::1`)
    expect(failures('2001:0db8::7:ffff:ffff:ffff:ffff')).toBe(false)
    expect(failures('2001:db8:0:8::1')).toBe(true)
    expect(failures('::ffff:198.51.100.1')).toBe(true)
    platform.clock.advance(60_000)
    expect(failures('203.0.113.9')).toBe(true)
  })

  it('count addresses for each operation without a key', () => {
    const admit = (operationId: string) =>
      platform.limits.admitAddress('203.0.113.20', operationId, fallback).admitted
    expect(Array.from({ length: 6 }, () => admit('healthCheck'))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ])
    expect(admit('signUp')).toBe(true)
  })
})
