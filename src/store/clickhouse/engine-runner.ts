import { availableParallelism } from 'node:os'
import type { EngineConnection } from './engine-addon.ts'
import { makeRoom, preamble } from './engine-connection.ts'
import type { EngineConnections, EngineStatement } from './engine-connection.ts'
import { refusedRead } from './engine-guard.ts'
import { quoteString } from './params.ts'

/** A caller's interest in a statement: `gone` aborts once nobody listens for the answer. */
export interface EngineCaller {
  queryId: string
  closed: AbortSignal
}

// More than cores, as most queries are short and a long one must not hold them back; with many more they only take turns
const maxRunning = 4 * availableParallelism()
const killEveryMs = 50

/** Runs statements on connections of their own, a bounded number at a time, and kills those nobody awaits. */
export class EngineRunner {
  readonly #connections: EngineConnections
  #running = 0
  readonly #waiting: (() => void)[] = []

  constructor(connections: EngineConnections) {
    this.#connections = connections
  }

  /** The whole answer in the statement's format. Rejects with the engine's exception. */
  async run(statement: EngineStatement, caller: EngineCaller): Promise<Uint8Array> {
    checkRead(statement)
    const { addon } = this.#connections
    return this.#occupied(caller, async (connection) => {
      const text = preamble(tagged(statement, caller.queryId)) + statement.sql
      await makeRoom(addon, connection, text)
      return (await addon.QueryAsyncConnection(connection, text, statement.format)).bytes
    })
  }

  /** An insert in a line format whose rows follow the statement. */
  async insertLines(statement: EngineStatement, rows: Buffer, caller: EngineCaller): Promise<void> {
    const { addon } = this.#connections
    await this.#occupied(caller, async (connection) => {
      const text = preamble(tagged(statement, caller.queryId)) + statement.sql
      await makeRoom(addon, connection, text)
      await addon.InsertRawAsyncConnection(connection, text, rows, false)
    })
  }

  async #occupied<T>(caller: EngineCaller, work: (connection: EngineConnection) => Promise<T>): Promise<T> {
    if (this.#running >= maxRunning) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#running += 1
    try {
      caller.closed.throwIfAborted()
      const connection = this.#connections.take()
      const stop = killWhenGone(this.#connections, caller)
      try {
        return await work(connection)
      } finally {
        stop()
        this.#connections.release(connection)
      }
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}

/** Repeats the kill until told to stop: one sent before the statement is registered hits nothing. */
export function killWhenGone(connections: EngineConnections, caller: EngineCaller): () => void {
  let timer: NodeJS.Timeout | undefined
  const kill = () => {
    const connection = connections.take()
    const done = () => connections.release(connection)
    connections.addon.QueryAsyncConnection(connection, killStatement(caller.queryId), 'Null').then(done, done)
  }
  const start = () => {
    kill()
    timer = setInterval(kill, killEveryMs)
  }
  if (caller.closed.aborted) start()
  else caller.closed.addEventListener('abort', start, { once: true })
  return () => {
    caller.closed.removeEventListener('abort', start)
    clearInterval(timer)
  }
}

/** SYNC never returned in this engine; ASYNC ends the statement within its next block. */
function killStatement(queryId: string): string {
  return `KILL QUERY WHERE endsWith(Settings['log_comment'], ${quoteString(` ${queryId}`)}) ASYNC`
}

/** The engine gives statements no id of our choice, so it stands at the end of log_comment. */
export function tagged(statement: EngineStatement, queryId: string): EngineStatement {
  const settings = new Map(statement.settings)
  settings.set('log_comment', `${settings.get('log_comment') ?? ''} ${queryId}`)
  return { ...statement, settings }
}

/** Throws with the engine's own message when a statement declared read-only is not. */
export function checkRead(statement: EngineStatement): void {
  const readonly = statement.settings.get('readonly')
  const reason = readonly && readonly !== '0' ? refusedRead(statement.sql) : undefined
  if (reason) throw new Error(`Code: 164. DB::Exception: ${reason}. (READONLY)`)
}
