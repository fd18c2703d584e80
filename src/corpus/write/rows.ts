import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Transaction } from '../../store/postgres/index.ts'
import type { Commit } from '../commits/index.ts'
import type { Companion, CorpusKind, KindRow, RowValue, Sealed } from '../kinds/index.ts'
import {
  joinRecords,
  RecordBuilder,
  storeRecords,
  type Dictionary,
  type NewSnapshot,
  type RecordRows,
} from '../record-store/index.ts'
import { tokenNumber } from '../search-index/index.ts'
import type { KnownVersion } from './stored-versions.ts'
import { tsvRow } from './tsv.ts'

/** A version of an entity about to be written. */
export interface NewVersion {
  id: string
  record: Record<string, unknown>
  body: string
  sealed: Sealed
  identifiers: readonly string[]
  /** What it is looked up by besides, where that is worked out. */
  lookups?: readonly string[] | undefined
  /** ISO 8601. */
  observedAt: string
  source: string
  /** The version it replaces. */
  replaces?: KnownVersion
}

/** Rows of one table, TabSeparated. */
export interface TableText {
  table: string
  columns: string[]
  text: Buffer
}

/** Rows of a commit: of the search tables, and of the record store. */
export interface BuiltRows {
  tables: TableText[]
  records: RecordRows
}

/** Sends search rows; resolves when they survive a kill. */
export async function sendRows(engine: ClickHouse, tables: readonly TableText[]): Promise<void> {
  for (const { table, columns, text } of tables) {
    await engine.insert({ table, columns, format: 'TabSeparated' }, text)
  }
}

/** Stores what goes with a commit, in the transaction that publishes it. */
export type StoreBeside = (tx: Transaction) => Promise<void>

/**
 * Sends search rows, and stores records and what goes with them at the same time, in the transaction of their commit.
 * Both have ended when it returns.
 */
export async function writeRows(
  { engine, tx }: { engine: ClickHouse; tx: Transaction },
  kind: CorpusKind,
  { commit, built, storeBeside }: { commit: Commit; built: BuiltRows; storeBeside?: StoreBeside | void },
): Promise<void> {
  const ended = await Promise.allSettled([
    sendRows(engine, built.tables),
    storeRecords(tx, kind.name, { rows: built.records, dead: commit.number }).then(() => storeBeside?.(tx)),
  ])
  for (const end of ended) if (end.status === 'rejected') throw end.reason
}

/** Rows of one commit, gathered here and written together by `writeRows`. */
export class CommitRows {
  readonly #kind: CorpusKind
  readonly #number: number
  readonly #records: RecordBuilder
  readonly #tables = new Map<string, { columns: readonly string[]; text: string[] }>()
  readonly #included: BuiltRows[] = []
  rows = 0
  superseded = 0

  constructor(kind: CorpusKind, commit: Commit, dictionary: Dictionary) {
    this.#kind = kind
    this.#number = commit.number
    this.#records = new RecordBuilder(dictionary, commit.number)
  }

  version(version: NewVersion): void {
    const { id, record, sealed, observedAt, body, replaces } = version
    const tokens = new Set([
      ...version.identifiers,
      ...(version.lookups ?? this.#kind.lookups(record, sealed.links ?? [], id, sealed)),
    ])
    const built = searchRow(this.#kind, { id, born: this.#number, record, sealed, tokens })
    const { rank, values, companions } = built
    this.#add(this.#kind.table, searchColumns(this.#kind), values)
    const { companion } = this.#kind
    if (companion !== undefined)
      for (const each of companions) this.#add(companion.table, companionColumns(companion), each)
    for (const word of this.#kind.nameWords?.(record) ?? []) this.#records.nameWord(word)
    this.#records.version({ id, rank, observedAt, body, sealed: JSON.stringify(sealed) })
    // What the entity carried before at the same rank continues; only the difference is written.
    const carried = replaces === undefined ? undefined : this.#tokensOf(replaces)
    const isMoved = replaces !== undefined && replaces.rank !== rank
    for (const token of carried ?? []) if (isMoved || !tokens.has(token)) this.#records.lose(token, id)
    for (const token of tokens)
      if (isMoved || carried?.has(token) !== true) this.#records.identifier(token, { id, rank })
    if (replaces !== undefined) this.#end(replaces)
    this.rows++
  }

  /** Ends a version that no version of its own id replaces, because the entity was merged into another. */
  retire(version: KnownVersion): void {
    for (const token of this.#tokensOf(version)) this.#records.lose(token, version.id)
    this.#end(version)
  }

  snapshot(snapshot: NewSnapshot): void {
    this.#records.snapshot(snapshot)
  }

  /** Adds rows of new entities that were built elsewhere. */
  include(built: BuiltRows, rows: number): void {
    this.#included.push(built)
    this.rows += rows
  }

  /** Takes the rows gathered so far. Search rows come last, because readers look at them. */
  take(): BuiltRows {
    const { table } = this.#kind
    const names = [...this.#tables.keys()].sort((a, b) => Number(a === table) - Number(b === table))
    const tables = names.map((name) => {
      const { columns, text } = this.#tables.get(name) as { columns: readonly string[]; text: string[] }
      return { table: name, columns: [...columns], text: Buffer.from(text.join('')) }
    })
    this.#tables.clear()
    return joined(table, [{ tables, records: this.#records.take() }, ...this.#included.splice(0)])
  }

  /** Identifiers of a stored version, whose rows were built by this program's rules (`renewIndex`). */
  #tokensOf({ id, members, sealed }: KnownVersion): Set<string> {
    return carriedTokens(this.#kind, { id, record: members, sealed })
  }

  #end({ id, born, rank }: KnownVersion): void {
    const columns = ['rank', 'id', 'born', 'dead']
    this.#add(this.#kind.supersededTable, columns, [rank, id, born, this.#number])
    this.#records.end(id, born)
    this.superseded++
  }

  #add(table: string, columns: readonly string[], values: readonly RowValue[]): void {
    let rows = this.#tables.get(table)
    if (rows === undefined) this.#tables.set(table, (rows = { columns, text: [] }))
    rows.text.push(tsvRow(values))
  }
}

/** Rows of a commit that were built in several places. */
function joined(last: string, parts: readonly BuiltRows[]): BuiltRows {
  const [only, ...others] = parts
  if (only !== undefined && others.length === 0) return only
  const tables = new Map<string, TableText[]>()
  for (const part of parts)
    for (const each of part.tables) tables.set(each.table, [...(tables.get(each.table) ?? []), each])
  const names = [...tables.keys()].sort((a, b) => Number(a === last) - Number(b === last))
  return {
    tables: names.map((name) => {
      const texts = tables.get(name) as TableText[]
      return { ...(texts[0] as TableText), text: Buffer.concat(texts.map(({ text }) => text)) }
    }),
    records: joinRecords(parts.map(({ records }) => records)),
  }
}

/** All tokens a version can be found by. */
export function carriedTokens(
  kind: CorpusKind,
  { id, record, sealed }: { id: string; record: Record<string, unknown>; sealed: Sealed },
): Set<string> {
  const lookups = kind.lookups(record, sealed.links ?? [], id, sealed)
  return new Set([...kind.identifiers(record, sealed), ...lookups])
}

/** Columns of the search row of a version, in the order of `searchRow`. */
export function searchColumns({ columns, setKeys }: CorpusKind): readonly string[] {
  return ['rank', 'id', 'born', ...columns, ...(setKeys === undefined ? [] : ['keys'])]
}

/** Columns of a companion, in the order of the rows that `searchRow` answers. */
export const companionColumns = ({ columns }: Companion): readonly string[] => ['id', 'born', ...columns]

/** The search row of a version and the rows of its companion. A row that is built again keeps its rank. */
export function searchRow(
  kind: CorpusKind,
  version: {
    id: string
    born: number
    rank?: number
    record: Record<string, unknown>
    sealed: Sealed
    tokens: ReadonlySet<string>
  },
): Required<KindRow> {
  const { id, born, record, sealed, tokens } = version
  const row = kind.row(record, sealed.links ?? [])
  const rank = version.rank ?? row.rank
  const values: RowValue[] = [rank, id, born, ...row.values]
  if (kind.setKeys !== undefined) values.push(makeKeys(kind.setKeys, tokens))
  return { rank, values, companions: (row.companions ?? []).map((each) => [id, born, ...each]) }
}

/** Tokens of some sorts as numbers. */
function makeKeys(sorts: readonly string[], tokens: ReadonlySet<string>): bigint[] {
  const named = [...tokens].filter((token) => sorts.includes(token.slice(0, token.indexOf(':'))))
  return named.map(tokenNumber)
}
