import { join } from 'node:path'
import { loadConfig, type Config } from '../config.ts'
import { systemClock } from '../lib/clock.ts'
import { loadSample, noneLoaded, removeSample, sampleHeld } from '../corpus/sample-load/index.ts'
import { openWriter } from '../corpus/write/index.ts'
import { openAudit } from '../platform/audit/index.ts'
import { openSuppressions } from '../platform/privacy/index.ts'
import { openTracing } from '../platform/telemetry/index.ts'
import { openStores } from '../stores.ts'
import type { ImportContext } from './commands/import.ts'
import type { SampleContext } from './commands/sample.ts'
import { sampleDay } from './first-sample.ts'
import { createLog } from './log.ts'
import { renewIndex } from './renew-index.ts'
import { haveRoom, findRoom, writerWithRoom } from './disk-wait.ts'

const visit = (config: Config) => openStores(config, createLog('warn'), { visit: true })

/** The corpus commands on this machine: beside a running server, or with the stores opened for the command. */
export const corpusContext: ImportContext & SampleContext = {
  async openWriter(waiting) {
    const config = loadConfig()
    const stores = await visit(config)
    await renewIndex(stores.corpus, { until: 'writing' })
    const { db, secret } = stores
    const audit = openAudit({ db, clock: systemClock, secret })
    const suppressed = openSuppressions({ db, clock: systemClock, secret, audit })
    const writer = openWriter({ ...stores.corpus, suppressed })
    const endTracing = await openTracing(config, createLog('warn'))
    return {
      writer: writerWithRoom(writer, findRoom(config), waiting),
      sample: await sampleHeld(stores.corpus.db),
      close: () => stores.close().finally(endTracing),
    }
  },
  async openSampleLoader() {
    const config = loadConfig()
    const stores = await visit(config)
    await renewIndex(stores.corpus, { until: 'writing' })
    return {
      async loadSample({ companies, onProgress, signal }) {
        const say = (text: string) => void process.stderr.write(`${text}\n`)
        await haveRoom(findRoom(config), { signal, say })
        const world = { seed: 1, companies, people: companies * 10, asOf: sampleDay }
        const done = noneLoaded()
        const { loaded } = await loadSample(stores.corpus, {
          world,
          signal,
          onProgress(progress) {
            done[progress.kind] = progress.done
            onProgress({ ...done })
          },
        })
        return loaded
      },
      removeSample: () => removeSample(stores.corpus),
      close: () => stores.close(),
    }
  },
  clock: systemClock,
  findScratch: () => join(loadConfig().dataDir, 'scratch'),
  print: (value) => process.stdout.write(`${typeof value === 'string' ? value : JSON.stringify(value)}\n`),
  progress: process.stderr,
  setExitCode(code) {
    process.exitCode = code
  },
  stdin: process.stdin,
}
