import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Postgres } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { decompress, loadDictionaries, type Dictionary, type StoredDictionaries } from './dictionaries.ts'

/** Records, identifiers and history in Postgres. */
export interface RecordStore {
  db: Postgres
  /** The dictionary that new records of a kind are compressed with. */
  dictionary(kind: EntityKind): Promise<Dictionary>
  /** Decompresses stored bytes, of thousands of records in turns, between which other requests continue. */
  texts(kind: EntityKind, rows: readonly Compressed[]): Promise<string[]>
}

/** Bytes and the number of the dictionary they were compressed with. */
export interface Compressed {
  dictionary: number
  bytes: Buffer
}

/** Records decompressed in one turn of the event loop: about 3 ms. A thread pool takes four times as long for each. */
const atOnce = 64

const stores = new WeakMap<Postgres, RecordStore>()

/** The record store of a database; dictionaries are read once. */
export function recordStore(db: Postgres): RecordStore {
  const existing = stores.get(db)
  if (existing !== undefined) return existing
  let loading: Promise<StoredDictionaries> | undefined
  const dictionaries = () =>
    (loading ??= loadDictionaries(db).catch((cause: unknown) => {
      loading = undefined
      throw cause
    }))
  const store: RecordStore = {
    db,
    dictionary: async (kind) => (await dictionaries()).newest[kind],
    async texts(kind, rows) {
      const { of } = await dictionaries()
      const texts: string[] = []
      for (const [index, { dictionary, bytes }] of rows.entries()) {
        if (index > 0 && index % atOnce === 0) await nextTurn()
        texts.push(decompress(bytes, of(kind, dictionary)))
      }
      return texts
    },
  }
  stores.set(db, store)
  return store
}
