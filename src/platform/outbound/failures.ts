/** How far a request came: looking the name up, connecting, the TLS handshake, waiting for the answer, reading it. */
export type OutboundStep = 'name' | 'connection' | 'tls' | 'status' | 'body'

/** Where a request ended. */
export interface OutboundPlace {
  step: OutboundStep
  /** Addresses its host stands for; empty where none is known, or where they may not be reached. */
  resolvedTo: readonly string[]
  /** What the system or the TLS library calls the fault, as `ECONNREFUSED`. */
  code?: string | undefined
}

/** No connection was made: the request itself may not leave. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused'
  readonly reason: 'bad-url' | 'not-https' | 'closed-port' | 'private-address' | 'own-port'

  constructor(reason: OutboundRefused['reason']) {
    super(`outbound request refused: ${reason}`)
    this.reason = reason
  }
}

/** The other side did not answer as it should. The cause is for the log. */
export class OutboundFailed extends Error {
  override readonly name = 'OutboundFailed'
  /**
   * `deadline`: too slow in all. `too-large`: more bytes than allowed. `connection`: none, broken, or no HTTP. `withdrawn`:
   * there was nothing to send any more when the connection stood.
   */
  readonly reason: 'deadline' | 'too-large' | 'connection' | 'aborted' | 'withdrawn'
  place: OutboundPlace | undefined

  constructor(reason: OutboundFailed['reason'], cause?: unknown) {
    super(`outbound request failed: ${reason}`, cause === undefined ? undefined : { cause })
    this.reason = reason
  }
}
