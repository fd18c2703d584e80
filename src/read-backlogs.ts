import type { Assembly } from './assembly.ts'
import { readCommitStates, type Snapshots } from './corpus/commits/index.ts'
import type { CorpusSearch } from './corpus/search/index.ts'
import { countLostSpans } from './lib/tracing.ts'
import type { Platform } from './platform/platform.ts'
import type { BacklogReader, Backlogs } from './platform/telemetry/index.ts'
import type { Sources } from './sources/index.ts'
import { readFailedTrial, readLastBackup, readLastTrial } from './store/last-backup.ts'
import { freeBytes } from './store/disk-room.ts'

interface Parts {
  platform: Pick<Platform, 'jobs' | 'webhooks'>
  sources: Pick<Sources, 'states'>
  corpus: { snapshots: Snapshots; search: Pick<CorpusSearch, 'answerUse'> }
}

/** Reads what waits, along indexes and 10,000 rows of each kind at most; what cannot be read is left out. */
export function backlogReader(
  { stores, config: { dataDir }, clock }: Pick<Assembly, 'stores' | 'config' | 'clock'>,
  { platform, sources, corpus }: Parts,
): BacklogReader {
  const since = (at: Date | null) => (at === null ? 0 : Math.max(0, (clock.now() - at.getTime()) / 1_000))
  const parts: { [K in keyof Backlogs]: () => Promise<Backlogs[K]> } = {
    jobs: async () =>
      (await platform.jobs.backlog()).map(({ oldestAt, ...job }) => ({
        ...job,
        oldestSeconds: since(oldestAt),
      })),
    async webhooks() {
      const { waiting, oldestAt } = await platform.webhooks.backlog(clock.now())
      return { waiting, oldestSeconds: since(oldestAt) }
    },
    sources: async () => sources.states(clock.now()),
    async commits() {
      const states = await readCommitStates(stores.corpus.db)
      return Promise.all(
        states.map(async ({ kind, published, publishedAt }) => ({
          kind,
          behind: Math.max(0, published - (await corpus.snapshots.newest(kind)).number),
          publishedSeconds: publishedAt === null ? null : since(publishedAt),
        })),
      )
    },
    searchAnswers: async () => corpus.search.answerUse(),
    diskFree: () => freeBytes(dataDir),
    async backupSeconds() {
      const madeAt = await readLastBackup(dataDir)
      return madeAt === undefined ? null : since(madeAt)
    },
    async trialSeconds() {
      const triedAt = await readLastTrial(dataDir)
      return triedAt === undefined ? null : since(triedAt)
    },
    async trialFailed() {
      const [triedAt, failed] = await Promise.all([readLastTrial(dataDir), readFailedTrial(dataDir)])
      if (failed !== undefined) return true
      return triedAt === undefined ? null : false
    },
    spansLost: async () => countLostSpans() ?? null,
  }
  return async () => {
    const read = await Promise.all(
      Object.entries(parts).map(async ([name, part]) => [name, await part().catch(() => undefined)] as const),
    )
    return Object.fromEntries(read.filter(([, value]) => value !== undefined))
  }
}
