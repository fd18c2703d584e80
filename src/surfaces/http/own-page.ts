import type { IncomingMessage } from 'node:http'
import { Failure } from '../../operation/index.ts'
import { readHeader } from './to-incoming.ts'

/**
 * A foreign host name that resolves here was pointed here by its owner, whose pages would pass for pages of this host.
 * Addresses, and names known only inside a private network, cannot be abused this way.
 */
export function refuseForeignHost(host: string | undefined, ownNames: readonly string[]): void {
  const name = URL.parse(`http://${host ?? ''}`)?.hostname ?? ''
  const isOwnNetwork = name !== '' && (!name.includes('.') || isAddress(name))
  if (!isOwnNetwork && !ownNames.includes(name)) throw new Failure('foreign-host')
}

/** An IPv4 address as written in URLs, or an IPv6 address. */
const isAddress = (hostname: string) => /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/.test(hostname)

/**
 * Refuses what a page of this service did not ask for, though the browser sent its cookie: a cookie says who somebody is and
 * not what they want. The header cannot be sent by a page of another site without being allowed to; streams of events cannot
 * carry it, and only read. Browsers leave out `Sec-Fetch-Site` where the service is reached without TLS by another machine,
 * and `Origin` when they only read, so that the page then has to be named by `Referer`.
 */
export function requireOwnPage(request: IncomingMessage, { baseUrl }: { baseUrl: string }): void {
  const host = readHeader(request, 'host')
  refuseForeignHost(host, [new URL(baseUrl).hostname])
  const site = readHeader(request, 'sec-fetch-site')
  const isOwn = site === undefined ? isOwnOrigin(request, { host, baseUrl }) : site === 'same-origin'
  if (!isOwn) throw new Failure('foreign-origin')
  const isStream =
    request.method === 'GET' && readHeader(request, 'accept')?.includes('text/event-stream') === true
  if (!isStream && readHeader(request, 'x-almanac-console') !== '1') throw new Failure('no-console-header')
}

/** The page is one of the host that is asked, or of the address in the settings, in front of which a proxy may stand. */
function isOwnOrigin(
  request: IncomingMessage,
  { host, baseUrl }: { host: string | undefined; baseUrl: string },
): boolean {
  const page = URL.parse(readHeader(request, 'origin') ?? readHeader(request, 'referer') ?? '')
  return page !== null && (page.host === host || page.origin === new URL(baseUrl).origin)
}
