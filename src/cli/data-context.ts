import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { loadConfig } from '../config.ts'
import { agentOf, type UpdateParts, type UpdateWindow } from '../corpus/datasets/index.ts'
import { openWriter } from '../corpus/write/index.ts'
import { systemClock } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import { openAudit } from '../platform/audit/index.ts'
import { openOutbound } from '../platform/outbound/index.ts'
import { openSuppressions } from '../platform/privacy/index.ts'
import { openTracing } from '../platform/telemetry/index.ts'
import { openStores } from '../stores.ts'
import { findRoom, writerWithRoom, type WhileWaiting } from './disk-wait.ts'
import { createLog } from './log.ts'
import type { ProgressOutput } from './progress.ts'
import { renewIndex } from './renew-index.ts'

/** What the commands on data sets work with while one of them runs. */
export interface OpenedData extends UpdateParts {
  /** Sets with share-alike and non-commercial licences may be loaded. */
  allowsMarked: boolean
  window: UpdateWindow | undefined
  close(): Promise<void>
}

/** What `data` needs of the machine. */
export interface DataContext {
  open(waiting: WhileWaiting): Promise<OpenedData>
  clock: Clock
  print(value: object | string): void
  progress: ProgressOutput
  setExitCode(code: number): void
  /** Asks the person at the terminal; undefined where nobody is there. */
  confirm?: ((question: string) => Promise<boolean>) | undefined
}

export const dataContext: DataContext = {
  async open(waiting) {
    const config = loadConfig()
    const stores = await openStores(config, createLog('warn'), { visit: true })
    await renewIndex(stores.corpus, { until: 'writing' })
    const { db, secret } = stores
    const audit = openAudit({ db, clock: systemClock, secret })
    const suppressed = openSuppressions({ db, clock: systemClock, secret, audit })
    const writer = writerWithRoom(openWriter({ ...stores.corpus, suppressed }), findRoom(config), waiting)
    const endTracing = await openTracing(config, createLog('warn'))
    const outbound = openOutbound({
      allowLoopback: config.ALMANAC_OUTBOUND_LOOPBACK,
      ports: config.ALMANAC_OUTBOUND_PORTS ?? [],
    })
    return {
      db: stores.corpus.db,
      engine: stores.corpus.engine,
      writer,
      suppressed,
      clock: systemClock,
      folder: join(config.dataDir, 'datasets'),
      scratch: join(config.dataDir, 'scratch'),
      download: {
        outbound,
        userAgent: agentOf(config.ALMANAC_DATASET_CONTACT),
        // Nobody is hurried by a registry that is read once a day.
        perSecond: 1,
        wait: async (ms, signal) => delay(ms, undefined, signal === undefined ? {} : { signal }),
      },
      allowsMarked: config.ALMANAC_MARKED_DATASETS,
      window: config.ALMANAC_DATASET_WINDOW,
      async close() {
        outbound.close()
        await stores.close().finally(endTracing)
      },
    }
  },
  clock: systemClock,
  print: (value) => process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`),
  progress: process.stderr,
  setExitCode(code) {
    process.exitCode = code
  },
  ...(process.stdin.isTTY && { confirm }),
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    // Ctrl-D ends the input without an answer.
    const answer = await Promise.race([
      terminal.question(`${question} [y/N] `),
      once(terminal, 'close').then(() => ''),
    ])
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    terminal.close()
  }
}
