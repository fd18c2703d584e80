import { cors } from 'hono/cors'

/** Paths that pages of other sites may call and read: the operations and the public documents. */
export const corsPaths = ['/v1/*', '/health', '/openapi.json', '/llms.txt', '/ai-docs/*'] as const

/** Headers of requests that a page may send. */
const allowHeaders = [
  'accept',
  'authorization',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'last-event-id',
  'x-api-key',
  'x-dry-run',
  'x-max-credits',
  'x-strict',
]
/** Headers of answers that its scripts may read. */
const exposeHeaders = [
  'content-disposition',
  'idempotent-replayed',
  'age',
  'etag',
  'link',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-credits-charged',
  'x-credits-remaining',
  'x-request-id',
]

/**
 * Lets pages of these origins call the service. Keys come in headers and a browser never adds one by itself, so no
 * credentials are allowed.
 */
export const allowOrigins = (origins: readonly string[]) =>
  cors({
    origin: origins.includes('*') ? '*' : [...origins],
    allowMethods: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE'],
    allowHeaders,
    exposeHeaders,
    maxAge: 600,
  })
