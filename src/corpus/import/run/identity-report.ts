import type { IngestOutcome } from '../../write/index.ts'

type Contested = NonNullable<IngestOutcome['contested']>[number]
type Unjoined = NonNullable<IngestOutcome['unjoined']>[number]
type Unattached = NonNullable<IngestOutcome['unattached']>[number]

/** The report of an import on identifiers. */
export interface IdentityNotes {
  /** Identifiers that rows of other names carry, which decide nothing: how many there are, and the most frequent. */
  contested: { identifiers: number; rows: number; examples: Contested[] }
  /** Rows with identifiers of two records that stay two. */
  unjoined: { rows: number; examples: Unjoined[] }
  /** Stored records that became part of another one. */
  joined: number
  /** Rows that belong to no record, because several have what they name theirs by. */
  unattached: { rows: number; examples: Unattached[] }
}

const maxExamples = 3
/** Identifiers counted one by one. */
const maxCountedIdentifiers = 10_000

/** Sums up what batches say. */
export class IdentityReport {
  readonly #contested = new Map<string, Contested>()
  readonly #unjoined: Unjoined[] = []
  readonly #unattached = { rows: 0, examples: [] as Unattached[] }
  readonly #joined = { rows: 0, records: 0 }
  #contestedRows = 0

  add({ contested = [], unjoined = [], joined = 0, unattached = [] }: IngestOutcome): void {
    this.#unattached.rows += unattached.length
    this.#unattached.examples.push(...unattached.slice(0, maxExamples - this.#unattached.examples.length))
    this.#joined.records += joined
    this.#joined.rows += unjoined.length
    for (const each of unjoined) if (this.#unjoined.length < maxExamples) this.#unjoined.push(each)
    for (const { token, lines, rows, record } of contested) {
      this.#contestedRows += rows
      const key = record === undefined ? token : `${token} ${record}`
      const before = this.#contested.get(key)
      if (before !== undefined) {
        before.rows += rows
        before.lines = [...before.lines, ...lines].slice(0, maxExamples)
      } else if (this.#contested.size < maxCountedIdentifiers)
        this.#contested.set(key, { token, lines, rows, ...(record !== undefined && { record }) })
    }
  }

  notes(): IdentityNotes {
    const examples = [...this.#contested.values()].toSorted((a, b) => b.rows - a.rows).slice(0, maxExamples)
    return {
      contested: { identifiers: this.#contested.size, rows: this.#contestedRows, examples },
      unjoined: { rows: this.#joined.rows, examples: this.#unjoined },
      joined: this.#joined.records,
      unattached: this.#unattached,
    }
  }
}
