import type { Caller, RequestSource } from '../ports.ts'

/** One request as a surface (HTTP, agents) hands it to the pipeline. */
export type Incoming = Sent & (BodyBytes | ParsedMembers)

/** The body as it arrived; its members join those of query and path. */
export interface BodyBytes {
  /** Surfaces cap it at `findBodyLimit` the operation while reading. Null when there is none. */
  body: Uint8Array | null
  members?: undefined
}

/** Members a surface has already parsed, including those of path and query. The caps for bodies apply to them as well. */
export interface ParsedMembers {
  members: Record<string, unknown>
  body?: undefined
}

/** What comes with a request, whatever the form of its members. */
interface Sent {
  /** The body of an operation that takes a file, as it arrives; undefined when there is none. */
  file?: AsyncIterable<Uint8Array> | undefined
  query: Record<string, string[]>
  pathParameters: Record<string, string>
  header(name: string): string | undefined
  /**
   * The browser session that the request belongs to; looked at only where the request carries no key. Undefined where it
   * carries none. Throws where it comes from another page or under another name.
   */
  session?: SessionFinder | undefined
  /** The caller, when the surface knows it by other means than a key; no key is then looked for. */
  caller?: Caller | undefined
  /** Who sends it, for the request log; default: a program with a key. */
  source?: RequestSource
  /** Unknown members are refused: agents believe what a call answers and do not read warnings. */
  refusesUnknown?: boolean
  /** Client address, for the limit on failed authentication. */
  address: string
  /** Aborts when the client leaves before its answer; the reason is a Failure. */
  signal?: AbortSignal
}

/** The browser session of a request, once its cookie is known to count. */
export interface SessionFinder {
  /** `isWatching`: it does not count as a use of the session. */
  findCaller(how: { isWatching: boolean }): Promise<Caller | undefined>
  /** Whether it is a session of the operator. */
  isOperator(): Promise<boolean>
}

/** The answer to a request. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** Text, or the same as UTF-8. */
  body: string | Uint8Array<ArrayBuffer>
  /** What follows the body, for answers that stay open; it ends when the signal aborts. */
  stream?: (signal: AbortSignal) => AsyncGenerator<string>
}
