import type { Caller } from '../ports.ts'

/** One request as a surface (HTTP, agents) hands it to the pipeline. */
export type Incoming = Sent & (BodyBytes | ParsedMembers)

/** A body as it came; its members join those of query and path. */
export interface BodyBytes {
  /** Surfaces cap it at `bodyLimitOf` the operation while reading. Null when there is none. */
  body: Uint8Array | null
  members?: undefined
}

/** Members a surface has parsed already: those of path and query are among them. They pass the same caps as bytes. */
export interface ParsedMembers {
  members: Record<string, unknown>
  body?: undefined
}

/** What comes with a request whatever form its members have. */
interface Sent {
  /** The body of an operation that takes a file, as it arrives; undefined when there is none. */
  file?: AsyncIterable<Uint8Array> | undefined
  query: Record<string, string[]>
  pathParameters: Record<string, string>
  header(name: string): string | undefined
  /** Who calls, where the surface knows by other means than a key; then no key is looked for. */
  caller?: Caller | undefined
  /** Members that the operation does not know are refused: agents believe what a call answers, and read no warnings. */
  refusesUnknown?: boolean
  /** Client address, for the limit on failed authentication. */
  address: string
  /** Aborts when the client leaves before its answer; the reason is a Failure. */
  signal?: AbortSignal
}

/** What goes back. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
  /** What follows the body, for answers that stay open; ends by itself when the signal aborts. */
  stream?: (signal: AbortSignal) => AsyncGenerator<string>
}
