import type { Queryable } from './contract.ts'
import { StatementFailed } from './failures.ts'
import { sql } from './sql.ts'

/** The database and the migration files contradict each other; the message says which file and what to do. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

export interface SqlFile {
  name: string
  text: string
  /** sha256 of the text with line ends as LF, so that a checkout's line-end setting changes nothing. */
  checksum: string
}

/** Any fixed number: the advisory lock all migrators of one database share. */
const lockKey = 4_277_009_102

/** Waits for the turn of this transaction among all migrators of the database. */
export const migrationLock = sql`select pg_advisory_xact_lock(${lockKey}::bigint)`

/** Runs a file of statements; the error of one that fails names the file and the line. */
export async function runFile(tx: Queryable, file: SqlFile): Promise<void> {
  try {
    await tx.query(sql.raw(file.text))
  } catch (error) {
    const position = Number(readPosition(error))
    const line = position > 0 ? ` at line ${file.text.slice(0, position).split('\n').length}` : ''
    const reason = error instanceof Error ? error.message : String(error)
    throw new StatementFailed(`migration ${file.name} failed${line}: ${reason}`, readCode(error), {
      cause: error,
    })
  }
}

function readPosition(error: unknown): unknown {
  return error instanceof Error ? (error.cause as { position?: unknown } | undefined)?.position : undefined
}

function readCode(error: unknown): string {
  const code = error instanceof Error ? (error.cause as { code?: unknown } | undefined)?.code : undefined
  return typeof code === 'string' ? code : 'XX000'
}
