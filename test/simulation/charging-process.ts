import { writeSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setImmediate as turn } from 'node:timers/promises'
import type { MilliCredits } from '../../src/lib/credits.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Caller, PriceLine } from '../../src/operation/index.ts'
import { openIdempotency } from '../../src/platform/idempotency/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openPostgres, sql } from '../../src/store/postgres/index.ts'
import type { KillPoint } from './kill-points.ts'

/** What the parent gives the process that it is going to kill. */
export interface ChargingOrder {
  url: string
  bootId: string
  customers: Customer[]
  /** Charged in one step after reading, without idempotency keys; the first key lets the ledger see what is left. */
  atOnce?: true
  /** Default: that of all crash tests. Two processes at a time need two. */
  instanceId?: string
}

/** Who is charged side by side with the others. */
export interface Customer {
  caller: Caller
  /** Idempotency keys to charge one credit each. */
  keys: string[]
  /** How many at a time; default 1. */
  lanes?: number
  /** Where this customer's request is when the process kills itself, which is when all that are to die are there. */
  death?: { key: string; point: KillPoint }
}

/** Sent after each charge is answered. */
export interface ChargingAnswer {
  organizationId: string
  key: string
  body: string
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const order = JSON.parse(process.argv[2] ?? '') as ChargingOrder
const lanesOf = ({ lanes = 1 }: Customer) => lanes
const identity = { instanceId: order.instanceId ?? 'crash test', bootId: order.bootId }
const db = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: order.customers.reduce((sum, customer) => sum + lanesOf(customer), 0),
  applicationName: 'crash test',
  log: () => undefined,
})
const ledger = openLedger({ db, clock: systemClock, process: identity })
const idempotency = openIdempotency({
  db,
  clock: systemClock,
  process: identity,
  secret: Buffer.alloc(32, 7),
})

/** Requests that are to die and are not yet where they shall. */
let underWay = order.customers.filter(({ death }) => death !== undefined).length
const lastAlone = Promise.withResolvers<void>()
if (underWay <= 1) lastAlone.resolve()

const diesAt = ({ death }: Customer, key: string, point: KillPoint) =>
  death?.key === key && death.point === point

/** Counts a request that is where it shall die. No handler runs and nothing is flushed, as when somebody else sends the signal. */
function arrive(): void {
  underWay -= 1
  if (underWay === 0) process.kill(process.pid, 'SIGKILL')
  if (underWay === 1) lastAlone.resolve()
}

/** A request that is to die here goes no further. */
async function reach(customer: Customer, key: string, point: KillPoint): Promise<void> {
  if (!diesAt(customer, key, point)) return
  arrive()
  await new Promise(() => undefined)
}

/** Nothing can wait inside of a charge: the request that dies there goes last. */
async function reachCharge(customer: Customer, key: string): Promise<void> {
  await reach(customer, key, 'before the charge')
  if (diesAt(customer, key, 'in the charge')) await lastAlone.promise
}

/** A handler at work has a question under way. */
async function work(customer: Customer, key: string): Promise<void> {
  const isLong = diesAt(customer, key, 'in the handler')
  const asked = db.query(isLong ? sql`SELECT pg_sleep(1)` : sql`SELECT 1`)
  await reach(customer, key, 'in the handler')
  await asked
}

async function answer(customer: Customer, key: string, body: string): Promise<string> {
  await reach(customer, key, 'after the charge')
  if (diesAt(customer, key, 'in the answer')) writeSync(1, body.slice(0, body.length / 2))
  await reach(customer, key, 'in the answer')
  return body
}

/** The charged path of a request with an idempotency key, as the pipeline walks it. */
async function charge(customer: Customer, key: string): Promise<string | undefined> {
  const { caller } = customer
  const requestId = `${order.bootId} ${key}`
  const expiresAtMs = systemClock.now() + 60_000
  const claim = await idempotency.claim({
    organizationId: caller.organizationId,
    key,
    fingerprint: 'same',
    requestId,
    expiresAtMs,
  })
  if (claim.state === 'replay') return claim.answer.body
  if (claim.state !== 'claimed') return undefined
  const lines: PriceLine[] = [{ key: 'companySearchResult', units: 3 }]
  const request = { caller, requestId, operationId: 'companySearch', lines, partial: false, expiresAtMs }
  const outcome = await ledger.hold(request)
  if (!outcome.ok) throw new Error(outcome.reason)
  await reach(customer, key, 'after the hold')
  await work(customer, key)
  await reachCharge(customer, key)
  let body = ''
  const paid = ({ charged }: { charged: MilliCredits }) => {
    if (diesAt(customer, key, 'in the charge')) arrive()
    body = `${requestId} paid ${charged}`
    return { status: 200, body, creditsCharged: charged }
  }
  await ledger.settle({
    ...request,
    hold: outcome.hold,
    lines: [
      {
        key: 'companySearchResult',
        units: 1,
      },
    ],
    replay: {
      slot: claim.slot,
      answer: paid,
    },
  })
  return answer(customer, key, body)
}

/** The path of a small look-up: nothing is set aside where plenty was seen, and the charge comes after the reading. */
async function chargeAtOnce(customer: Customer, key: string): Promise<string> {
  const { caller, keys } = customer
  const requestId = `${order.bootId} ${key}`
  const lines: PriceLine[] = [{ key: 'companySearchResult', units: 3 }]
  const request = {
    caller,
    requestId,
    operationId: 'quickCompanyResolve',
    lines,
    partial: false,
    mayDefer: true,
    expiresAtMs: systemClock.now() + 6e4,
  }
  const outcome = await ledger.hold(request)
  if (!outcome.ok) throw new Error(outcome.reason)
  if (key !== keys[0] && outcome.hold.deferred === undefined) throw new Error('nothing was deferred')
  await reach(customer, key, 'after the hold')
  await work(customer, key)
  await reachCharge(customer, key)
  const charging = ledger.settle({
    ...request,
    hold: outcome.hold,
    lines: [
      {
        key: 'companySearchResult',
        units: 1,
      },
    ],
  })
  // The statement is on its way by then, its answer is not back.
  for (let turns = 0; turns < 3; turns++) await turn()
  if (diesAt(customer, key, 'in the charge')) arrive()
  return answer(customer, key, `${requestId} paid ${(await charging).charged}`)
}

/** Resolves when the answer has left the process. */
const send = (told: ChargingAnswer) =>
  new Promise<void>((resolve) => {
    process.send?.(told, () => resolve())
  })

async function serve(customer: Customer): Promise<void> {
  const waiting = [...customer.keys]
  const { organizationId } = customer.caller
  const lane = async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const body = await (order.atOnce === true ? chargeAtOnce : charge)(customer, key)
      if (body !== undefined) await send({ organizationId, key, body })
    }
  }
  await Promise.all(Array.from({ length: lanesOf(customer) }, lane))
}

await ledger.abandonHolds()
await idempotency.freeAbandoned()
await Promise.all(order.customers.map(serve))
await db.close()
process.disconnect?.()
