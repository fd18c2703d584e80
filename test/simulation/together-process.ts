import { flushCompileCache } from 'node:module'
import { milli } from '../../src/lib/credits.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { newId } from '../../src/lib/ids.ts'
import type { Caller, Hold, PriceLine } from '../../src/operation/index.ts'
import { openLedger } from '../../src/platform/ledger/index.ts'
import { openPostgres } from '../../src/store/postgres/index.ts'

/** What the parent gives the process that it is going to kill. */
export interface TogetherOrder {
  url: string
  bootId: string
  /** So many requests, `BOOT 0` and on, are charged one credit each. */
  requests: number
  /** Who makes the first one, and who all others. */
  callers: [Caller, Caller]
  /** How many at a time. */
  lanes: number
}

// A killed process leaves what it compiled to nobody.
flushCompileCache()
const { url, bootId, requests, callers, lanes } = JSON.parse(process.argv[2] ?? '') as TogetherOrder
const db = await openPostgres({
  url,
  dataDir: '',
  poolSize: 4,
  applicationName: bootId,
  log: () => undefined,
})
const ledger = openLedger({ db, clock: systemClock, process: { instanceId: 'together', bootId } })
const unitPrices = { companySearchResult: milli(1_000) }

/** Charges without having set anything aside; tells the parent of the answer. */
async function charge(index: number): Promise<void> {
  const requestId = `${bootId} ${index}`
  const caller = callers[index === 0 ? 0 : 1]
  const lines: PriceLine[] = [{ key: 'companySearchResult', units: 3 }]
  const expiresAtMs = systemClock.now() + 60_000
  const deferred = {
    caller,
    requestId,
    operationId: 'quickCompanyResolve',
    lines,
    partial: false,
    expiresAtMs,
  }
  const hold: Hold = { id: newId('hold', systemClock), amount: milli(3_000), unitPrices, deferred }
  await ledger.settle({ ...deferred, hold, lines: [{ key: 'companySearchResult', units: 1 }] })
  await new Promise<void>((resolve) => process.send?.(requestId, () => resolve()))
}

let next = 0
await Promise.all(
  Array.from({ length: lanes }, async () => {
    while (next < requests) await charge(next++)
  }),
)
await db.close()
process.disconnect?.()
