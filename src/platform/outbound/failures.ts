/** No connection was made: the request itself may not leave. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
  readonly reason: 'bad-url' | 'not-https' | 'closed-port' | 'private-address'

  constructor(reason: OutboundRefused['reason']) {
    super(`outbound request refused: ${reason}`)
    this.reason = reason
  }
}

/** The other side did not answer as it should. The cause is for the log. */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed'
  /** `deadline`: too slow in all. `too-large`: more bytes than allowed. `connection`: none, broken, or no HTTP. */
  readonly reason: 'deadline' | 'too-large' | 'connection' | 'aborted'

  constructor(reason: OutboundFailed['reason'], cause?: unknown) {
    super(`outbound request failed: ${reason}`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}
