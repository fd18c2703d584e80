import { availableParallelism } from 'node:os'
import { openThreadPool, type ThreadPool } from '../../lib/thread-pool.ts'
import { rebuildRows, type RebuildTask, type RebuiltRows } from './rebuild-rows.ts'

/** Threads that build rows, while the main one continues to answer: two, and on larger machines all cores but two. */
export const builderThreads = Math.min(8, Math.max(2, availableParallelism() - 2))

/** Builds rows of stored versions, in threads where there are many. */
export interface RowBuilder {
  build(task: RebuildTask, isLarge: boolean): Promise<RebuiltRows>
  close(): Promise<void>
}

/** Threads start with the first large task. */
export function openRowBuilder(): RowBuilder {
  let pool: ThreadPool<RebuildTask, RebuiltRows> | undefined
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const file = new URL(`./rebuild-worker.${extension}`, import.meta.url)
  return {
    async build(task, isLarge) {
      if (isLarge) pool ??= openThreadPool(file, builderThreads)
      return pool?.run(task) ?? rebuildRows(task)
    },
    close: async () => pool?.close(),
  }
}
