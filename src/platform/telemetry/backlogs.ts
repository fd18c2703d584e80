/** What waits for this installation to deal with it, and what it stands on, at the moment of a scrape. */
export interface Backlogs {
  jobs: readonly { kind: string; state: string; count: number; oldestSeconds: number }[]
  webhooks: { waiting: number; oldestSeconds: number }
  sources: readonly { source: string; isOpen: boolean; attempts: Readonly<Record<string, number>> }[]
  commits: readonly { kind: string; behind: number; publishedSeconds: number | null }[]
  /** Free bytes of the disk of the data directory. */
  diskFree: number
  /** Counts and first pages of searches since the start: how many answers were in memory, and how many the engine gave. */
  searchAnswers: Readonly<Record<string, { memory: number; engine: number }>>
  /** Since the last backup was whole; null where none was made. */
  backupSeconds: number | null
  /** Since a restore was last tried and good; null before the first. */
  trialSeconds: number | null
  /** Whether the last trial failed; null before the first. */
  trialFailed: boolean | null
  /** Spans that did not reach the collector since the start; null where none are reported. */
  spansLost: number | null
}

/** Each part by itself: undefined where what it is read from does not answer. */
export type BacklogReader = () => Promise<Partial<Backlogs>>

type Put = (value: number, labels?: Record<string, string>) => void

interface BacklogMetric {
  /** A counter where it ends in `_total`, else a gauge. */
  name: string
  help: string
  labelNames: string[]
  tell(put: Put, backlogs: Partial<Backlogs>): void
}

/** Numbers of one moment each: what is gone has no line any more. */
export const backlogMetrics: readonly BacklogMetric[] = [
  {
    name: 'almanac_jobs',
    help: 'Jobs that have not ended, by kind and state; the oldest 10,000 if there are more.',
    labelNames: ['kind', 'state'],
    tell: (put, { jobs = [] }) => jobs.forEach(({ kind, state, count }) => put(count, { kind, state })),
  },
  {
    name: 'almanac_jobs_oldest_seconds',
    help: 'Age of the oldest of them.',
    labelNames: ['kind', 'state'],
    tell: (put, { jobs = [] }) =>
      jobs.forEach(({ kind, state, oldestSeconds }) => put(oldestSeconds, { kind, state })),
  },
  {
    name: 'almanac_webhook_deliveries_due',
    help: 'Deliveries that are due and not sent, at most 10,000, without those of disabled endpoints.',
    labelNames: [],
    tell: (put, { webhooks }) => webhooks && put(webhooks.waiting),
  },
  {
    name: 'almanac_webhook_oldest_due_seconds',
    help: 'How long the oldest of them has been due.',
    labelNames: [],
    tell: (put, { webhooks }) => webhooks && put(webhooks.oldestSeconds),
  },
  {
    name: 'almanac_source_attempts_total',
    help: 'Calls of outside sources since the start, by outcome.',
    labelNames: ['source', 'outcome'],
    tell: (put, { sources = [] }) =>
      sources.forEach(({ source, attempts }) =>
        Object.entries(attempts).forEach(([outcome, count]) => put(count, { source, outcome })),
      ),
  },
  {
    name: 'almanac_source_circuit_open',
    help: '1 while a source is not called, because it failed repeatedly or asked to be left alone.',
    labelNames: ['source'],
    tell: (put, { sources = [] }) => sources.forEach(({ source, isOpen }) => put(Number(isOpen), { source })),
  },
  {
    name: 'almanac_corpus_commit_lag',
    help: 'Commits of a kind that are published but not yet searched by this process.',
    labelNames: ['kind'],
    tell: (put, { commits = [] }) => commits.forEach(({ kind, behind }) => put(behind, { kind })),
  },
  {
    name: 'almanac_corpus_commit_age_seconds',
    help: 'Since the newest commit of a kind was published; no line before its first.',
    labelNames: ['kind'],
    tell: (put, { commits = [] }) =>
      commits.forEach(({ kind, publishedSeconds }) => {
        if (publishedSeconds !== null) put(publishedSeconds, { kind })
      }),
  },
  {
    name: 'almanac_search_answers_total',
    help: 'Counts and first pages of searches since the start: whether the answer was at hand or the engine was asked.',
    labelNames: ['kind', 'from'],
    tell: (put, { searchAnswers = {} }) =>
      Object.entries(searchAnswers).forEach(([kind, { memory, engine }]) => {
        put(memory, { kind, from: 'memory' })
        put(engine, { kind, from: 'engine' })
      }),
  },
  {
    name: 'almanac_disk_free_bytes',
    help: 'Free bytes on the disk of the data directory.',
    labelNames: [],
    tell: (put, { diskFree }) => diskFree !== undefined && put(diskFree),
  },
  {
    name: 'almanac_backup_age_seconds',
    help: 'Since the last backup that the backup command made of this data directory; no line before the first.',
    labelNames: [],
    tell: (put, { backupSeconds }) => typeof backupSeconds === 'number' && put(backupSeconds),
  },
  {
    name: 'almanac_restore_trial_age_seconds',
    help: 'Since a backup was last restored for trial and found good; no line before the first.',
    labelNames: [],
    tell: (put, { trialSeconds }) => typeof trialSeconds === 'number' && put(trialSeconds),
  },
  {
    name: 'almanac_restore_trial_failed',
    help: '1 where the last trial of a restore failed, 0 where it was good; no line before the first.',
    labelNames: [],
    tell: (put, { trialFailed }) => typeof trialFailed === 'boolean' && put(Number(trialFailed)),
  },
  {
    name: 'almanac_spans_lost_total',
    help: 'Spans that did not reach the collector of traces since the start; no line where none are reported.',
    labelNames: [],
    tell: (put, { spansLost }) => typeof spansLost === 'number' && put(spansLost),
  },
]
