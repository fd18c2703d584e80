import { systemClock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import { keepRebuilding, rebuildIndex, type CorpusParts, type RebuildWatch } from '../corpus/write/index.ts'
import { showProgress } from './progress.ts'

/** Tells on the terminal how far a rebuild is. */
function watchRebuild(): RebuildWatch & { stop(): void } {
  const progress = showProgress('rebuilding the search index', process.stderr, systemClock)
  return {
    onLost,
    onProgress: ({ done, total, kind }) =>
      progress.update({ share: done / Math.max(1, total), rows: done, note: kind }),
    stop: () => progress.stop(),
  }
}

/** Says that search rows of a kind are missing. */
export function onLost(kind: string): void {
  process.stderr.write(`search rows of ${kind} are missing or of another moment: built again\n`)
}

/**
 * Rebuilds search rows that an earlier version wrote by other rules, and tells how far it is. Nothing to do: one query.
 * Interrupted, the next start or `almanac migrate` goes on. `until`: see `RebuildWatch`.
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
