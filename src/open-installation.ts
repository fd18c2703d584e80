import type { Assembly } from './assembly.ts'
import { readCorpusWork } from './corpus/write/index.ts'
import type { Pipeline } from './operation/index.ts'
import type { Platform } from './platform/platform.ts'
import {
  openTelemetry,
  storeProbe,
  type BacklogReader,
  type Installation,
  type Telemetry,
} from './platform/telemetry/index.ts'
import { version } from './lib/version.ts'
import { maskedConfig } from './masked-config.ts'

/** This process, as it tells of itself; every charge of the ledger is counted from here on. */
export function openInstallation(
  { config, stores, clock }: Assembly,
  { ledger }: Platform,
  backlogs: BacklogReader,
): Installation {
  const reachable = storeProbe(stores)
  const telemetry = openTelemetry({ db: stores.db, stores: reachable, backlogs })
  ledger.watchCharges(telemetry.charged)
  return {
    version,
    roles: config.ALMANAC_ROLES,
    startedMs: clock.now(),
    settings: maskedConfig(config),
    stores: reachable,
    telemetry,
    work: () => readCorpusWork(stores.corpus.db).catch(() => []),
  }
}

/** The pipeline, with every answer counted. */
export function countAnswers(pipeline: Pipeline, telemetry: Telemetry): Pipeline {
  return async (operation, deps, incoming) => {
    const startedMs = performance.now()
    const answer = await pipeline(operation, deps, incoming)
    const durationMs = performance.now() - startedMs
    telemetry.answered({ operationId: operation.id, status: answer.status, durationMs })
    return answer
  }
}
