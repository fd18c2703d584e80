import { loadConfig } from '../config.ts'
import { openWriter } from '../corpus/write/index.ts'
import { systemClock } from '../lib/clock.ts'
import { openAudit } from '../platform/audit/index.ts'
import { openSuppressions } from '../platform/privacy/index.ts'
import { openTracing } from '../platform/telemetry/index.ts'
import { openFiles, openStores } from '../stores.ts'
import { clearKilledTrials } from './backup/try-restore.ts'
import type { WorkContext } from './commands/work.ts'
import { findRoom, writerWithRoom } from './disk-wait.ts'
import { createLog } from './log.ts'
import { taskRunners } from './operator-tasks.ts'
import { renewIndex } from './renew-index.ts'

/** The work of operators on this machine, beside the running service. */
export const workContext: WorkContext = {
  config: loadConfig,
  clock: systemClock,
  async open(waiting) {
    const config = loadConfig()
    await clearKilledTrials(config.dataDir, createLog('warn'))
    const stores = await openStores(config, createLog('warn'), { visit: true })
    await renewIndex(stores.corpus, { until: 'writing' })
    const { db, secret } = stores
    const audit = openAudit({ db, clock: systemClock, secret })
    const suppressed = openSuppressions({ db, clock: systemClock, secret, audit })
    const writer = openWriter({ ...stores.corpus, suppressed })
    const endTracing = await openTracing(config, createLog('warn'))
    return {
      db,
      blobs: await openFiles(config, systemClock),
      runners: taskRunners({ config, stores, clock: systemClock }),
      writer: writerWithRoom(writer, findRoom(config), waiting),
      close: () => stores.close().finally(endTracing),
    }
  },
}
