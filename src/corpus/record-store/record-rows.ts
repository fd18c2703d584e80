import { copyRows, joinRows, rowStarts, sortRows, sql, type Transaction } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { nameWordNumber, tokenBytes, tokenDigest } from '../search-index/index.ts'
import { compress, type Dictionary } from './dictionaries.ts'
import { storeNameWords } from './name-words.ts'
import { nameIdentifiersTable, nameRecordsTable, nameSnapshotsTable, storedRank } from './tables.ts'

/** A version as it is stored. */
export interface StoredVersion {
  /** Entity id, decimal. */
  id: string
  rank: number
  /** ISO 8601. */
  observedAt: string
  /** JSON. */
  body: string
  /** JSON of the sealed part. */
  sealed: string
}

/** A state of an entity's tracked members at an instant. */
export interface NewSnapshot {
  id: string
  /** ISO 8601. */
  observedAt: string
  source: string
  /** JSON. */
  tracked: string
  /** The commit from which searches showed the state; absent if none ever did. */
  shownSince?: number
}

/** Rows of one commit, ready to be stored. They can be handed from thread to thread. */
export interface RecordRows {
  records: Buffer
  identifiers: Buffer
  snapshots: Buffer
  /** Versions that end with the commit, as decimal ids. */
  ended: { ids: string[]; borns: number[] }
  /** Identifiers that entities no longer carry, as decimal digests and ids. */
  lost: { digests: string[]; ids: string[] }
  /** Words of names, as numbers. */
  nameWords: number[]
}

const recordColumns = ['id', 'born', 'dead', 'dictionary', 'rank', 'observed_at', 'body', 'sealed']
const identifierColumns = ['digest', 'id', 'rank', 'born', 'dead']
const identifierTypes = ['int8', 'int8', 'int4', 'int4', 'int4'] as const
const snapshotColumns = ['id', 'observed_at', 'born', 'source', 'dictionary', 'tracked', 'shown_since']

/** Gathers the rows of a commit. */
export class RecordBuilder {
  readonly #born: number
  readonly #dictionary: Dictionary
  readonly #records = copyRows(['int8', 'int4', 'int4', 'int2', 'int8', 'timestamptz', 'bytea', 'bytea'])
  readonly #identifiers = copyRows(identifierTypes)
  readonly #snapshots = copyRows(['int8', 'timestamptz', 'int4', 'text', 'int2', 'bytea', 'int4'])
  #ended: RecordRows['ended'] = { ids: [], borns: [] }
  #lost: RecordRows['lost'] = { digests: [], ids: [] }
  #nameWords = new Set<number>()
  #lastId = ''
  #lastNumber = 0n

  constructor(dictionary: Dictionary, born: number) {
    this.#dictionary = dictionary
    this.#born = born
  }

  /** `born` and `dead` are given for a version that was written before; otherwise this commit's are used. */
  version(version: StoredVersion, { born = this.#born, dead = null }: Life = {}): void {
    const { id, rank, observedAt, body, sealed } = version
    const dictionary = this.#dictionary
    this.#records.add([
      BigInt(id),
      born,
      dead,
      dictionary.number,
      rank,
      Date.parse(observedAt),
      compress(body, dictionary),
      compress(sealed, dictionary),
    ])
  }

  identifier(token: string, { id, rank }: { id: string; rank: number }, life: Life = {}): void {
    const { born = this.#born, dead = null } = life
    // An entity has dozens of tokens, which come together.
    if (id !== this.#lastId) [this.#lastId, this.#lastNumber] = [id, BigInt(id)]
    this.#identifiers.add([tokenBytes(token), this.#lastNumber, storedRank(rank), born, dead])
  }

  /** Ends a version. `lost` are the identifiers that its successor does not carry on. */
  end(id: string, born: number): void {
    this.#ended.ids.push(id)
    this.#ended.borns.push(born)
  }

  lose(token: string, id: string): void {
    this.#lost.digests.push(String(tokenDigest(token)))
    this.#lost.ids.push(id)
  }

  /** Adds a word of a name (`nm:…`) of search rows that go with these. */
  nameWord(token: string): void {
    this.#nameWords.add(nameWordNumber(token))
  }

  snapshot(state: NewSnapshot, born: number = this.#born): void {
    const { id, observedAt, source, tracked, shownSince = null } = state
    const dictionary = this.#dictionary
    const bytes = compress(tracked, dictionary)
    const at = Date.parse(observedAt)
    this.#snapshots.add([BigInt(id), at, born, source, dictionary.number, bytes, shownSince])
  }

  /** Takes the rows gathered so far, and is empty afterwards. */
  take(): RecordRows {
    const rows = {
      records: this.#records.take(),
      // In this thread, which is a worker's where many rows are built.
      identifiers: sortRows(this.#identifiers.take()),
      snapshots: this.#snapshots.take(),
      ended: this.#ended,
      lost: this.#lost,
      nameWords: [...this.#nameWords],
    }
    this.#ended = { ids: [], borns: [] }
    this.#lost = { digests: [], ids: [] }
    this.#nameWords = new Set()
    return rows
  }
}

/** Which of some tokens rows give to an entity or take from one; sometimes one more. */
export function tokensWritten(
  { identifiers, lost }: Pick<RecordRows, 'identifiers' | 'lost'>,
  tokens: readonly string[],
): Set<string> {
  // Half a digest is a small number, of which a set is asked quickly.
  const half = (digest: bigint) => Number(BigInt.asUintN(32, digest))
  const halves = tokens.map((token) => half(tokenDigest(token)))
  const wanted = new Set(halves)
  const written = new Set(lost.digests.map((digest) => half(BigInt(digest))))
  for (const at of rowStarts(identifiers).slice(0, -1)) {
    // After the number of fields and the length of the first.
    const low = identifiers.readUInt32BE(at + 10)
    if (wanted.has(low)) written.add(low)
  }
  return new Set(tokens.filter((_, index) => written.has(halves[index] as number)))
}

/** Rows of one commit that were built in several places. */
export function joinRecords(parts: readonly RecordRows[]): RecordRows {
  return {
    records: joinRows(parts.map(({ records }) => records)),
    identifiers: joinRows(parts.map(({ identifiers }) => identifiers)),
    snapshots: joinRows(parts.map(({ snapshots }) => snapshots)),
    ended: {
      ids: parts.flatMap(({ ended }) => ended.ids),
      borns: parts.flatMap(({ ended }) => ended.borns),
    },
    lost: {
      digests: parts.flatMap(({ lost }) => lost.digests),
      ids: parts.flatMap(({ lost }) => lost.ids),
    },
    nameWords: [...new Set(parts.flatMap(({ nameWords }) => nameWords))],
  }
}

/** The commits between which a row holds; `dead` is null while it does. */
export interface Life {
  born?: number
  dead?: number | null
}

/**
 * Stores rows of a commit in the transaction that publishes it, so nobody sees them before and a dead writer leaves
 * none.
 */
export async function storeRecords(
  tx: Transaction,
  kind: EntityKind,
  { rows, dead }: { rows: RecordRows; dead: number },
): Promise<void> {
  const { ended, lost } = rows
  if (ended.ids.length > 0)
    await tx.query(sql`
      UPDATE ${sql.id(nameRecordsTable(kind))} r SET dead = ${dead}
      FROM unnest(${ended.ids}::bigint[], ${ended.borns}::int[]) AS e (id, born)
      WHERE r.id = e.id AND r.born = e.born AND r.dead IS NULL`)
  if (lost.ids.length > 0)
    await tx.query(sql`
      UPDATE ${sql.id(nameIdentifiersTable(kind))} i SET dead = ${dead}
      FROM unnest(${lost.digests}::bigint[], ${lost.ids}::bigint[]) AS l (digest, id)
      WHERE i.digest = l.digest AND i.id = l.id AND i.dead IS NULL`)
  await tx.copy({ table: nameRecordsTable(kind), columns: recordColumns }, rows.records)
  await storeIdentifiers(tx, nameIdentifiersTable(kind), rows.identifiers)
  await tx.copy({ table: nameSnapshotsTable(kind), columns: snapshotColumns }, rows.snapshots)
  await storeNameWords(tx, rows.nameWords)
}

export function storeIdentifiers(tx: Transaction, table: string, rows: Buffer): Promise<void> {
  return tx.copy({ table, columns: identifierColumns }, rows)
}
