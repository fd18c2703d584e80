import { lookup, type LookupAddress } from 'node:dns'
import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'
import { OutboundRefused } from './failures.ts'

export interface AddressRules {
  /** Lets requests reach this machine itself, over plain http too: tests, and operators who say so. */
  allowLoopback: boolean
  /** Ports besides 443 that https may ask; this machine's own are free where it may be reached. */
  ports?: readonly number[]
  /** Ports of this machine at which the service itself and its stores listen: nobody's address may be one of them. */
  ownPorts?: () => readonly number[]
}

/** Node's `lookup` option of sockets. */
export type GuardedLookup = (
  hostname: string,
  options: { all?: boolean | undefined; family?: number | string | undefined },
  done: (error: Error | null, address: string | LookupAddress[], family?: number) => void,
) => void

/** Whether an address, in any spelling of it, is that of this machine. */
export function isLoopback(address: string): boolean {
  return findRange(address) === 'loopback'
}

/** Whether an address is one of this machine, by whatever interface. */
function isThisMachine(address: string): boolean {
  if (isLoopback(address)) return true
  const bare = ipaddr.process(address).toString()
  return Object.values(networkInterfaces()).some((each) =>
    each?.some((one) => ipaddr.isValid(one.address) && ipaddr.process(one.address).toString() === bare),
  )
}

/** Whether the service itself or one of its stores listens there. */
function isOwnDoor(address: string, port: number, { ownPorts }: AddressRules): boolean {
  return ownPorts?.().includes(port) === true && isThisMachine(address)
}

/**
 * Whether anybody on the Internet could have this address. Everything else is refused: private and link-local nets,
 * loopback, carrier NAT, multicast, documentation, and the ranges that carry an IPv4 address inside an IPv6 one, since
 * a gateway may unwrap them.
 */
export function isPublic(address: string): boolean {
  return findRange(address) === 'unicast' && !platformAddresses.has(ipaddr.process(address).toString())
}

/** Public by its range, but on cloud machines the metadata service of the cloud, which configures the machine. */
const platformAddresses = new Set(['168.63.129.16'])

export function mayConnect(address: string, rules: AddressRules): boolean {
  return isPublic(address) || (rules.allowLoopback && isLoopback(address))
}

/** Whether the host of a URL is an address and no name. */
export function isAddress(hostname: string): boolean {
  return ipaddr.isValid(bareAddress(hostname))
}

/** Throws when the host is an address that may not be reached at this port; names are judged when they resolve. */
export function checkLiteral(hostname: string, port: number, rules: AddressRules): void {
  if (!isAddress(hostname)) return
  const reason = findRefusal(bareAddress(hostname), port, rules)
  if (reason !== undefined) throw new OutboundRefused(reason)
}

function findRefusal(
  address: string,
  port: number,
  rules: AddressRules,
): 'private-address' | 'own-port' | undefined {
  if (!mayConnect(address, rules)) return 'private-address'
  return isOwnDoor(address, port, rules) ? 'own-port' : undefined
}

const bareAddress = (hostname: string) => hostname.replace(/^\[(.*)\]$/, '$1')

export interface LookedUp {
  port: number
  /** Receives the addresses of a name when all of them may be reached; addresses of refused names are not revealed. */
  note?: (addresses: readonly string[]) => void
}

/**
 * Resolves for a socket to a port, and refuses a name when any of its addresses may not be reached. The socket connects to
 * what was judged here, so a name that answers differently the next time gains nothing.
 */
export function guardedLookup(
  rules: AddressRules,
  resolve: typeof lookup = lookup,
  { port, note }: LookedUp = { port: 0 },
): GuardedLookup {
  return (hostname, options, done) => {
    resolve(hostname, { all: true, verbatim: true }, (error, addresses) => {
      if (error !== null) return done(error, [])
      if (addresses.length === 0) return done(new OutboundRefused('private-address'), [])
      for (const { address } of addresses) {
        const reason = findRefusal(address, port, rules)
        if (reason !== undefined) return done(new OutboundRefused(reason), [])
      }
      note?.(addresses.map(({ address }) => address))
      const wanted = addresses.filter(({ family }) => !options.family || Number(options.family) === family)
      const first = wanted[0]
      if (first === undefined) return done(new Error(`no address of ${hostname}`), [])
      return options.all === true ? done(null, wanted) : done(null, first.address, first.family)
    })
  }
}

function findRange(text: string): string {
  // A zone (`fe80::1%eth0`) only ever names a local interface.
  if (text.includes('%') || !ipaddr.isValid(text)) return 'invalid'
  const address = ipaddr.process(text)
  const range = address.range()
  // Outside 2000::/3 nothing is routed, whatever the list of special ranges leaves over.
  const isGlobal = address.kind() === 'ipv4' || ((address as ipaddr.IPv6).parts[0] ?? 0) >> 13 === 1
  return range === 'unicast' && !isGlobal ? 'reserved' : range
}
