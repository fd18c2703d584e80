import { normalizeDomain } from '../../../lib/domain-name.ts'
import { networkUrl, parseNetworkUrl, type NetworkHosts } from '../../../lib/network-url.ts'
import type { Healed } from './heal-text.ts'

/** A host name: `https://WWW.Acme.com/about` and `info@acme.com` are `acme.com`. */
export function healDomain(text: string): Healed {
  const host =
    normalizeDomain(repaired(text)) ??
    (isOneAddress.test(text) ? normalizeDomain(text.slice(text.indexOf('@') + 1)) : undefined)
  if (host === undefined) return { value: text, changes: [], problem: 'invalid' }
  return { value: host, changes: host === text ? [] : [host === text.toLowerCase() ? 'case' : 'format'] }
}

/** Of several, none is the one. */
const isOneAddress = /^[^\s@,;]+@[^\s@,;]+$/

const tracking = /^(?:utm_\w+|fbclid|gclid|dclid|msclkid|mc_[ce]id|igshid|_hsenc|_hsmi|trk|trackingid)$/i

/** An address of a page with scheme and lower-case host, without what tracks readers. */
export function healUrl(text: string): Healed {
  const address = repaired(text)
  if (/\s/.test(address)) return { value: text, changes: [], problem: 'invalid' }
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`
  if (!URL.canParse(full)) return { value: text, changes: [], problem: 'invalid' }
  const url = new URL(full)
  const isPage =
    /^https?:$/.test(url.protocol) && url.username === '' && normalizeDomain(url.hostname) !== undefined
  if (!isPage) return { value: text, changes: [], problem: 'invalid' }
  // A list of its own: names are deleted on the way.
  for (const name of Array.from(url.searchParams.keys()))
    if (tracking.test(name)) url.searchParams.delete(name)
  const value =
    url.pathname === '/' && url.search === '' && url.hash === '' ? url.href.replace(/\/$/, '') : url.href
  return { value, changes: value === text ? [] : ['format'] }
}

/** A page of the network in its one spelling; a bare slug stays one. */
export function healProfile(text: string, kind: 'person' | 'company', network: NetworkHosts): Healed {
  const page = parseNetworkUrl(repaired(text), network)
  if (page === undefined || !('slug' in page)) {
    const isSlug = page !== undefined || /^[\p{L}\d_%-]{3,100}$/u.test(text)
    return { value: text, changes: [], ...(isSlug ? {} : { problem: 'invalid' as const }) }
  }
  const own = page.kind === 'person' ? 'person' : page.kind
  if ((own === 'person') !== (kind === 'person')) return { value: text, changes: [], problem: 'invalid' }
  const value = networkUrl(own, page.slug, network)
  return { value, changes: value === text ? [] : ['format'] }
}

/** Characters that are left out or doubled when addresses are typed. */
function repaired(text: string): string {
  return (
    text
      // What other spaces cut apart are several addresses, or a path.
      .replace(/\s*([.:])\s*|\s*(\/)\s*(?=[/\s]*$)/g, '$1$2')
      .trim()
      .replace(/^h?t?tps?:?\/\/?(?=[^/])/i, (start) => (/s/i.test(start) ? 'https://' : 'http://'))
      .replace(/^(https?:\/\/)+(?=https?:\/\/)/i, '')
      .replace(/^(https?:\/\/)?ww{1,4}[.,](?=[^./]+\.[^.])/i, '$1www.')
      .replace(/[,;]+$/, '')
  )
}
