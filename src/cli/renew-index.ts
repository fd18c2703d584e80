import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { keepRebuilding, rebuildIndex, type CorpusParts, type RebuildWatch } from '../corpus/write/index.ts'
import { showProgress } from './progress.ts'

/** Shows on the terminal how far a rebuild has come. */
function watchRebuild(): RebuildWatch & { stop(): void } {
  const progress = showProgress('rebuilding the search index', process.stderr, systemClock)
  return {
    onLost,
    onProgress: ({ done, total, kind }) =>
      progress.update({ share: done / Math.max(1, total), rows: done, note: kind }),
    stop: () => progress.stop(),
  }
}

/** Reports that search rows of a kind are missing. */
export function onLost(kind: string): void {
  process.stderr.write(`search rows of ${kind} are missing or out of date: rebuilding them\n`)
}

/**
 * Rebuilds search rows that an earlier version wrote by other rules, and shows its progress. Costs one query when there is
 * nothing to do. If interrupted, the next start or `almanac migrate` continues. `until`: see `RebuildWatch`.
 */
export async function renewIndex(
  stores: CorpusParts,
  { until = 'written' }: Pick<RebuildWatch, 'until'> = {},
): Promise<void> {
  const { stop, ...watch } = watchRebuild()
  await rebuildIndex(stores, { ...watch, until }).finally(stop)
}

/** The same in the background of a service, until it is done or `signal` ends it. */
export async function renewInBackground(
  stores: CorpusParts,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<void> {
  const { stop, ...watch } = watchRebuild()
  const onTrouble = (cause: unknown) =>
    log('the search index could not be rebuilt yet', { level: 'error', cause: String(cause) })
  await keepRebuilding(stores, { ...watch, signal, onTrouble }).finally(stop)
}
