/** The store cannot answer now: refused, lost, timed out, shutting down, full. The caller may retry later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** true when the connection was lost during COMMIT: the work may or may not be there. */
  readonly outcomeUnknown: boolean

  constructor(message: string, options?: ErrorOptions & { outcomeUnknown?: boolean }) {
    super(message, options)
    this.outcomeUnknown = options?.outcomeUnknown ?? false
  }
}

/** The store answers, but the requested data is being rebuilt. The caller may retry, preferably after a minute. */
export class StoreRebuilding extends StoreUnavailable {}

/** A unique index or exclusion constraint refused the row. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation'
  readonly constraint: string

  constructor(constraint: string, options?: ErrorOptions) {
    super(`unique constraint ${constraint} refused the row`, options)
    this.constraint = constraint
  }
}

/** A CHECK or NOT NULL constraint refused the row; for NOT NULL `constraint` is `table.column`. */
export class CheckViolation extends Error {
  override readonly name = 'CheckViolation'
  readonly constraint: string

  constructor(constraint: string, options?: ErrorOptions) {
    super(`check ${constraint} refused the row`, options)
    this.constraint = constraint
  }
}

/** A foreign key refused the change. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation'
  readonly constraint: string

  constructor(constraint: string, options?: ErrorOptions) {
    super(`foreign key ${constraint} refused the change`, options)
    this.constraint = constraint
  }
}

/** The transaction lost against another one (serialization, deadlock); the whole of it may be run again. */
export class SerializationFailure extends Error {
  override readonly name = 'SerializationFailure'
}

/** The statement or its wait for a lock took longer than allowed; it was cancelled. */
export class StatementTimeout extends Error {
  override readonly name = 'StatementTimeout'
}

/** A bound value cannot be a value of its type: NUL in text, malformed uuid or JSON, number out of range. */
export class InvalidValue extends Error {
  override readonly name = 'InvalidValue'
}

/** Any other refusal of a statement: a bug in ours, or a trigger's own exception. `code` is the SQLSTATE. */
export class StatementFailed extends Error {
  override readonly name = 'StatementFailed'
  readonly code: string

  constructor(message: string, code: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
