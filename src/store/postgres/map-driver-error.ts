import pg from 'pg'
import {
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  SerializationFailure,
  StatementFailed,
  StatementTimeout,
  StoreUnavailable,
  UniqueViolation,
} from './failures.ts'

const typed = [
  CheckViolation,
  ForeignKeyViolation,
  InvalidValue,
  SerializationFailure,
  StatementFailed,
  StatementTimeout,
  StoreUnavailable,
  UniqueViolation,
]

/** SQLSTATEs with a meaning of their own; classes (first two characters) are consulted after them. */
const unavailableCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  '25P03',
  '25P04',
  '25006',
  '3D000',
])
const unavailableClasses = new Set(['08', '28', '53', '58'])
const retryCodes = new Set(['40001', '40P01', '40003'])
const timeoutCodes = new Set(['57014', '55P03'])

/** Turns what the driver throws into the store's typed errors, cause kept. The only place that reads SQLSTATEs. */
export function mapDriverError(error: unknown): Error {
  if (typed.some((type) => error instanceof type)) return error as Error
  if (error instanceof pg.DatabaseError) return mapServerError(error)
  if (error instanceof RangeError || error instanceof TypeError) return error
  const message =
    error instanceof Error ? error.message || (error as NodeJS.ErrnoException).code : String(error)
  // pg reports its own query_timeout, lost sockets and refused connections as plain errors.
  return new StoreUnavailable(`the database did not answer: ${message}`, { cause: error })
}

function mapServerError(error: pg.DatabaseError): Error {
  const code = error.code ?? 'XX000'
  const options = { cause: error }
  if (code === '23505' || code === '23P01') return new UniqueViolation(error.constraint ?? 'unknown', options)
  if (code === '23514' || code === '23502' || code === '23001') {
    return new CheckViolation(error.constraint ?? `${error.table}.${error.column}`, options)
  }
  if (code === '23503') return new ForeignKeyViolation(error.constraint ?? 'unknown', options)
  if (retryCodes.has(code)) return new SerializationFailure(error.message, options)
  if (isStalePlan(error))
    return new SerializationFailure('the schema changed under a prepared statement', options)
  if (timeoutCodes.has(code)) return new StatementTimeout(error.message, options)
  if (unavailableCodes.has(code) || unavailableClasses.has(code.slice(0, 2))) {
    return new StoreUnavailable(`the database is unavailable: ${error.message}`, options)
  }
  if (code.startsWith('22')) return new InvalidValue(error.message, options)
  return new StatementFailed(error.message, code, options)
}

/** A prepared statement planned before a migration changed its row type; it has not run. */
export function isStalePlan(error: unknown): boolean {
  return (
    error instanceof pg.DatabaseError &&
    (error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery'))
  )
}

/** true when the connection that raised the error may serve another statement; when in doubt it is given up. */
export function connectionSurvives(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError) || isStalePlan(error)) return false
  // Judged by SQLSTATE: the severity word is translated on servers with another lc_messages.
  const code = error.code ?? 'XX000'
  return !unavailableCodes.has(code) && !unavailableClasses.has(code.slice(0, 2)) && !code.startsWith('XX')
}
