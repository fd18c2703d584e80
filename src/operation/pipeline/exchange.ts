/** One request as a surface (HTTP, MCP) hands it to the pipeline. */
export interface Incoming {
  /** Raw body; surfaces cap it at `bodyLimitBytes` while reading. Null when there is none. */
  body: Uint8Array | null
  /** The body of an operation that takes a file, as it arrives; undefined when there is none. */
  file?: AsyncIterable<Uint8Array> | undefined
  query: Record<string, string[]>
  pathParameters: Record<string, string>
  header(name: string): string | undefined
  /** Client address, for the limit on failed authentication. */
  address: string
  startedAtMs: number
  /** Aborts when the client leaves before its answer; the reason is a Failure. */
  signal?: AbortSignal
}

/** What goes back. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Largest body the service reads. */
export const bodyLimitBytes = 1024 * 1024
