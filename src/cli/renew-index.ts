import { systemClock } from '../lib/clock.ts'
import { rebuildIndex } from '../corpus/write/index.ts'
import type { ClickHouse } from '../store/clickhouse/index.ts'
import type { Postgres } from '../store/postgres/index.ts'
import { showProgress } from './progress.ts'

/**
 * Rebuilds search rows that an earlier version wrote by other rules, and tells how far it is. Nothing to do: one query.
 * Interrupted, the next start or `almanac migrate` goes on.
 */
export async function renewIndex(
  stores: { db: Postgres; engine: ClickHouse },
  signal?: AbortSignal,
): Promise<void> {
  const progress = showProgress('rebuilding the search index', process.stderr, systemClock)
  await rebuildIndex(
    stores,
    ({ done, total, kind }) => progress.update({ share: done / Math.max(1, total), rows: done, note: kind }),
    signal,
  ).finally(() => progress.stop())
}
