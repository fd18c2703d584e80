import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { chooseCoding, readHeader, type Mount, type MountRequest } from '../http/index.ts'
import { consoleFolder } from './stamp.ts'

/** Scripts and styles come from here alone, nothing is written into a page as markup, and no other page may frame it. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ')

const guards = {
  'content-security-policy': consolePolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Names that the build gives; nothing else is looked for on the disk. */
const assetName = /^[\w-]+(?:\.[\w-]+)*\.(?:js|css|json|svg)$/

/** The console: one page for all of its addresses, and the files it loads. `folder` is another one in tests. */
export function consoleMounts(folder = consoleFolder): Mount[] {
  const page = ({ request, requestId }: MountRequest) =>
    sendFile({ request, requestId, path: join(folder, 'index.html'), caching: 'no-cache' }).then(
      (sent) => sent ?? notBuilt(requestId),
    )
  return [
    {
      method: 'GET',
      path: '/console/assets/{name}',
      answer({ request, requestId, parameter }) {
        const name = parameter('name')
        if (!assetName.test(name)) return undefined
        // The name holds a digest of the content.
        const caching = 'public, max-age=31536000, immutable'
        return sendFile({ request, requestId, path: join(folder, 'assets', name), caching })
      },
    },
    { method: 'GET', path: '/console', answer: page },
    { method: 'GET', path: '/console/*', answer: page },
  ]
}

interface SentFile {
  request: MountRequest['request']
  requestId: string
  path: string
  caching: string
}

/** Undefined where there is no such file. The build left a compressed one beside each that is worth it. */
async function sendFile({ request, requestId, path, caching }: SentFile): Promise<Response | undefined> {
  const coding = chooseCoding(readHeader(request, 'accept-encoding'), ['br', 'gzip'])
  const ending = { br: '.br', gzip: '.gz', zstd: '' }
  const zipped = coding === undefined ? undefined : await readIfThere(`${path}${ending[coding]}`)
  const body = zipped ?? (await readIfThere(path))
  if (body === undefined) return undefined
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const headers: Record<string, string> = {
    ...guards,
    'cache-control': caching,
    etag,
    vary: 'Accept-Encoding',
    'x-request-id': requestId,
  }
  if (readHeader(request, 'if-none-match') === etag) return new Response(null, { status: 304, headers })
  headers['content-type'] = mediaTypes[extname(path)] ?? 'application/octet-stream'
  if (zipped !== undefined && coding !== undefined) headers['content-encoding'] = coding
  return new Response(body, { headers })
}

async function readIfThere(path: string): Promise<Buffer<ArrayBuffer> | undefined> {
  try {
    return await readFile(path)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw cause
  }
}

const sentence = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Almanac: the console is not built</title></head>
<body><h1>The console is not built</h1>
<p>A start from a checkout builds it within seconds: load this page again. If it stays like this, run
<code>npm ci</code> (without <code>--omit=dev</code>) and <code>npm run console</code>; the service need not stop.</p>
</body></html>
`

const notBuilt = (requestId: string) =>
  new Response(sentence, {
    status: 503,
    headers: {
      ...guards,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '5',
      'x-request-id': requestId,
    },
  })
