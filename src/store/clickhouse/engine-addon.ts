import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** An open connection of the engine. Opaque. */
export type EngineConnection = { readonly engineConnection: unique symbol }
type Stream = { readonly engineStream: unique symbol }

/**
 * The part of chdb's native addon that is used here. The library's Session is passed over for two reasons: its
 * close() waits for every statement of the process, so that connections pile up behind one long query; and its
 * inserts take text formats only. A connection must not be closed while a statement runs on it.
 */
export interface EngineAddon {
  CreateConnection(path: string, args?: readonly string[]): EngineConnection
  CloseConnection(connection: EngineConnection): void
  /** Runs off the event loop. Several statements in one text are allowed. */
  QueryAsyncConnection(
    connection: EngineConnection,
    sql: string,
    format: string,
  ): Promise<{ bytes: Uint8Array }>
  /** `prefix` ends in FORMAT name; the bytes must not change until it settles. */
  InsertRawAsyncConnection(
    connection: EngineConnection,
    prefix: string,
    rows: Buffer,
    countLines: boolean,
  ): Promise<{ rowsWritten: number }>
  /** Plans the statement on the calling thread. One stream at a time on a connection. */
  StreamQuery(connection: EngineConnection, sql: string, format: string): Stream
  StreamFetch(stream: Stream): Promise<{ done: true } | { done?: false; bytes: Uint8Array }>
  StreamCancel(stream: Stream): void
}

/** How an error begins where no engine is installed: waiting for one to start would not help. */
export const notInstalled = 'the embedded search engine is not installed'

/**
 * Loads the addon through the library's own loader, which knows the package of each platform. Both packages are optional
 * dependencies: an installation on a ClickHouse server does without.
 */
export function loadEngineAddon(require = createRequire(import.meta.url)): EngineAddon {
  try {
    const loader: { loadNative(): EngineAddon } = require(
      join(dirname(require.resolve('chdb')), 'dist/loader.js'),
    )
    return loader.loadNative()
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    throw new Error(
      `${notInstalled}: package chdb or its addon for ${process.platform}-${process.arch} ` +
        'is missing; install with optional dependencies, or set CLICKHOUSE_URL',
      { cause },
    )
  }
}

/** Not there: the library, or its addon. An addon that is there and cannot be loaded has other codes. */
function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'MODULE_NOT_FOUND' || code === 'CHDB_PLATFORM'
}
