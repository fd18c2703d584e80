import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { countMilli, milli } from '../../src/lib/credits.ts'
import { chargedTogether } from '../support/in-line.ts'
import { testDatabase } from '../support/postgres.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../support/platform.ts'
import { ledgerCommands, type RealLedger } from './ledger-commands.ts'
import type { LedgerModel } from './ledger-model.ts'
import { togetherCommands } from './together-commands.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = openTestPlatform(await testDatabase())
})

/** A fresh organization on both sides: two subscriptions with credits, a free key and a limited one. */
async function setUp(): Promise<{ model: LedgerModel; real: RealLedger }> {
  const { organizationId, caller } = await anOrg(platform, { credits: 9_000 })
  platform.clock.advance(86_400_000)
  await platform.organizations.addSubscription(organizationId, milli(6_000))
  const { record } = await platform.keys.createKey({
    organizationId,
    name: 'limited',
    maxCredits: milli(8_000),
  })
  const [, second] = await platform.organizations.listSubscriptions(organizationId)
  await platform.subscriptions.configure(
    { organizationId, subscriptionId: second?.id ?? '', by: { actor: 'operator:test' } },
    { autoReset: true },
  )
  const subscriptions = (await platform.organizations.listSubscriptions(organizationId)).map((one) => ({
    id: one.id,
    resetsMs: one.periodResetsAt.getTime(),
    startedMs: one.periodStartedAt.getTime(),
    anchorMs: one.periodStartedAt.getTime(),
    graceMs: one.graceDays * 86_400_000,
    autoReset: one.autoReset,
    isPaused: false,
    allocation: BigInt(countMilli(one.allocation)),
    begunWith: BigInt(countMilli(one.allocation)),
    spentBefore: 0n,
    available: BigInt(countMilli(one.allocation)),
    held: 0n,
    spent: 0n,
    issued: BigInt(countMilli(one.allocation)),
  }))
  return {
    model: {
      subscriptions,
      keys: [
        { id: caller.keyId, max: undefined, used: 0n, held: 0n },
        { id: record.id, max: 8_000n, used: 0n, held: 0n },
      ],
      holds: [],
      unitPrice: 1_000n,
    },
    real: { platform, callers: [caller, { ...caller, keyId: record.id }], holds: [], serial: 0 },
  }
}

describe('the ledger, whatever happens in whatever order', () => {
  // fast-check prints seed and path of a failure; repeat it with { seed, path }.
  it('does what plain arithmetic does, and its books balance after every step', async () => {
    const all = [...ledgerCommands, ...togetherCommands]
    await fc.assert(
      fc.asyncProperty(fc.commands(all, { maxCommands: 60, size: 'max' }), async (commands) => {
        const { model, real } = await setUp()
        await fc.asyncModelRun(() => ({ model, real }), commands)
      }),
      { numRuns: 30 },
    )
    // Charges went together, in one statement and one after the other: otherwise this shows nothing of it.
    const groups = await chargedTogether(platform)
    expect(groups.filter(({ statements }) => statements === 1).length).toBeGreaterThan(2)
    expect(groups.filter(({ statements }) => statements > 1).length).toBeGreaterThan(2)
  })
})
