import { systemClock } from '../../src/lib/clock.ts'
import type { Caller, PriceLine } from '../../src/operation/index.ts'
import { openIdempotency } from '../../src/platform/idempotency/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'

/** What the parent gives the process that it is going to kill. */
export interface ChargingOrder {
  url: string
  bootId: string
  caller: Caller
  /** Idempotency keys to charge one credit each. */
  keys: string[]
}

/** Sent after each charge is answered. */
export interface ChargingAnswer {
  key: string
  body: string
}

const LANES = 8
const order = JSON.parse(process.argv[2] ?? '') as ChargingOrder
const { caller } = order
const identity = { instanceId: 'crash test', bootId: order.bootId }
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
  let body = ''
  const answer = ({ charged }: { charged: number }) => {
    body = `${requestId} paid ${charged}`
    return { status: 200, body, creditsCharged: charged }
  }
  const delivered: PriceLine[] = [{ key: 'companySearchResult', units: 1 }]
  await ledger.settle({
    ...request,
    hold: outcome.hold,
    lines: delivered,
    replay: { slot: claim.slot, answer },
  })
  return body
}

await ledger.abandonHolds()
await idempotency.freeAbandoned()
const waiting = [...order.keys]
await Promise.all(
  Array.from({ length: LANES }, async () => {
    for (let key = waiting.shift(); key !== undefined; key = waiting.shift()) {
      const body = await charge(key)
      if (body !== undefined) process.send?.({ key, body } satisfies ChargingAnswer)
    }
  }),
)
await db.close()
process.disconnect?.()
