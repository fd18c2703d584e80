import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { inSpan } from '../../lib/tracing.ts'
import type { CompiledStatement } from './compile-statement.ts'
import type { LivenessWatch } from './liveness-watch.ts'
import { connectionSurvives, mapDriverError } from './map-driver-error.ts'
import { statementSpan } from './statement-span.ts'

/** How much longer than the server's own limit we wait before giving the connection up. */
const answerGraceMs = 2_000

interface TimedQuery extends pg.QueryConfig<unknown[]> {
  /** Read by pg per query although its types do not list it; 0 = wait for ever. */
  query_timeout?: number
}

export interface RunOptions {
  /** Name to prepare the statement under; none = not prepared. */
  name?: string | undefined
  /** The server's limit for this statement in milliseconds, 0 = none; ours is a little longer. */
  statementTimeoutMs: number
}

/** Where a text without parameters holds several statements: the rows of all, the word of the last. */
export interface StatementResult {
  rows: unknown[]
  /** Names and types of the columns. */
  fields: pg.FieldDef[]
  /** The server's word for what it did: SELECT, COMMIT, ROLLBACK… */
  command: string
}

/** One checked-out connection. Remembers whether any error has put its state in doubt. */
export class Connection {
  readonly #client: pg.PoolClient
  readonly #liveness: LivenessWatch
  #doubtful = false

  constructor(client: pg.PoolClient, liveness: LivenessWatch) {
    this.#client = client
    this.#liveness = liveness
  }

  /** Whether another caller may have it next: no doubtful error, no open transaction. */
  get reusable(): boolean {
    return !this.#doubtful && this.#client.getTransactionStatus() === 'I'
  }

  async run(statement: CompiledStatement, options: RunOptions): Promise<StatementResult> {
    const query: TimedQuery = { text: statement.text, values: statement.values }
    // Without parameters pg uses the simple protocol, which migrations need for files of several statements.
    if (options.name !== undefined && statement.values.length > 0) query.name = options.name
    if (options.statementTimeoutMs > 0) query.query_timeout = options.statementTimeoutMs + answerGraceMs
    return inSpan(
      () => statementSpan(statement.text),
      async (span) => {
        const result = await this.#send(query)
        span.add({ 'db.response.returned_rows': result.rows.length })
        return result
      },
    )
  }

  async #send(query: TimedQuery): Promise<StatementResult> {
    try {
      const result: pg.QueryResult | pg.QueryResult[] = await this.#liveness.during(this.#client.query(query))
      if (!Array.isArray(result)) return { rows: result.rows, fields: result.fields, command: result.command }
      const rows = result.flatMap((each) => each.rows as unknown[])
      return { rows, fields: [], command: result.at(-1)?.command ?? '' }
    } catch (error) {
      if (!connectionSurvives(error)) this.#doubtful = true
      throw mapDriverError(error)
    }
  }

  /** Streams rows into a table; `text` is a COPY … FROM STDIN. */
  async copy(text: string, rows: Buffer): Promise<void> {
    await inSpan(
      () => statementSpan(text),
      async () => {
        try {
          await this.#liveness.during(
            pipeline(Readable.from(pieces(rows)), this.#client.query(copyFrom(text))),
          )
        } catch (error) {
          if (!connectionSurvives(error)) this.#doubtful = true
          throw mapDriverError(error)
        }
      },
    )
  }
}

/** Bytes handed to the socket at once: more would be copied once more on their way. */
const pieceBytes = 1_000_000

function* pieces(rows: Buffer): Generator<Buffer> {
  for (let start = 0; start < rows.length; start += pieceBytes) yield rows.subarray(start, start + pieceBytes)
}
