import { asBuffer } from '../../../lib/thread-tasks.ts'
import type { RecordTerms } from '../../kinds/index.ts'
import type { BuildAt, BuiltFresh, IngestItem, PackedRecords } from '../../write/index.ts'
import type { RowInput, SourceRow } from '../readers/row.ts'
import {
  openChunkStore,
  type ChunkRead,
  type ChunkStore,
  type ChunkTaken,
  type FreshRow,
  type ReadSettings,
} from './chunk-store.ts'
import type { CarriedRow } from './rejects-file.ts'

type Dictionary = BuildAt['dictionary']

/** Rows of a table as JSON: objects of nothing but texts cost several times as much to hand over. */
export interface CellRows {
  cells: string
}

const rowInput = (input: RowInput | CellRows): RowInput =>
  'cells' in input ? { rows: JSON.parse(input.cells) as SourceRow[] } : input

/** A request to a thread; `file` is the one it reads, in the order they were started. */
export type ChunkTask = { file: number } & (
  | { do: 'begin'; settings: ReadSettings }
  | { do: 'end' }
  | ({ chunk: number } & (
      | { do: 'take'; input: RowInput | CellRows }
      | { do: 'read'; passed: number[] }
      | { do: 'whole' | 'packed' | 'carried' | 'terms'; rows: readonly number[] }
      | { do: 'names'; rows: readonly number[]; sorts: ReadonlySet<string> }
      | { do: 'build'; fresh: readonly FreshRow[]; at: BuildOrder }
      | { do: 'drop' }
    ))
)

/** The dictionary is handed over once. */
export type BuildOrder = Pick<BuildAt, 'commit'> & { dictionary: number; bytes?: Dictionary }

export type ChunkAnswer =
  | ChunkTaken
  | CarriedRow[]
  | ChunkRead
  | IngestItem[]
  | PackedRecords
  | RecordTerms[]
  | string[][]
  | BuiltFresh
  | undefined

/** What a thread does: files by number, each with the chunks it was given. */
export function openChunkTasks(): (task: ChunkTask) => ChunkAnswer {
  const files = new Map<number, { store: ChunkStore; dictionaries: Map<number, Dictionary> }>()
  return (task) => {
    if (task.do === 'begin') {
      files.set(task.file, { store: openChunkStore(task.settings), dictionaries: new Map() })
      return undefined
    }
    if (task.do === 'end') {
      files.delete(task.file)
      return undefined
    }
    const state = files.get(task.file)
    if (state === undefined) throw new Error('a chunk of a file that was not started')
    const { store, dictionaries } = state
    const { chunk } = task
    switch (task.do) {
      case 'take':
        return store.take(chunk, rowInput(task.input))
      case 'read':
        return store.read(chunk, new Set(task.passed))
      case 'whole':
        return store.whole(chunk, task.rows)
      case 'packed':
        return store.packed(chunk, task.rows)
      case 'carried':
        return store.carried(chunk, task.rows)
      case 'terms':
        return store.terms(chunk, task.rows)
      case 'names':
        return store.names(chunk, task.rows, task.sorts)
      case 'build': {
        const { commit, dictionary: number, bytes } = task.at
        if (bytes !== undefined) dictionaries.set(number, { ...bytes, bytes: asBuffer(bytes.bytes) })
        const dictionary = dictionaries.get(number) as Dictionary
        return store.build(chunk, task.fresh, { commit, dictionary })
      }
      case 'drop':
        store.drop(chunk)
        return undefined
    }
  }
}

/** Buffers of an answer that are given away instead of copied. */
export function handedBuffers(answer: ChunkAnswer): Uint8Array[] {
  if (answer === undefined) return []
  if ('ends' in answer) return [answer.bytes]
  if (!('built' in answer)) return []
  const { tables, records } = answer.built
  return [...tables.map(({ text }) => text), records.records, records.identifiers, records.snapshots]
}
