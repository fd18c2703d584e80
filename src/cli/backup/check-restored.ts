import type { Clock } from '../../lib/clock.ts'
import { openAudit } from '../../platform/audit/index.ts'
import { openKeys } from '../../platform/keys/index.ts'
import { openLedger } from '../../platform/ledger/index.ts'
import { openOrganizations } from '../../platform/organizations/index.ts'
import type { Stores } from '../../stores.ts'
import { publishedCommits, recordsAt } from './corpus-counts.ts'
import { BadBackup } from './failures.ts'
import type { Manifest } from './manifest.ts'

/**
 * A restore is good when its stores, which are open, show the records of the manifest and every balance adds up; answers
 * how many organizations there are. Throws BadBackup.
 */
export async function checkRestored(stores: Stores, manifest: Manifest, clock: Clock): Promise<number> {
  const now = await recordsAt(stores, await publishedCommits(stores))
  for (const [kind, { published, records: expected }] of Object.entries(manifest.corpus)) {
    if (now[kind]?.published !== published || now[kind].records !== expected)
      throw new BadBackup(
        `The restored corpus shows ${now[kind]?.records} ${kind} at commit ${now[kind]?.published}, not ${expected} at ${published}.`,
      )
  }
  const { db, secret } = stores
  const ledger = openLedger({ db, clock, process: { instanceId: 'restore', bootId: 'restore' } })
  const keys = openKeys({ db, clock, secret, audit: openAudit({ db, clock, secret }) })
  const all = await openOrganizations({ db, clock, keys, ledger }).listOrganizations()
  for (const { id } of all)
    if ((await ledger.reconcile(id)).length > 0)
      throw new BadBackup(`The restored balances of ${id} do not match their entries.`)
  return all.length
}
