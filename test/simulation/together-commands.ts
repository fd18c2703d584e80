import fc from 'fast-check'
import { expect } from 'vitest'
import { milli, noCredits, times } from '../../src/lib/credits.ts'
import { newId } from '../../src/lib/ids.ts'
import { OutOfCredits, type Hold, type HoldRequest } from '../../src/operation/index.ts'
import { HoldGone } from '../../src/platform/ledger/index.ts'
import { inLine } from '../support/in-line.ts'
import { companies } from '../support/spending.ts'
import { command, pick, type LedgerCommand, type RealLedger } from './ledger-commands.ts'
import { closeHold, decideHold, openHold, type LedgerModel, type ModelHold } from './ledger-model.ts'

interface Asked {
  key: number
  units: number
}

/** One of several acts that arrive together; a charge sets aside and captures in one. */
type Act =
  | ({ kind: 'hold'; partial: boolean } & Asked)
  | ({ kind: 'charge'; fraction: number } & Asked)
  | { kind: 'settle'; place: number; fraction: number }

/** What the ledger is to do, which the model has done already, and what it must answer. */
interface Planned {
  run(): Promise<unknown>
  check(outcome: PromiseSettledResult<unknown>): void
}

interface Sides {
  model: LedgerModel
  real: RealLedger
}

const isRefused = (outcome: PromiseSettledResult<unknown>, type: new (...terms: never[]) => Error) => {
  expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(type)
  return (outcome as PromiseRejectedResult).reason as Error
}

function ask(real: RealLedger, { key, units }: Asked): HoldRequest {
  const caller = pick(real.callers, key)
  if (caller === undefined) throw new Error('no keys')
  return {
    caller,
    requestId: `${caller.organizationId}:${(real.serial += 1)}`,
    operationId: 'companySearch',
    lines: companies(units),
    partial: false,
    expiresAtMs: real.platform.clock.now() + 60_000,
  }
}

/** Sets aside in the model: the hold, or why there is none. */
function decide(
  { model, real }: Sides,
  { units, ...asked }: Asked & { partial: boolean },
  request: HoldRequest,
) {
  const key = pick(model.keys, asked.key)
  if (key === undefined) throw new Error('no keys')
  const nowMs = real.platform.clock.now()
  const decided = decideHold(model, { key, units: BigInt(units), partial: asked.partial, nowMs })
  if (decided.kind !== 'held') return { refused: decided.kind, hold: undefined }
  const { requestId, expiresAtMs } = request
  openHold(model, { requestId, ...decided, key, unitPrice: model.unitPrice, expiresAtMs })
  return { refused: undefined, hold: model.holds.at(-1) as ModelHold }
}

function planHold(sides: Sides, act: Act & { kind: 'hold' }): Planned {
  const { ledger } = sides.real.platform
  const request = { ...ask(sides.real, act), partial: act.partial }
  const { refused, hold } = decide(sides, act, request)
  const place = sides.real.holds.length
  // Its place in the list is that of the model's.
  if (hold !== undefined)
    sides.real.holds.push({ request, hold: { id: '', amount: noCredits, unitPrices: {} } })
  return {
    run: () => ledger.hold(request),
    check(outcome) {
      expect(outcome.status).toBe('fulfilled')
      const { value } = outcome as PromiseFulfilledResult<{ hold: Hold }>
      if (hold === undefined) return expect(value).toMatchObject({ ok: false, reason: refused })
      expect(value).toMatchObject({ ok: true, hold: { amount: Number(hold.amount) } })
      sides.real.holds[place] = { request, hold: value.hold }
    },
  }
}

function planCharge(sides: Sides, act: Act & { kind: 'charge' }): Planned {
  const { ledger, clock } = sides.real.platform
  const request = ask(sides.real, act)
  const unitPrices = { companySearchResult: milli(Number(sides.model.unitPrice)) }
  const amount = times(unitPrices.companySearchResult, act.units)
  const kept: Hold = { id: newId('hold', clock), amount: amount, unitPrices }
  const units = Math.ceil((act.units * act.fraction) / 100)
  const { refused, hold } = decide(sides, { ...act, partial: false }, request)
  if (hold !== undefined) {
    closeHold(hold, BigInt(units) * sides.model.unitPrice, clock.now())
    sides.real.holds.push({ request, hold: kept })
  }
  return {
    run: () => ledger.settle({ ...request, hold: { ...kept, deferred: request }, lines: companies(units) }),
    check(outcome) {
      if (hold === undefined) return expect(isRefused(outcome, OutOfCredits)).toMatchObject({ code: refused })
      expect(outcome).toMatchObject({ status: 'fulfilled', value: { charged: Number(hold.charged) } })
    },
  }
}

function planSettle(sides: Sides, act: Act & { kind: 'settle' }, known: number): Planned | undefined {
  const { ledger, clock } = sides.real.platform
  const [wanted, held] = [
    pick(sides.model.holds.slice(0, known), act.place),
    pick(sides.real.holds.slice(0, known), act.place),
  ]
  if (wanted === undefined || held === undefined) return undefined
  const units = (wanted.amount / wanted.unitPrice) * BigInt(act.fraction)
  const charge = (units / 100n) * wanted.unitPrice
  const isOpen = wanted.open
  if (isOpen) closeHold(wanted, charge, clock.now())
  return {
    run: () => ledger.settle({ ...held.request, hold: held.hold, lines: companies(Number(units / 100n)) }),
    check(outcome) {
      if (!isOpen) return void isRefused(outcome, HoldGone)
      expect(outcome).toMatchObject({ status: 'fulfilled', value: { charged: Number(charge) } })
    },
  }
}

/** Acts that arrive one after the other while the first is under way. */
function together(acts: Act[]): LedgerCommand {
  return command(`together(${acts.map((act) => JSON.stringify(act)).join(', ')})`, async (model, real) => {
    const sides = { model, real }
    const known = model.holds.length
    const planned: Planned[] = []
    for (const act of acts) {
      if (act.kind === 'hold') planned.push(planHold(sides, act))
      else if (act.kind === 'charge') planned.push(planCharge(sides, act))
      else planned.push(...[planSettle(sides, act, known)].filter((one) => one !== undefined))
    }
    const organizationId = real.callers[0]?.organizationId ?? ''
    const outcomes = await inLine(
      real.platform,
      organizationId,
      planned.map(({ run }) => run),
    )
    for (const [index, outcome] of outcomes.entries()) planned[index]?.check(outcome)
  })
}

const asked = { key: fc.nat(1), units: fc.integer({ min: 1, max: 5 }) }
const charge = fc.record({
  kind: fc.constant('charge' as const),
  ...asked,
  fraction: fc.integer({ min: 1, max: 100 }),
})
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ kind: fc.constant('hold' as const), ...asked, partial: fc.boolean() }),
  fc.record({ kind: fc.constant('settle' as const), place: fc.nat(7), fraction: fc.nat(100) }),
  charge,
)

/** What several requests of an organization do at once, in every mixture. */
export const togetherCommands = [
  fc.array(act, { minLength: 2, maxLength: 7 }).map(together),
  fc.array(charge, { minLength: 3, maxLength: 4 }).map(together),
]
