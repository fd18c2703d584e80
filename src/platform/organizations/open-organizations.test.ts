import { beforeEach, describe, expect, it } from 'vitest'
import { milli, noCredits } from '../../lib/credits.ts'
import { ForeignKeyViolation, sql } from '../../store/postgres/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { formatKey, MalformedKey } from '../keys/index.ts'

let platform: TestPlatform

beforeEach(async () => {
  platform ??= openTestPlatform(await testDatabase())
  // Bootstrap needs an empty installation; the journal refuses DELETE, so everything goes away with its tables' triggers.
  await platform.db.transact(async (tx) => {
    await tx.query(sql`ALTER TABLE ledger_transfers DISABLE TRIGGER ALL`)
    await tx.query(sql`TRUNCATE organizations CASCADE`)
    await tx.query(sql`ALTER TABLE ledger_transfers ENABLE ALWAYS TRIGGER ledger_transfers_append_only`)
  })
})

describe('createOrganization', () => {
  it('comes with an active subscription, a month long, and its credits on the books', async () => {
    const { organization, subscriptionId } = await platform.organizations.createOrganization({
      name: 'Acme',
      credits: milli(250_000),
    })
    const nowMs = platform.clock.now()
    expect(await platform.organizations.listSubscriptions(organization.id)).toEqual([
      {
        id: subscriptionId,
        organizationId: organization.id,
        status: 'active',
        allocation: 250_000,
        periodStartedAt: new Date(nowMs),
        periodResetsAt: new Date('2026-02-15T12:00:00.000Z'),
        graceDays: 14,
        autoReset: false,
        exportRows: null,
      },
    ])
    expect(await platform.ledger.balance(organization.id)).toEqual({
      available: 250_000,
      allocation: 250_000,
    })
    expect(await platform.ledger.reconcile(organization.id)).toEqual([])
    expect(await platform.organizations.getOrganization(organization.id)).toEqual(organization)
  })

  it('happens whole or not at all', async () => {
    await expect(
      platform.organizations.createOrganization({ name: 'Acme', credits: milli(-1) }),
    ).rejects.toThrow()
    await expect(platform.organizations.createOrganization({ name: '', credits: milli(1) })).rejects.toThrow()
    expect(await platform.organizations.listOrganizations()).toEqual([])
  })

  it('can be followed by further subscriptions, of known organizations', async () => {
    const { organization } = await platform.organizations.createOrganization({
      name: 'Acme',
      credits: noCredits,
    })
    await platform.organizations.addSubscription(organization.id, milli(5_000))
    expect(await platform.ledger.balance(organization.id)).toEqual({ available: 5_000, allocation: 5_000 })
    await expect(platform.organizations.addSubscription('org_x', milli(1))).rejects.toThrow(
      ForeignKeyViolation,
    )
  })
})

describe('bootstrap', () => {
  it('makes the first organization with its credits and a key that works', async () => {
    const first = await platform.organizations.bootstrap({ credits: milli(500_000) })
    expect(first?.rawKey).toMatch(/^alm_live_/)
    expect(await platform.keys.authenticate(first?.rawKey ?? '')).toMatchObject({
      organizationId: first?.organizationId,
    })
    expect(await platform.ledger.balance(first?.organizationId ?? '')).toMatchObject({ available: 500_000 })
  })

  it('installs the key it is given, and does not repeat it', async () => {
    const key = formatKey('live')
    const first = await platform.organizations.bootstrap({ key, credits: noCredits })
    expect(first).toEqual({ organizationId: first?.organizationId })
    expect(await platform.keys.authenticate(key)).toMatchObject({ organizationId: first?.organizationId })
  })

  it('does nothing when there is an organization', async () => {
    await platform.organizations.createOrganization({ name: 'Acme', credits: noCredits })
    expect(await platform.organizations.bootstrap({ credits: milli(1) })).toBeUndefined()
  })

  it('happens once when many start at the same time', async () => {
    const starts = await Promise.all(
      Array.from({ length: 8 }, () =>
        openTestPlatform(platform.db).organizations.bootstrap({ credits: milli(1_000) }),
      ),
    )
    expect(starts.filter((start) => start !== undefined)).toHaveLength(1)
    expect(await platform.organizations.listOrganizations()).toHaveLength(1)
  })

  it('names the setting when the given key is malformed, and makes nothing', async () => {
    const bad = platform.organizations.bootstrap({
      key: `${formatKey('live').slice(0, -1)}!`,
      credits: milli(1),
    })
    await expect(bad).rejects.toThrow(MalformedKey)
    await expect(bad).rejects.toThrow('ALMANAC_BOOTSTRAP_KEY')
    expect(await platform.organizations.listOrganizations()).toEqual([])
  })
})

it('search by age is allowed until it is switched off, for one organization alone', async () => {
  const [a, b] = [
    await platform.organizations.createOrganization({ name: 'A', credits: noCredits }),
    await platform.organizations.createOrganization({ name: 'B', credits: noCredits }),
  ].map(({ organization }) => organization.id) as [string, string]
  await platform.organizations.allowAgeSearch(a, false)
  const may = platform.organizations.mayAskAge
  expect([await may(a), await may(b), await may('org_unknown')]).toEqual([false, true, false])
  await platform.organizations.allowAgeSearch(a, true)
  expect(await may(a)).toBe(true)
})
