import type { EngineConnection, EngineAddon } from './engine-addon.ts'
import { quoteString } from './params.ts'

/** Settings and parameters of one statement; both are state of a connection in the engine. */
export interface EngineStatement {
  sql: string
  format: string
  database: string
  settings: Map<string, string>
  params: Map<string, string>
}

const spare = 4

/**
 * One engine connection for one statement, then thrown away. Settings, parameters and `readonly` are state of
 * the connection and `readonly` cannot be taken back, so a fresh one is the isolation; opening costs 0.15 ms.
 * The engine's own parameter binding is not used: it is state of the process, so bound statements would have to
 * run one after another. `SET param_x` is state of the connection and runs in parallel.
 */
export class EngineConnections {
  readonly addon: EngineAddon
  readonly #path: string
  /** The engine shuts down with its last connection. */
  readonly #anchor: EngineConnection
  readonly #spare: EngineConnection[] = []
  readonly #used: EngineConnection[] = []

  constructor(addon: EngineAddon, path: string, args?: readonly string[]) {
    this.addon = addon
    this.#path = path
    this.#anchor = args ? addon.CreateConnection(path, args) : addon.CreateConnection(path)
  }

  take(): EngineConnection {
    return this.#spare.pop() ?? this.addon.CreateConnection(this.#path)
  }

  /** Only when no statement runs on it. Closing and opening wait until the answer is on its way. */
  release(connection: EngineConnection): void {
    this.#used.push(connection)
    if (this.#used.length === 1) setImmediate(() => this.#turnOver())
  }

  #turnOver(): void {
    for (const connection of this.#used.splice(0)) this.addon.CloseConnection(connection)
    while (this.#spare.length < spare) this.#spare.push(this.addon.CreateConnection(this.#path))
  }

  close(): void {
    for (const connection of [...this.#spare.splice(0), this.#anchor]) this.addon.CloseConnection(connection)
  }
}

/** Statements in front of the statement itself that set up its connection; empty when there is nothing to set. */
export function preamble(statement: EngineStatement): string {
  const changes: string[] = []
  for (const [name, text] of statement.params) changes.push(`param_${name} = ${quoteString(text)}`)
  for (const [name, value] of statement.settings) changes.push(`${name} = ${quoteString(value)}`)
  const use = statement.database === 'default' ? '' : `USE ${identifier(statement.database)}; `
  return changes.length === 0 ? use : `${use}SET ${changes.join(', ')}; `
}

function identifier(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``
}

const parserLimit = 200_000

/** The parser's limit counts the text of SET as well, and has to be raised by a statement of its own. */
export async function makeRoom(
  addon: EngineAddon,
  connection: EngineConnection,
  text: string,
): Promise<void> {
  const bytes = Buffer.byteLength(text)
  if (bytes <= parserLimit) return
  await addon.QueryAsyncConnection(connection, `SET max_query_size = ${bytes + 1000}`, 'Null')
}
