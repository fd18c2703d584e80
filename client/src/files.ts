import type { Caller } from './caller.ts'
import type { CallOptions } from './settings.ts'
import { refusal, Unreachable } from './errors.ts'

/** A file as it comes. */
export interface Download {
  stream: ReadableStream<Uint8Array>
  /** As the service calls it. */
  fileName: string | undefined
  type: string
  /** Undefined where it is made while it is sent. */
  bytes: number | undefined
}

/**
 * Opens a link of an answer (`downloadUrl`, `outputUrl`). The link itself is the permission: no key is sent along. A link
 * names the address that the service has for itself; where this client calls it by another, that one is used.
 */
export async function download(
  { settings }: Caller,
  link: string,
  { signal }: Pick<CallOptions, 'signal'> = {},
): Promise<Download> {
  const base = new URL(settings.baseUrl, (globalThis as { location?: { href: string } }).location?.href)
  const { pathname, search } = new URL(link, base)
  const url = new URL(`${base.pathname.replace(/\/$/, '')}${pathname}${search}`, base)
  const request = new Request(url, signal === undefined ? {} : { signal })
  const response = await settings.fetch(request).catch((cause: unknown) => {
    signal?.throwIfAborted()
    throw new Unreachable('The file cannot be reached. Check the address of the service, and try again.', {
      cause,
    })
  })
  if (!response.ok) throw refusal(response, await response.json().catch(() => undefined))
  const { headers, body } = response
  const length = headers.get('content-length')
  return {
    stream: body ?? new Blob([]).stream(),
    fileName: /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1],
    type: headers.get('content-type') ?? 'application/octet-stream',
    bytes: length === null ? undefined : Number(length),
  }
}
