import { registrableDomain } from '../../lib/domain-name.ts'
import { OutboundFailed, OutboundRefused, type Outbound } from '../../platform/outbound/index.ts'
import { iconLinks } from '../../sources/index.ts'
import { imageType } from './image-type.ts'

export interface Icon {
  bytes: Buffer
  /** Media type such as `image/png`, detected from the bytes. */
  mediaType: string
}

/** An icon is small; a larger file is not taken as one. */
const maxIconBytes = 512 * 1024
/** Bytes of a page that are read: its head is at the start. */
const maxPageBytes = 256 * 1024
const maxPageLength = 16 * 1024 * 1024
const maxHops = 3
const maxTries = 3

/**
 * The icon a site names in the head of its start page, else its /favicon.ico. Undefined when there is none, or the site
 * does not answer. `origin` is scheme and host. Every redirect is a new request that outbound checks again.
 */
export async function fetchIcon(
  outbound: Outbound,
  origin: string,
  limits: { deadlineMs: number; signal: AbortSignal },
): Promise<Icon | undefined> {
  const page = await startPage(outbound, `${origin}/`, limits)
  const base = page?.url ?? `${origin}/`
  const named = page === undefined ? [] : iconLinks(page.html, page.url)
  const fallback = new URL('/favicon.ico', base).href
  for (const url of new Set([...named.slice(0, maxTries), fallback])) {
    const icon = await imageAt(outbound, url, limits)
    if (icon !== undefined) return icon
  }
  return undefined
}

async function startPage(
  outbound: Outbound,
  start: string,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
): Promise<{ url: string; html: string } | undefined> {
  return unlessAbsent(async () => {
    let url = start
    for (let hop = 0; hop <= maxHops; hop++) {
      const answer = await outbound.stream({
        url,
        deadlineMs,
        signal,
        maxBytes: maxPageLength,
        headers: { accept: 'text/html' },
      })
      const next = readRedirect(answer, url)
      // The body is read even when it is not needed, so that the connection is released.
      const html = await beginning(answer.body)
      if (next === undefined) return answer.status === 200 ? { url, html } : undefined
      // A site that redirects to another domain is another site.
      if (toSite(next) !== toSite(start)) return undefined
      url = next
    }
    return undefined
  })
}

async function imageAt(
  outbound: Outbound,
  start: string,
  { deadlineMs, signal }: { deadlineMs: number; signal: AbortSignal },
): Promise<Icon | undefined> {
  return unlessAbsent(async () => {
    let url = start
    for (let hop = 0; hop <= maxHops; hop++) {
      const answer = await outbound.request({ url, deadlineMs, signal, maxBytes: maxIconBytes })
      const next = readRedirect(answer, url)
      if (next === undefined) {
        const mediaType = answer.status === 200 ? imageType(answer.body) : undefined
        return mediaType === undefined ? undefined : { bytes: answer.body, mediaType }
      }
      url = next
    }
    return undefined
  })
}

function readRedirect(
  { status, headers }: { status: number; headers: Record<string, string> },
  from: string,
): string | undefined {
  const { location } = headers
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined
  return URL.canParse(location, from) ? new URL(location, from).href : undefined
}

function toSite(url: string): string {
  const { hostname } = new URL(url)
  return registrableDomain(hostname) ?? hostname
}

/** The first bytes of a page, enough for its head. */
async function beginning(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    parts.push(part)
    size += part.length
    if (size >= maxPageBytes) break
  }
  return Buffer.concat(parts).subarray(0, maxPageBytes).toString('utf8')
}

/** A site that is unreachable, does not speak HTTP or answers too much counts as one without an icon. */
async function unlessAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutboundFailed || error instanceof OutboundRefused) return undefined
    throw error
  }
}
