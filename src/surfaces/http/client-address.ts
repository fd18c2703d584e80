import { isInRanges, normalizeAddress } from '../../lib/network-address.ts'

/**
 * The address a request came from: that of the connection (`peer`), or, if that is a trusted proxy, the last hop of
 * `X-Forwarded-For` that is not a trusted proxy. Entries further left were written by the sender. When every hop is a
 * trusted proxy, the first of them is the client; at an entry that is not an address, the hop that reported it counts.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  trustedProxies: readonly string[],
): string {
  let address = plain(peer)
  if (trustedProxies.length === 0 || forwardedFor === undefined) return address
  let rest = forwardedFor
  while (rest !== '' && isInRanges(address, trustedProxies)) {
    const comma = rest.lastIndexOf(',')
    const hop = normalizeAddress(withoutPort(rest.slice(comma + 1).trim()))
    if (hop === undefined) break
    address = hop
    rest = comma === -1 ? '' : rest.slice(0, comma)
  }
  return address
}

/** A socket that takes both families shows IPv4 clients as `::ffff:192.0.2.7`. */
function plain(peer: string): string {
  return peer.startsWith('::ffff:') ? (normalizeAddress(peer) ?? peer) : peer
}

/** Some proxies write the port too: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(hop)?.[1]
  return bracketed ?? /^([\d.]+):\d{1,5}$/.exec(hop)?.[1] ?? hop
}
