/** Why a data set cannot be added, read or updated now, in words for its operator. What is loaded stays. */
export class DatasetRefused extends Error {
  override readonly name = 'DatasetRefused'
  /** When it is worth asking again; undefined where somebody has to look at it first. */
  readonly retryAt: Date | undefined
  /** Whether the publisher has nothing at the address. */
  readonly isAbsent: boolean

  constructor(
    message: string,
    { retryAt, cause, isAbsent = false }: { retryAt?: Date; cause?: unknown; isAbsent?: boolean } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.retryAt = retryAt
    this.isAbsent = isAbsent
  }
}
