import { loadConfig } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { openSnapshots } from '../corpus/commits/index.ts'
import { assembleCorpus } from '../open-corpus.ts'
import type { EnrichContext } from './commands/enrich.ts'
import { bothStores, controlPlane } from './machine.ts'
import { requireOrganization } from '../capabilities/operator-accounts/index.ts'
import { operate } from './operate.ts'

const network = () => ({ hosts: loadConfig().ALMANAC_NETWORK_HOSTS })

/** The command on this machine: beside a running server, or with the stores opened for it. */
export const enrichContext: EnrichContext = {
  network,
  async openCorpus() {
    const stores = await bothStores.openStores()
    const { search, snapshots } = assembleCorpus(stores.corpus, await openSnapshots(stores.corpus.db))
    return {
      search,
      network: network(),
      async close() {
        await snapshots.close()
        await stores.close()
      },
    }
  },
  unitPrices: (organizationId, keys) =>
    operate(controlPlane, async (operator) => {
      await requireOrganization(operator, organizationId)
      return operator.ledger.unitPrices(organizationId, keys)
    }),
  clock: systemClock,
  print: bothStores.print,
  progress: process.stderr,
  setExitCode(code) {
    process.exitCode = code
  },
}
