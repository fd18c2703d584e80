import fc from 'fast-check'
import { expect } from 'vitest'
import { milli } from '../../src/lib/credits.ts'
import type { Caller, Hold, HoldRequest, IdempotencySlot } from '../../src/operation/index.ts'
import { periodAt } from '../../src/platform/organizations/index.ts'
import { HoldGone, NotEnoughCredits } from '../../src/platform/ledger/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import type { TestPlatform } from '../support/platform.ts'
import {
  closeHold,
  decideHold,
  giveBack,
  openHold,
  renew,
  revokeFromAllocation,
  type LedgerModel,
  type ModelHold,
} from './ledger-model.ts'

/** The real side of a run: one organization with two subscriptions and two keys. */
export interface RealLedger {
  platform: TestPlatform
  callers: Caller[]
  /** Real holds, at the places of the model's. */
  holds: { request: HoldRequest; hold: Hold }[]
  serial: number
}

export type LedgerCommand = fc.AsyncCommand<LedgerModel, RealLedger>

const organizationOf = (real: RealLedger) => real.callers[0]?.organizationId ?? ''
const linesOf = (units: number) => [{ key: 'companySearchResult' as const, units }]

/** Every balance and usage as in the model; every balance the sum of its entries; nothing below zero. */
async function agree(model: LedgerModel, real: RealLedger): Promise<void> {
  const { db, ledger } = real.platform
  expect(await ledger.reconcile(organizationOf(real))).toEqual([])
  const balances = await db.query(sql`
    SELECT subscription_id AS id, available, held, spent, issued FROM subscription_balances
    WHERE organization_id = ${organizationOf(real)} ORDER BY 1`)
  const usage = await db.query(sql`
    SELECT key_id AS id, used, held FROM api_key_usage
    WHERE key_id = ANY(${real.callers.map((caller) => caller.keyId)}) ORDER BY 1`)
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
  expect(balances).toEqual(
    model.subscriptions.toSorted(byId).map(({ id, available, held, spent, issued }) => ({
      id,
      available: Number(available),
      held: Number(held),
      spent: Number(spent),
      issued: Number(issued),
    })),
  )
  expect(usage).toEqual(
    model.keys.toSorted(byId).map(({ id, used, held }) => ({ id, used: Number(used), held: Number(held) })),
  )
  for (const { available, held, spent } of model.subscriptions) {
    expect(available >= 0n && held >= 0n && spent >= 0n).toBe(true)
  }
}

/** A command: what it does to both sides, then the check. */
export function command(
  text: string,
  run: (model: LedgerModel, real: RealLedger) => Promise<void>,
): LedgerCommand {
  return {
    check: () => true,
    async run(model, real) {
      await run(model, real)
      await agree(model, real)
    },
    toString: () => text,
  }
}

/** Any of the list's places, however long the list is by then. */
export const pick = <T>(list: readonly T[], place: number): T | undefined =>
  list[place % Math.max(list.length, 1)]

function hold(keyPlace: number, units: number, partial: boolean, lifeMs: number): LedgerCommand {
  return command(
    `hold(key ${keyPlace}, ${units} units, ${partial ? 'partial' : 'whole'}, ${lifeMs} ms)`,
    async (model, real) => {
      const [key, caller] = [pick(model.keys, keyPlace), pick(real.callers, keyPlace)]
      if (key === undefined || caller === undefined) throw new Error('no keys')
      const request: HoldRequest = {
        caller,
        requestId: `${organizationOf(real)}:${(real.serial += 1)}`,
        operationId: 'companySearch',
        lines: linesOf(units),
        partial,
        expiresAtMs: real.platform.clock.now() + lifeMs,
      }
      const nowMs = real.platform.clock.now()
      const expected = decideHold(model, { key, units: BigInt(units), partial, nowMs })
      const outcome = await real.platform.ledger.hold(request)
      if (expected.kind !== 'held') {
        expect(outcome).toMatchObject({ ok: false, reason: expected.kind })
        return
      }
      if (!outcome.ok) throw new Error(`refused: ${outcome.reason}`)
      expect(outcome.hold.amount).toBe(Number(expected.amount))
      const { requestId, expiresAtMs } = request
      openHold(model, { requestId, ...expected, key, unitPrice: model.unitPrice, expiresAtMs })
      real.holds.push({ request, hold: outcome.hold })
    },
  )
}

function settle(place: number, fraction: number, twice: boolean): LedgerCommand {
  return command(
    `settle(hold ${place}, ${fraction} %${twice ? ', retried with its key' : ''})`,
    async (model, real) => {
      const [wanted, held] = [pick(model.holds, place), pick(real.holds, place)]
      if (wanted === undefined || held === undefined) return
      const most = wanted.unitPrice === 0n ? 0n : wanted.amount / wanted.unitPrice
      const units = Number((most * BigInt(fraction)) / 100n)
      const run = () => (twice ? settleWithKey(real, held, units) : settleOnce(real, held, units))
      if (!wanted.open) {
        await expect(run()).rejects.toThrow(HoldGone)
        return
      }
      const charge = BigInt(units) * wanted.unitPrice
      expect(await run()).toBe(Number(charge))
      closeHold(wanted, charge, real.platform.clock.now())
    },
  )
}

async function settleOnce(
  real: RealLedger,
  { request, hold: held }: RealLedger['holds'][number],
  units: number,
) {
  const settled = await real.platform.ledger.settle({ ...request, hold: held, lines: linesOf(units) })
  return settled.charged
}

/** Charges under an idempotency key and sends the same request again: the second one must replay, not charge. */
async function settleWithKey(
  real: RealLedger,
  { request, hold: held }: RealLedger['holds'][number],
  units: number,
) {
  const { ledger, idempotency, clock } = real.platform
  const key = `key ${(real.serial += 1)}`
  const claim = (requestId: string) =>
    idempotency.claim({
      organizationId: organizationOf(real),
      key,
      fingerprint: 'same',
      requestId,
      expiresAtMs: clock.now() + 60_000,
    })
  const first = await claim(request.requestId)
  if (first.state !== 'claimed') throw new Error(`first claim: ${first.state}`)
  const slot: IdempotencySlot = first.slot
  try {
    const settled = await ledger.settle({
      ...request,
      hold: held,
      lines: linesOf(units),
      replay: {
        slot,
        answer: ({ charged }) => ({ status: 200, body: String(charged), creditsCharged: charged }),
      },
    })
    const again = await claim('retry')
    expect(again).toEqual({
      state: 'replay',
      claimedAtMs: expect.any(Number),
      answer: { status: 200, body: String(settled.charged), creditsCharged: settled.charged },
    })
    return settled.charged
  } catch (error) {
    await idempotency.abandon(slot)
    throw error
  }
}

function release(place: number): LedgerCommand {
  return command(`release(hold ${place})`, async (model, real) => {
    const [wanted, held] = [pick(model.holds, place), pick(real.holds, place)]
    if (wanted === undefined || held === undefined) return
    await real.platform.ledger.release(held.hold)
    if (wanted.open) closeHold(wanted, 0n, real.platform.clock.now())
  })
}

function expire(afterMs: number): LedgerCommand {
  return command(`expire(${afterMs} ms later)`, async (model, real) => {
    real.platform.clock.advance(afterMs)
    const nowMs = real.platform.clock.now()
    await real.platform.ledger.expireHolds(nowMs)
    for (const one of model.holds) if (one.open && one.expiresAtMs <= nowMs) closeHold(one, 0n, nowMs)
  })
}

/** Grants, or takes back what is unspent. */
function move(kind: 'grant' | 'revoke', place: number, amount: number): LedgerCommand {
  return command(`${kind}(subscription ${place}, ${amount})`, async (model, real) => {
    const subscription = pick(model.subscriptions, place)
    if (subscription === undefined) return
    const posting = {
      organizationId: organizationOf(real),
      subscriptionId: subscription.id,
      amount: milli(amount),
      requestId: `act ${(real.serial += 1)}`,
    }
    if (kind === 'revoke' && subscription.available < BigInt(amount)) {
      await expect(real.platform.ledger.revoke(posting)).rejects.toThrow(NotEnoughCredits)
      return
    }
    await real.platform.ledger[kind](posting)
    const change = BigInt(kind === 'grant' ? amount : -amount)
    subscription.available += change
    subscription.issued += change
    revokeFromAllocation(subscription)
  })
}

function refund(place: number, amount: number): LedgerCommand {
  return command(`refund(request of hold ${place}, ${amount})`, async (model, real) => {
    const wanted: ModelHold | undefined = pick(model.holds, place)
    const part = wanted && pick(wanted.parts, place)
    if (wanted === undefined || part === undefined) return
    const posting = {
      organizationId: organizationOf(real),
      subscriptionId: part.subscription.id,
      amount: milli(amount),
      requestId: `act ${(real.serial += 1)}`,
      refunds: wanted.requestId,
    }
    if (part.charged - part.refunded < BigInt(amount)) {
      await expect(real.platform.ledger.refund(posting)).rejects.toThrow(NotEnoughCredits)
      return
    }
    await real.platform.ledger.refund(posting)
    const { subscription } = part
    const usedInPeriod = subscription.spent - subscription.spentBefore
    const beyond = BigInt(amount) > usedInPeriod ? BigInt(amount) - usedInPeriod : 0n
    giveBack(subscription, {
      ofEarlier: part.chargedMs < subscription.startedMs ? BigInt(amount) : beyond,
      amount: BigInt(amount),
    })
    part.refunded += BigInt(amount)
    wanted.key.used -= BigInt(amount)
  })
}

function limitKey(place: number, max: number | null): LedgerCommand {
  return command(`limitKey(key ${place}, ${max})`, async (model, real) => {
    const key = pick(model.keys, place)
    if (key === undefined) return
    await real.platform.keys.setCreditLimit(organizationOf(real), key.id, max === null ? null : milli(max))
    key.max = max === null ? undefined : BigInt(max)
  })
}

function setPrice(unitPrice: number): LedgerCommand {
  return command(`setPrice(${unitPrice})`, async (model, real) => {
    await real.platform.ledger.prices.setPrice(organizationOf(real), 'companySearchResult', milli(unitPrice))
    model.unitPrice = BigInt(unitPrice)
  })
}

function pause(place: number): LedgerCommand {
  return command(`pause(subscription ${place})`, async (model, real) => {
    const subscription = pick(model.subscriptions, place)
    if (subscription === undefined) return
    await real.platform.subscriptions.pause(changeOf(real, subscription.id))
    subscription.isPaused = true
  })
}

const changeOf = (real: RealLedger, subscriptionId: string) => ({
  organizationId: organizationOf(real),
  subscriptionId,
  by: { actor: 'operator:test' },
})

function earlyReset(place: number): LedgerCommand {
  return command(`reset(subscription ${place})`, async (model, real) => {
    const subscription = pick(model.subscriptions, place)
    if (subscription === undefined) return
    const nowMs = real.platform.clock.now()
    await real.platform.subscriptions.reset(changeOf(real, subscription.id))
    renew(subscription, periodAt(nowMs, nowMs))
    subscription.anchorMs = nowMs
  })
}

/** Days pass; then two processes do the task at once. */
function passTime(days: number): LedgerCommand {
  return command(`days(${days})`, async (model, real) => {
    const { clock, subscriptions, ledger } = real.platform
    clock.advance(days * 86_400_000)
    const nowMs = clock.now()
    await Promise.all([subscriptions.resetDue(nowMs), subscriptions.resetDue(nowMs)])
    for (const one of model.subscriptions) {
      if (one.autoReset && !one.isPaused && one.resetsMs <= nowMs) renew(one, periodAt(one.anchorMs, nowMs))
    }
    await ledger.expireHolds(nowMs)
    for (const one of model.holds) if (one.open && one.expiresAtMs <= nowMs) closeHold(one, 0n, nowMs)
  })
}

const place = fc.nat(7)
const amount = fc.integer({ min: 1, max: 12_000 })

/** Everything that moves credits, weighted towards the path of a request. */
export const ledgerCommands = [
  fc
    .tuple(fc.nat(1), fc.integer({ min: 1, max: 12 }), fc.boolean(), fc.constantFrom(1_000, 60_000))
    .map((with_) => hold(...with_)),
  fc
    .tuple(fc.nat(1), fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.constantFrom(1_000, 60_000))
    .map((with_) => hold(...with_)),
  fc.tuple(place, fc.nat(100), fc.boolean()).map((with_) => settle(...with_)),
  fc.tuple(place, fc.nat(100), fc.boolean()).map((with_) => settle(...with_)),
  place.map(release),
  fc.constantFrom(1, 999, 1_000, 60_000).map(expire),
  fc
    .tuple(fc.constantFrom('grant' as const, 'revoke' as const), fc.nat(1), amount)
    .map((with_) => move(...with_)),
  fc.tuple(place, fc.integer({ min: 1, max: 3_000 })).map((with_) => refund(...with_)),
  fc.tuple(fc.nat(1), fc.option(fc.nat(20_000))).map((with_) => limitKey(...with_)),
  fc.constantFrom(1, 333, 1_000, 1_500).map(setPrice),
  fc.nat(1).map(pause),
  fc.nat(1).map(earlyReset),
  fc.constantFrom(1, 13, 20, 31, 95).map(passTime),
]
