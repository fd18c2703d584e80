import { asBuffer } from '../../../lib/thread-tasks.ts'
import { openThreadPool, type ThreadPool } from '../../../lib/thread-pool.ts'
import type { RecordTerms } from '../../kinds/index.ts'
import {
  splitPacked,
  type BuildAt,
  type BuiltFresh,
  type IngestItem,
  type PackedRecords,
} from '../../write/index.ts'
import type { RowInput } from '../readers/row.ts'
import { deepRow, isTooDeep } from './native-row.ts'
import {
  openChunkStore,
  type ChunkRead,
  type ChunkTaken,
  type FreshRow,
  type ReadSettings,
} from './chunk-store.ts'
import type { CellRows, ChunkAnswer, ChunkTask } from './chunk-tasks.ts'
import type { CarriedRow } from './rejects-file.ts'

/** A chunk of a file, wherever it is read. */
export interface Chunk extends ChunkTaken {
  read(passed: ReadonlySet<number>): Promise<ChunkRead>
  whole(rows: readonly number[]): Promise<IngestItem[]>
  packed(rows: readonly number[]): Promise<Uint8Array[]>
  names(rows: readonly number[], sorts: ReadonlySet<string>): Promise<string[][]>
  terms(rows: readonly number[]): Promise<RecordTerms[]>
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
        ...store.take(chunk, input),
        read: async (passed) => store.read(chunk, passed),
        whole: async (rows) => store.whole(chunk, rows),
        packed: async (rows) => splitPacked(store.packed(chunk, rows)),
        names: async (rows, sorts) => store.names(chunk, rows, sorts),
        terms: async (rows) => store.terms(chunk, rows),
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
  const turns = openTurns()
  return {
    // One is read while the next waits.
    atOnce: pool.size * 2,
    async take(input) {
      const chunk = next++
      await begun
      await turns.wait()
      const thread = chunk % pool.size
      const run = <Done extends ChunkAnswer>(task: ChunkTask) => pool.run(task, thread) as Promise<Done>
      const runFirst = <Done extends ChunkAnswer>(task: ChunkTask) => turns.goFirst(run<Done>(task))
      const at = { file, chunk }
      return {
        ...(await run<ChunkTaken>({ ...at, do: 'take', input: handedOver(input) })),
        read: async (passed) => {
          await turns.wait()
          return run<ChunkRead>({ ...at, do: 'read', passed: [...passed] })
        },
        whole: (rows) => runFirst<IngestItem[]>({ ...at, do: 'whole', rows }),
        packed: async (rows) => splitPacked(await runFirst<PackedRecords>({ ...at, do: 'packed', rows })),
        names: (rows, sorts) => runFirst<string[][]>({ ...at, do: 'names', rows, sorts }),
        terms: (rows) => runFirst<RecordTerms[]>({ ...at, do: 'terms', rows }),
        carried: (rows) => run<CarriedRow[]>({ ...at, do: 'carried', rows }),
        async build(fresh, { commit, dictionary }) {
          const key = `${thread} ${dictionary.number}`
          const order = { commit, dictionary: dictionary.number }
          const first = dictionaries.has(key) ? order : { ...order, bytes: dictionary }
          dictionaries.add(key)
          return withBuffers(await runFirst<BuiltFresh>({ ...at, do: 'build', fresh, at: first }))
        },
        // A thread that is gone has dropped it.
        drop: () => void run({ ...at, do: 'drop' }).catch(() => {}),
      }
    },
    close: async () => void (await everywhere({ do: 'end', file })),
  }
}

/** Who comes first where threads are wanted for two things. */
interface Turns {
  goFirst<Done>(work: Promise<Done>): Promise<Done>
  /** Resolves when nothing that goes first is under way. */
  wait(): Promise<void>
}

/**
 * The batch that is being written comes before reading on: what is read meanwhile would only hold it up, and the threads
 * have nothing else to do while the stores write.
 */
function openTurns(): Turns {
  let first = 0
  let waiting: (() => void)[] = []
  return {
    async goFirst(work) {
      first += 1
      try {
        return await work
      } finally {
        first -= 1
        if (first === 0) {
          for (const go of waiting) go()
          waiting = []
        }
      }
    },
    async wait() {
      while (first > 0) await new Promise<void>((resolve) => waiting.push(resolve))
    },
  }
}

/** Handing values over has a stack that ends. */
function handedOver(input: RowInput): RowInput | CellRows {
  if ('text' in input) return input
  if (input.rows.every((row) => 'value' in row && row.isCells === true))
    return { cells: JSON.stringify(input.rows) }
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
