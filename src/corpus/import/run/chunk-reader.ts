import { asBuffer } from '../../../lib/thread-tasks.ts'
import { openThreadPool, type ThreadPool } from '../../../lib/thread-pool.ts'
import type { BuildAt, BuiltFresh, IngestItem } from '../../write/index.ts'
import type { RowInput } from '../readers/row.ts'
import { deepRow, isTooDeep } from './native-row.ts'
import { openChunkStore, type ChunkRead, type FreshRow, type ReadSettings } from './chunk-store.ts'
import type { ChunkAnswer, ChunkTask } from './chunk-tasks.ts'
import type { CarriedRow } from './rejects-file.ts'

/** A chunk of a file, wherever it is read. */
export interface Chunk {
  /** A digest of each row, empty for one that cannot be told again. */
  digests: string[]
  read(passed: ReadonlySet<number>): Promise<ChunkRead>
  whole(rows: readonly number[]): Promise<IngestItem[]>
  names(rows: readonly number[]): Promise<string[][]>
  /** Some rows as they came, for rejections to carry. */
  carried(rows: readonly number[]): Promise<CarriedRow[]>
  build(fresh: readonly FreshRow[], at: BuildAt): Promise<BuiltFresh>
  /** Nothing more is asked of it. */
  drop(): void
}

/** Reads the chunks of one file. */
export interface ChunkReader {
  take(input: RowInput): Promise<Chunk>
  /** How many chunks may be under way at once. */
  readonly atOnce: number
  close(): Promise<void>
}

/** Reads in this thread. */
export function readHere(settings: ReadSettings): ChunkReader {
  const store = openChunkStore(settings)
  let next = 0
  return {
    atOnce: 1,
    async take(input) {
      const chunk = next++
      return {
        digests: store.take(chunk, input),
        read: async (passed) => store.read(chunk, passed),
        whole: async (rows) => store.whole(chunk, rows),
        names: async (rows) => store.names(chunk, rows),
        carried: async (rows) => store.carried(chunk, rows),
        build: async (fresh, at) => store.build(chunk, fresh, at),
        drop: () => store.drop(chunk),
      }
    },
    close: async () => {},
  }
}

/** Threads that read files, one after the other. */
export interface ReadThreads {
  reader(settings: ReadSettings): ChunkReader
  close(): Promise<void>
}

/** Megabytes for what is soon dropped: with the default of 16 a fifth of the time is spent on sweeping it. */
const youngMb = 64

export function openReadThreads(count: number): ReadThreads {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
  const url = new URL(`./chunk-worker.${extension}`, import.meta.url)
  const pool = openThreadPool<ChunkTask, ChunkAnswer>(url, count, { youngMb })
  let files = 0
  return {
    reader: (settings) => readInThreads(pool, settings, files++),
    close: () => pool.close(),
  }
}

function readInThreads(
  pool: ThreadPool<ChunkTask, ChunkAnswer>,
  settings: ReadSettings,
  file: number,
): ChunkReader {
  let next = 0
  const everywhere = (task: ChunkTask) =>
    Promise.all(Array.from({ length: pool.size }, (_, thread) => pool.run(task, thread)))
  const begun = everywhere({ do: 'begin', file, settings })
  begun.catch(() => {})
  const dictionaries = new Set<string>()
  return {
    // One is read while the next waits.
    atOnce: pool.size * 2,
    async take(input) {
      await begun
      const chunk = next++
      const thread = chunk % pool.size
      const run = <Done extends ChunkAnswer>(task: ChunkTask) => pool.run(task, thread) as Promise<Done>
      const at = { file, chunk }
      return {
        digests: await run<string[]>({ ...at, do: 'take', input: handedOver(input) }),
        read: (passed) => run<ChunkRead>({ ...at, do: 'read', passed: [...passed] }),
        whole: (rows) => run<IngestItem[]>({ ...at, do: 'whole', rows }),
        names: (rows) => run<string[][]>({ ...at, do: 'names', rows }),
        carried: (rows) => run<CarriedRow[]>({ ...at, do: 'carried', rows }),
        async build(fresh, { commit, dictionary }) {
          const key = `${thread} ${dictionary.number}`
          const order = { commit, dictionary: dictionary.number }
          const first = dictionaries.has(key) ? order : { ...order, bytes: dictionary }
          dictionaries.add(key)
          return withBuffers(await run<BuiltFresh>({ ...at, do: 'build', fresh, at: first }))
        },
        // A thread that is gone has dropped it.
        drop: () => void run({ ...at, do: 'drop' }).catch(() => {}),
      }
    },
    close: async () => void (await everywhere({ do: 'end', file })),
  }
}

/** Handing values over has a stack that ends. */
function handedOver(input: RowInput): RowInput {
  if ('text' in input) return input
  const rows = input.rows.map((row) =>
    'value' in row && isTooDeep(row.value) ? { ...row, value: deepRow } : row,
  )
  return { rows }
}

/** Data from another thread arrives as bare bytes. */
function withBuffers({ built: { tables, records }, rows }: BuiltFresh): BuiltFresh {
  return {
    rows,
    built: {
      tables: tables.map((table) => ({ ...table, text: asBuffer(table.text) })),
      records: {
        ...records,
        records: asBuffer(records.records),
        identifiers: asBuffer(records.identifiers),
        snapshots: asBuffer(records.snapshots),
      },
    },
  }
}
