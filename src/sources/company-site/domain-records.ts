import { Resolver } from 'node:dns/promises'

/** What a domain's name servers say of the services it uses; lower case, without what nobody has to know. */
export interface DomainRecords {
  mx: string[]
  txt: string[]
  cname: string[]
}

/** Milliseconds a name server has for one try, and tries. */
const timeout = 2_000
const tries = 1
const maxRecords = 100

/** Asks name servers over the network; `servers` as `address` or `address:port`, those of the system when left out. */
export function domainRecordsOf(servers?: readonly string[]): (domain: string) => Promise<DomainRecords> {
  const resolver = new Resolver({ timeout, tries })
  if (servers !== undefined && servers.length > 0) resolver.setServers(servers)
  const unlessNone = async (work: Promise<readonly string[]>): Promise<string[]> => {
    try {
      return (await work).slice(0, maxRecords).map((text) => text.toLowerCase())
    } catch {
      // Whether there are none or nobody said: what a domain uses is not known by what is missing.
      return []
    }
  }
  return async (domain) => {
    const [mx, txt, cname] = await Promise.all([
      unlessNone(resolver.resolveMx(domain).then((all) => all.map(({ exchange }) => exchange))),
      unlessNone(resolver.resolveTxt(domain).then((all) => all.map((parts) => parts.join('')))),
      unlessNone(resolver.resolveCname(`www.${domain}`)),
    ])
    return { mx, txt, cname }
  }
}
