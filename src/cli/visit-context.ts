import { findNow } from '../corpus/lookup/index.ts'
import { openSnapshots } from '../corpus/commits/index.ts'
import { companyTokens, isMalformed } from '../corpus/identify/index.ts'
import { recordStore } from '../corpus/record-store/index.ts'
import { openSearch } from '../corpus/search/index.ts'
import { openWriter } from '../corpus/write/index.ts'
import { openVisits } from '../capabilities/visits/index.ts'
import { loadConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openOutside } from '../main.ts'
import { openAudit } from '../platform/audit/index.ts'
import { openOutbound } from '../platform/outbound/index.ts'
import { openSuppressions } from '../platform/privacy/index.ts'
import { openStores } from '../stores.ts'
import type { VisitContext } from './commands/visit.ts'
import { createLog } from './log.ts'
import { renewIndex } from './renew-index.ts'

/** Visits on the stores of the installation, beside a running server. */
export const visitContext: VisitContext = {
  async openVisits() {
    const config = loadConfig()
    const log = createLog('warn')
    const stores = await openStores(config, log, { visit: true })
    const outbound = openOutbound({
      allowLoopback: config.ALMANAC_OUTBOUND_LOOPBACK,
      ports: config.ALMANAC_OUTBOUND_PORTS ?? [],
    })
    await renewIndex(stores.corpus, { until: 'writing' })
    const { db, secret, corpus } = stores
    const snapshots = await openSnapshots(corpus.db)
    const search = openSearch(stores.engine, recordStore(corpus.db), snapshots)
    const audit = openAudit({ db, clock: systemClock, secret })
    const suppressed = openSuppressions({ db, clock: systemClock, secret, audit })
    // What a visit writes is read by the next one.
    const writer = openWriter({ ...corpus, suppressed }, () => snapshots.refresh())
    const sources = await openOutside({ config, stores, clock: systemClock, log }, { outbound }, { search })
    return {
      visits: openVisits({ db, clock: systemClock, sources, search, writer }),
      async findCompany(domain) {
        const tokens = companyTokens('domain', domain, { hosts: config.ALMANAC_NETWORK_HOSTS })
        if (isMalformed(tokens)) return undefined
        const [record] = await findNow(search, 'companies', { tokens, perToken: 1 })
        return record?.id
      },
      async close() {
        outbound.close()
        await snapshots.close()
        await stores.close()
      },
    }
  },
  print: (value) => process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`),
}
