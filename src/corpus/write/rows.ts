import type { ClickHouse } from '../../store/clickhouse/index.ts'
import type { Commit } from '../commits/index.ts'
import type { CorpusKind, RowValue, Sealed } from '../kinds/index.ts'
import { tsvRow } from './tsv.ts'

/** A version of an entity about to be written. */
export interface NewVersion {
  id: string
  record: Record<string, unknown>
  body: string
  sealed: Sealed
  identifiers: readonly string[]
  /** ISO 8601. */
  observedAt: string
  source: string
  /** The version it replaces. */
  replaces?: number
}

/** A state of an entity's tracked members at an instant. */
export interface NewSnapshot {
  id: string
  observedAt: string
  source: string
  tracked: string
}

/** Rows of one table, TabSeparated. */
export interface TableText {
  table: string
  columns: string[]
  text: Buffer
}

/** Sends rows; resolves when they survive a kill. */
export async function sendRows(engine: ClickHouse, tables: readonly TableText[]): Promise<void> {
  for (const { table, columns, text } of tables) {
    await engine.insert({ table, columns, format: 'TabSeparated' }, text)
  }
}

/** Rows of one commit, gathered as TabSeparated text per table and sent together by `sendRows`. */
export class CommitRows {
  readonly #kind: CorpusKind
  readonly #number: number
  readonly #tables = new Map<string, { columns: readonly string[]; text: string[] }>()
  rows = 0
  superseded = 0

  constructor(kind: CorpusKind, commit: Commit) {
    this.#kind = kind
    this.#number = commit.number
  }

  version(version: NewVersion): void {
    const { name: kind, table, bodyTable, supersededTable, columns } = this.#kind
    const { id, identifiers, sealed } = version
    const links = sealed.links ?? []
    const { rank, values } = this.#kind.row(version.record, links)
    const born = this.#number
    this.#add(table, ['rank', 'id', 'born', ...columns], [rank, id, born, ...values])
    this.#add(
      bodyTable,
      ['rank', 'id', 'born', 'body', 'sealed'],
      [rank, id, born, version.body, JSON.stringify(sealed)],
    )
    const observed = engineTime(version.observedAt)
    this.#add('versions', ['kind', 'id', 'born', 'rank', 'observed_at'], [kind, id, born, rank, observed])
    for (const token of [...identifiers, ...this.#kind.lookups(version.record, links, id, sealed)]) {
      this.#add('identifiers', ['kind', 'token', 'rank', 'id', 'born'], [kind, token, rank, id, born])
    }
    if (version.replaces !== undefined) {
      this.#add(supersededTable, ['id', 'born', 'dead'], [id, version.replaces, born])
      this.superseded++
    }
    this.rows++
  }

  /** Ends a version that nothing of its own id replaces: the entity was merged into another. */
  retire(id: string, born: number): void {
    this.#add(this.#kind.supersededTable, ['id', 'born', 'dead'], [id, born, this.#number])
    this.superseded++
  }

  snapshot(snapshot: NewSnapshot): void {
    this.#add(
      'snapshots',
      ['kind', 'id', 'observed_at', 'born', 'source', 'tracked'],
      [
        this.#kind.name,
        snapshot.id,
        engineTime(snapshot.observedAt),
        this.#number,
        snapshot.source,
        snapshot.tracked,
      ],
    )
  }

  /** Takes the rows gathered so far, search rows last: they are what readers look at. */
  take(): TableText[] {
    const { table } = this.#kind
    const names = [...this.#tables.keys()].sort((a, b) => Number(a === table) - Number(b === table))
    const taken = names.map((name) => {
      const { columns, text } = this.#tables.get(name) as { columns: readonly string[]; text: string[] }
      return { table: name, columns: [...columns], text: Buffer.from(text.join('')) }
    })
    this.#tables.clear()
    return taken
  }

  #add(table: string, columns: readonly string[], values: readonly RowValue[]): void {
    let found = this.#tables.get(table)
    if (found === undefined) this.#tables.set(table, (found = { columns, text: [] }))
    found.text.push(tsvRow(values))
  }
}

/** `2026-01-15T12:00:00.000Z` -> what DateTime64(3, 'UTC') reads. */
function engineTime(iso: string): string {
  return iso.slice(0, 23).replace('T', ' ').replace('Z', '')
}
