import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
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
  caller: Caller
  /** Idempotency keys to charge one credit each. */
  keys: string[]
  /** Charged in one step after reading, without idempotency keys; the first key lets the ledger see what is left. */
  atOnce?: true
  /** How many at a time; default 8. */
  lanes?: number
  /** Where the process kills itself. */
  death?: { key: string; at: KillPoint }
  /** Default: that of all crash tests. Two processes at a time need two. */
  instanceId?: string
}

/** Sent after each charge is answered. */
export interface ChargingAnswer {
  key: string
  body: string
}

const order = JSON.parse(process.argv[2] ?? '') as ChargingOrder
const LANES = order.lanes ?? 8
const { caller } = order
const identity = { instanceId: order.instanceId ?? 'crash test', bootId: order.bootId }
const db = await openPostgres({
  url: order.url,
  dataDir: '',
  poolSize: LANES,
  applicationName: 'crash test',
  log: () => undefined,
})
const ledger = openLedger({ db, clock: systemClock, process: identity })
const idempotency = openIdempotency({
  ...{ db, clock: systemClock, process: identity },
  secret: Buffer.alloc(32, 7),
})

/** No handler runs and nothing is flushed, as when somebody else sends the signal. */
function reach(key: string, at: KillPoint): void {
  if (order.death?.key === key && order.death.at === at) process.kill(process.pid, 'SIGKILL')
}

/** The charged path of a request with an idempotency key, as the pipeline walks it. */
async function charge(key: string): Promise<string | undefined> {
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
  reach(key, 'after the hold')
  let body = ''
  const answer = ({ charged }: { charged: number }) => {
    reach(key, 'in the charge')
    body = `${requestId} paid ${charged}`
    return { status: 200, body, creditsCharged: charged }
  }
  // A handler at work has a question under way.
  const work = db.query(sql`SELECT 1`)
  reach(key, 'in the handler')
  await work
  const delivered: PriceLine[] = [{ key: 'companySearchResult', units: 1 }]
  reach(key, 'before the charge')
  await ledger.settle({
    ...request,
    hold: outcome.hold,
    lines: delivered,
    replay: { slot: claim.slot, answer },
  })
  reach(key, 'after the charge')
  if (order.death?.key === key) writeSync(1, body.slice(0, body.length / 2))
  reach(key, 'in the answer')
  return body
}

/** The path of a small look-up: nothing is set aside where plenty was seen, and the charge comes after the reading. */
async function chargeAtOnce(key: string): Promise<string> {
  const requestId = `${order.bootId} ${key}`
  const lines: PriceLine[] = [{ key: 'companySearchResult', units: 3 }]
  const request = {
    ...{ caller, requestId, operationId: 'quickCompanyResolve', lines, partial: false, mayDefer: true },
    expiresAtMs: systemClock.now() + 60_000,
  }
  const outcome = await ledger.hold(request)
  if (!outcome.ok) throw new Error(outcome.reason)
  if (key !== order.keys[0] && outcome.hold.deferred === undefined) throw new Error('nothing was deferred')
  reach(key, 'after the hold')
  const work = db.query(sql`SELECT 1`)
  reach(key, 'in the handler')
  await work
  reach(key, 'before the charge')
  const charging = ledger.settle({
    ...{ ...request, hold: outcome.hold },
    lines: [{ key: 'companySearchResult', units: 1 }],
  })
  // The statement is on its way by then, its answer is not back.
  for (let turns = 0; turns < 3; turns++) await turn()
  reach(key, 'in the charge')
  const body = `${requestId} paid ${(await charging).charged}`
  reach(key, 'after the charge')
  if (order.death?.key === key) writeSync(1, body.slice(0, body.length / 2))
  reach(key, 'in the answer')
  return body
}

/** Resolves when the answer has left the process. */
const send = (answer: ChargingAnswer) =>
  new Promise<void>((resolve) => {
    process.send?.(answer, () => resolve())
  })

await ledger.abandonHolds()
await idempotency.freeAbandoned()
const waiting = [...order.keys]
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const body = await (order.atOnce === true ? chargeAtOnce : charge)(key)
      if (body !== undefined) await send({ key, body })
    }
  }),
)
await db.close()
process.disconnect?.()
