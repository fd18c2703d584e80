import { randomUUID } from 'node:crypto'
import { milli } from '../src/lib/credits.ts'
import { systemClock } from '../src/lib/clock.ts'
import { openAudit } from '../src/platform/audit/index.ts'
import { openKeys } from '../src/platform/keys/index.ts'
import { openLedger } from '../src/platform/ledger/index.ts'
import { openLimits } from '../src/platform/limits/index.ts'
import { openOrganizations } from '../src/platform/organizations/index.ts'
import type { Stores } from '../src/stores.ts'

/** Enough that neither limit nor balance is met while measuring; both are checked as for anyone. */
const requestsAMinute = 10_000_000
const milliCredits = 1_000_000_000_000

/** A fresh organization on a running service that may call `operationIds` as often as it likes; answers its key. */
export async function richCustomer(stores: Stores, operationIds: readonly string[]): Promise<string> {
  const { db, secret } = stores
  const clock = systemClock
  const keys = openKeys({ db, clock, secret, audit: openAudit({ db, clock, secret }) })
  const ledger = openLedger({ db, clock, process: { instanceId: 'bench', bootId: randomUUID() } })
  const organizations = openOrganizations({ db, clock, keys, ledger })
  const limits = openLimits({ db, clock })
  const { organization } = await organizations.createOrganization({
    name: 'Benchmark',
    credits: milli(milliCredits),
  })
  const organizationId = organization.id
  for (const operationId of operationIds) {
    await limits.setLimit({ organizationId, operationId, max: requestsAMinute })
  }
  const { rawKey } = await keys.createKey({ organizationId, name: 'benchmark' })
  return rawKey
}
