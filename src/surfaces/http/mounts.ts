import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../../lib/clock.ts'
import { Failure, type Method } from '../../operation/index.ts'
import type { Documents } from '../documents/index.ts'
import { readBody } from './read-body.ts'
import { readiness, readinessPath, type Installation } from './readiness.ts'
import { decodedPath } from './routes.ts'
import { downloadsPath, sendDownload, type Downloads } from './send-download.ts'
import { sendPage } from './send-page.ts'
import { readHeader } from './to-incoming.ts'

/** A path answered outside the registry: no key, no envelope, and not in the documents of the operations. */
export interface Mount {
  method: Method
  /** Parameters are written `{id}`; a final `*` matches everything below. */
  path: `/${string}`
  /** Largest body it reads; default: that of most operations. */
  mostBytes?: number
  /** Undefined becomes 404, a thrown Failure its own answer, and anything else thrown 500. */
  answer(request: MountRequest): Promise<Response | undefined> | Response | undefined
}

export interface MountRequest {
  request: IncomingMessage
  /** For handlers that write the answer themselves and then return `alreadySent`. */
  response: ServerResponse
  /** For `x-request-id`. */
  requestId: string
  /** The client's address, behind trusted proxies. */
  address: string
  /** Aborts when the client leaves before its answer. */
  signal: AbortSignal
  /** Decoded; empty where the path has none of that name. */
  parameter(name: string): string
}

/** A path that receives messages of another service. */
export interface ReceiverRoute {
  path: `/${string}`
  /** Anything it throws becomes 500. */
  receive(
    body: Uint8Array,
    header: (name: string) => string | undefined,
  ): Promise<{ status: number; body: object }>
}

export function receiverMount({ path, receive }: ReceiverRoute): Mount {
  return {
    method: 'POST',
    path,
    async answer({ request }) {
      const bytes = (await readBody(request)) ?? new Uint8Array()
      const { status, body } = await receive(bytes, (name) => readHeader(request, name))
      return Response.json(body, { status })
    },
  }
}

/** Small public files by id. An id always names the same content. */
export interface FileRoute {
  /** What the id follows. */
  path: `/${string}`
  /** Undefined for an id that names none. */
  read(id: string): Promise<{ mediaType: string; body: Uint8Array } | undefined>
}

export function fileMount({ path, read }: FileRoute): Mount {
  return {
    method: 'GET',
    path: `${path}/{id}`,
    async answer({ parameter, requestId }) {
      const file = await read(parameter('id'))
      if (file === undefined) return undefined
      return new Response(Buffer.from(file.body), {
        headers: {
          'content-type': file.mediaType,
          'cache-control': 'public, max-age=604800, immutable',
          // The content comes from outside, so nothing in it may run here.
          'content-security-policy': "default-src 'none'; sandbox",
          'x-content-type-options': 'nosniff',
          'x-request-id': requestId,
        },
      })
    },
  }
}

/** Files that links point at. */
export function downloadMount(downloads: Downloads): Mount {
  return {
    method: 'GET',
    path: downloadsPath,
    async answer({ request, requestId, parameter }) {
      const download = await downloads.open(parameter('token'))
      if (download === 'withdrawn') throw new Failure('withdrawn')
      return download && sendDownload(download, request, requestId)
    },
  }
}

/** `/ready`, for load balancers. */
export function readinessMount(installation: Installation, clock: Clock): Mount {
  return { method: 'GET', path: readinessPath, answer: () => readiness(installation, clock) }
}

export function documentMounts(documents: Documents): Mount[] {
  return documents.paths.map((path) => ({
    method: 'GET',
    path: path as `/${string}`,
    answer({ request, requestId }) {
      const accept = readHeader(request, 'accept')
      const page = documents.find(decodedPath(request.url ?? '') ?? '', accept)
      if (path === '/' && isOfBrowser(accept, page?.contentType)) return toConsole(requestId)
      return page && sendPage(page, request, requestId)
    },
  }))
}

/** Browsers name the type of pages; programs that take anything are told the links. */
const isOfBrowser = (accept: string | undefined, contentType = '') =>
  contentType.startsWith('text/html') && accept?.toLowerCase().includes('text/html') === true

const toConsole = (requestId: string) =>
  new Response(null, {
    status: 302,
    headers: { location: '/console', 'cache-control': 'no-cache', vary: 'Accept', 'x-request-id': requestId },
  })
