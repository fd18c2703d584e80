import { asBuffer } from '../../lib/thread-tasks.ts'
import { openThreadPool } from '../../lib/thread-pool.ts'
import type { BuiltRows } from '../write/index.ts'
import { chunkRows, type BuiltChunk, type SampleChunk } from './chunk.ts'

/** Workers that turn chunks into rows, mostly a few threads. */
export interface ChunkWorkers {
  rows(chunk: SampleChunk): Promise<BuiltChunk>
  close(): Promise<void>
}

/** Megabytes for short-lived objects, as in the threads that read files (`../import/run`). */
const youngMb = 64

export function openChunkWorkers(count: number): ChunkWorkers {
  const file = new URL(`./chunk-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const pool = openThreadPool<SampleChunk, BuiltChunk>(file, count, { youngMb })
  return {
    async rows(chunk) {
      const { built, rows } = await pool.run(chunk)
      return { built: asBuffers(built), rows }
    },
    close: () => pool.close(),
  }
}

/** The same in this thread. */
export const chunksHere: ChunkWorkers = {
  rows: async (chunk) => chunkRows(chunk),
  close: async () => {},
}

function asBuffers({ tables, records }: BuiltRows): BuiltRows {
  return {
    tables: tables.map((table) => ({ ...table, text: asBuffer(table.text) })),
    records: {
      ...records,
      records: asBuffer(records.records),
      identifiers: asBuffer(records.identifiers),
      snapshots: asBuffer(records.snapshots),
    },
  }
}
