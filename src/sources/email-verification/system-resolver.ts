import { Resolver } from 'node:dns/promises'
import type { MailResolver } from './mail-routes.ts'

/** Milliseconds a name server has for one try, and tries. */
const timeout = 3_000
const tries = 2

/** Asks name servers over the network; `servers` as `address` or `address:port`, those of the system when left out. */
export function systemResolver(servers?: readonly string[]): MailResolver {
  const resolver = new Resolver({ timeout, tries })
  if (servers !== undefined && servers.length > 0) resolver.setServers(servers)
  return {
    mx: (domain) => resolver.resolveMx(domain),
    async knowsSuffix(suffix) {
      try {
        await resolver.resolveNs(suffix)
        return true
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ENODATA'
      }
    },
    async addresses(host) {
      const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const failed = [v4, v6].find(
        (answer) => answer.status === 'rejected' && !isEmpty(answer.reason as NodeJS.ErrnoException),
      )
      // One family that nobody answered for may hold what the other lacks.
      if (addresses.length === 0 && failed?.status === 'rejected') throw failed.reason
      return addresses
    },
  }
}

const isEmpty = ({ code }: NodeJS.ErrnoException) => code === 'ENODATA' || code === 'ENOTFOUND'
