import { checkServer } from './boot-checks.ts'
import { compileStatement } from './compile-statement.ts'
import { clientConfig, ConnectionPool, type PoolTarget } from './connection-pool.ts'
import type { Postgres, PostgresSettings, Transaction, TransactOptions } from './contract.ts'
import { type EmbeddedServer, openEmbeddedServer } from './embedded/open-embedded-server.ts'
import { isStalePlan } from './map-driver-error.ts'
import { Listener } from './listener.ts'
import { preparedNames } from './prepared-names.ts'
import { checkRows } from './row-shape.ts'
import type { Statement } from './sql.ts'
import { runTransaction } from './transaction.ts'

/** How long close() waits for running statements before it cuts their connections. */
const closeGraceMs = 10_000

/**
 * Opens the control-plane store: the server at `url`, or the embedded one under `dataDir`/postgres (created on first
 * use, adopted when an earlier process left it running, restarted when it dies). Throws UnsafeServer for a server
 * that may lose commits, StoreUnavailable when it cannot be reached, DataDirLocked when another process owns the
 * embedded one.
 */
export async function openPostgres(settings: PostgresSettings): Promise<Postgres> {
  // Checked here because the parser's own error quotes the URL, password included.
  if (settings.url !== undefined && !URL.canParse(settings.url)) {
    throw new TypeError(
      'the database URL is malformed; it should look like postgresql://user:password@host:5432/name',
    )
  }
  const server = settings.url === undefined ? await openEmbeddedServer(settings) : undefined
  const store = new PooledPostgres(settings, settings.url ?? server?.url ?? '', server)
  try {
    await checkServer(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

class PooledPostgres implements Postgres {
  readonly #pool: ConnectionPool
  readonly #listener: Listener
  readonly #server: EmbeddedServer | undefined
  readonly #statementTimeoutMs: number
  readonly #preparedName = preparedNames()
  #url: string
  #closed: Promise<void> | undefined

  constructor(settings: PostgresSettings, url: string, server: EmbeddedServer | undefined) {
    this.#statementTimeoutMs = settings.statementTimeoutMs ?? 15_000
    this.#url = url
    this.#server = server
    const target: PoolTarget = {
      connectionString: url,
      poolSize: settings.poolSize,
      applicationName: settings.applicationName,
      statementTimeoutMs: this.#statementTimeoutMs,
    }
    this.#pool = new ConnectionPool(target, settings.log)
    this.#listener = new Listener(clientConfig(target), settings.log)
    server?.onMoved((movedUrl) => {
      this.#url = movedUrl
      this.#pool.redirect(movedUrl)
      this.#listener.redirect(movedUrl)
    })
  }

  get url(): string {
    return this.#url
  }

  get poolStatus(): { total: number; idle: number; waiting: number } {
    return this.#pool.status
  }

  async query<Row>(statement: Statement<Row>): Promise<Row[]> {
    const compiled = compileStatement(statement)
    const statementTimeoutMs = this.#statementTimeoutMs
    const name = this.#preparedName(compiled)
    const run = async (preparedAs: string | undefined): Promise<Row[]> => {
      const result = await this.#pool.use((connection) =>
        connection.run(compiled, { name: preparedAs, statementTimeoutMs }),
      )
      if (statement.shape !== undefined) checkRows(statement.shape, result)
      return result.rows as Row[]
    }
    try {
      return await run(name)
    } catch (error) {
      // Refused while planning, so nothing has run: once more without the prepared plan.
      if (!isStalePlan((error as Error).cause)) throw error
      return await run(undefined)
    }
  }

  async transact<T>(work: (tx: Transaction) => Promise<T>, options: TransactOptions = {}): Promise<T> {
    return await this.#pool.use((connection) =>
      runTransaction(connection, work, {
        ...options,
        defaultTimeoutMs: this.#statementTimeoutMs,
        preparedName: this.#preparedName,
      }),
    )
  }

  async listen(
    channel: string,
    onMessage: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>> {
    return await this.#listener.subscribe(channel, onMessage, onResume)
  }

  async healthy(timeoutMs: number): Promise<boolean> {
    return await this.#pool.liveness.answers(timeoutMs)
  }

  async close(): Promise<void> {
    this.#closed ??= this.#close()
    await this.#closed
  }

  async #close(): Promise<void> {
    await Promise.all([this.#pool.close(closeGraceMs), this.#listener.close()])
    await this.#server?.stop()
  }
}
