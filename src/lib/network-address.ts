import ipaddr from 'ipaddr.js'

/**
 * An address or a CIDR range in its normal form (`192.0.2.7`, `2001:db8::/32`); undefined for anything else. Host bits
 * of a range are cleared.
 */
export function normalizeRange(text: string): string | undefined {
  if (!text.includes('/')) return ipaddr.isValid(text) ? whole(text) : undefined
  if (!ipaddr.isValidCIDR(text)) return undefined
  const [address, bits] = ipaddr.parseCIDR(text)
  const network =
    address.kind() === 'ipv4'
      ? ipaddr.IPv4.networkAddressFromCIDR(text)
      : ipaddr.IPv6.networkAddressFromCIDR(text)
  return `${network.toString()}/${bits}`
}

/** A single address in its normal form, IPv4 inside IPv6 as IPv4; undefined for anything else, one with a zone included. */
export function normalizeAddress(text: string): string | undefined {
  return text.includes('/') || text.includes('%') || !ipaddr.isValid(text) ? undefined : whole(text)
}

/** Whether an address lies in one of the ranges, which are in normal form. IPv4 inside IPv6 counts as IPv4. */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return ranges.some((range) => {
    if (!range.includes('/')) return ipaddr.process(range).toString() === parsed.toString()
    const [network, bits] = ipaddr.parseCIDR(range)
    return network.kind() === parsed.kind() && parsed.match(network, bits)
  })
}

/** Whether every address of a range, or an address, lies in one of the ranges; all in normal form. */
export function isRangeWithin(range: string, ranges: readonly string[]): boolean {
  const [address = '', bits] = range.split('/')
  if (bits === undefined) return isInRanges(address, ranges)
  const wider = ranges.filter((each) => each.includes('/') && Number(each.split('/')[1]) <= Number(bits))
  return wider.some((each) => {
    const [network, widerBits] = ipaddr.parseCIDR(each)
    const first = ipaddr.parse(address)
    return network.kind() === first.kind() && first.match(network, widerBits)
  })
}

/** `ipaddr` takes `10.1` and octal spellings too; only four plain numbers are an IPv4 address here. */
function whole(text: string): string | undefined {
  const address = ipaddr.process(text)
  const isPlain = text.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(text)
  return isPlain ? address.toString() : undefined
}
