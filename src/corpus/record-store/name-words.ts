import { monotonicMs } from '../../lib/clock.ts'
import { latestRead } from '../../lib/latest-read.ts'
import { column, nullable, rowShape, sql, type Transaction } from '../../store/postgres/index.ts'
import { nameWordBits, nameWordNumber } from '../search-index/index.ts'
import type { RecordStore } from './record-store.ts'

/** Words read in one statement: 4 MB. */
const atOnce = 1_000_000

/** Which words occur in names of people. */
export interface NameWords {
  /**
   * Answers a test of tokens (`nm:…`): true for every word of the names that a snapshot shows, and for few others. Reads
   * the words once a snapshot; without one, or after a while, those that are stored now.
   */
  readTest(asOf?: number): Promise<(token: string) => boolean>
}

/** Rebuilt rows of earlier commits bring words as well, which readers know by then. */
const maxAgeMs = 10_000

const opened = new WeakMap<RecordStore, NameWords>()

/** The words of a store as bits (16 MB once they are asked for), brought up to date by each question. */
export function nameWords(store: RecordStore): NameWords {
  let words = opened.get(store)
  if (words === undefined) opened.set(store, (words = openNameWords(store)))
  return words
}

const wordsRow = rowShape({
  last: nullable(column.text()),
  words: nullable(column.bytes()),
  count: column.int(),
})

/** Reads the words again as they are stored now. */
export function openNameWords({ db }: RecordStore): NameWords {
  let bits: Uint8Array | undefined
  let last = '0'

  async function read(): Promise<void> {
    for (;;) {
      const [row] = await db.query(sql.rows(wordsRow)`
        SELECT max(w.number)::text AS last, count(*)::int AS count, string_agg(int4send(w.word), ''::bytea) AS words
        FROM (
          SELECT number, word FROM corpus_name_words WHERE number > ${last}::bigint ORDER BY number LIMIT ${atOnce}) AS w`)
      const { words, last: newest, count = 0 } = row ?? {}
      if (!words || !newest) return
      bits ??= new Uint8Array(2 ** (nameWordBits - 3))
      for (let at = 0; at < words.length; at += 4) {
        const word = words.readInt32BE(at)
        bits[word >>> 3]! |= 1 << (word & 7)
      }
      last = newest
      if (count < atOnce) return
    }
  }

  const upToDate = latestRead(read)
  /** The newest snapshot whose words are here: they are stored in the transaction that publishes its commit. */
  let complete = { asOf: -1, readAtMs: 0 }
  return {
    async readTest(asOf = Number.POSITIVE_INFINITY) {
      if (asOf > complete.asOf || monotonicMs() - complete.readAtMs > maxAgeMs) {
        const readAtMs = monotonicMs()
        await upToDate()
        if (Number.isFinite(asOf)) complete = { asOf: Math.max(asOf, complete.asOf), readAtMs }
      }
      return (token) => {
        if (bits === undefined) return false
        const word = nameWordNumber(token)
        return (bits[word >>> 3]! & (1 << (word & 7))) !== 0
      }
    },
  }
}

const wordRow = rowShape({ word: column.int() })

/** Stores words that are not there yet, together with the rows of their names. */
export async function storeNameWords(tx: Transaction, words: readonly number[]): Promise<void> {
  if (words.length === 0) return
  const missing = await tx.query(sql.rows(wordRow)`
    SELECT w.word FROM unnest(${[...words]}::int[]) AS w (word)
    WHERE NOT EXISTS (SELECT FROM corpus_name_words k WHERE k.word = w.word)`)
  if (missing.length === 0) return
  // Numbers become visible in order, so that a reader who continues after one has all before it.
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended('corpus_name_words', 0))`)
  await tx.query(sql`
    INSERT INTO corpus_name_words (word) SELECT unnest(${missing.map(({ word }) => word)}::int[])
    ON CONFLICT (word) DO NOTHING`)
}
