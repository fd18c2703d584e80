import type { Wait } from './retries.ts'

export type Fetch = (request: Request) => Promise<Response>

export interface Settings {
  /** Address of the service, `https://almanac.example`. */
  baseUrl: string
  /** Key of the organization. */
  apiKey?: string
  /** Token of the installation, for operations of operators. */
  operatorToken?: string
  /** Default: that of the platform. */
  fetch?: Fetch
  /** How often a request is sent again at most; default 3. */
  retries?: number
  /** The longest Retry-After that is waited for; default 60. */
  maxWaitSeconds?: number
  /** How long an attempt may take; default 300. */
  timeoutSeconds?: number
  /** How to wait between attempts and polls; default: a timer. */
  wait?: Wait
  /** Headers of every request. */
  headers?: Record<string, string>
}

/** What the body of an upload may be. A stream can be sent once only: such a request is not tried again. */
export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array>

export interface CallOptions {
  signal?: AbortSignal
  /** Names the act, such as an order number. Default: one is made for each call. False sends none. */
  idempotencyKey?: string | false
  /** Refuses the request with OutOfCredits when it may cost more. */
  maxCredits?: number
  /** Refuses a request with an unknown member, instead of a warning. */
  strict?: boolean
  /** A scenario of the sandbox, such as `rate-limited`. */
  scenario?: string
  headers?: Record<string, string>
  /** Body of an upload, and its media type. */
  file?: FileBody
  fileType?: string
}

/** Settings with their defaults. */
export type FullSettings = Settings & Required<Omit<Settings, 'apiKey' | 'operatorToken' | 'headers'>>
