/** Looks up where mail of a domain goes. Rejects with the errors of `node:dns`, by their `code`. */
export interface MailResolver {
  mx(domain: string): Promise<readonly { exchange: string; priority: number }[]>
  /** A and AAAA. */
  addresses(host: string): Promise<readonly string[]>
  /** Whether it knows a top-level domain: closed networks say of every name outside that there is none. */
  knowsSuffix(suffix: string): Promise<boolean>
}

/**
 * Where mail of a domain goes. `hosts`: mail servers, the preferred one first. `none`: the domain takes no mail, with
 * why. `unknown`: nobody answered, which says nothing.
 */
export type MailRoutes =
  | { kind: 'hosts'; hosts: string[]; isFallback: boolean }
  | { kind: 'none'; reason: 'no_domain' | 'null_mx' | 'no_mail_server' }
  | { kind: 'unknown' }

const maxHosts = 20

/** RFC 5321 section 5.1: the MX records; without any, the host itself; RFC 7505: a lone `.` means never. */
export async function mailRoutes(domain: string, resolver: MailResolver): Promise<MailRoutes> {
  const records = await askResolver(() => resolver.mx(domain))
  if (records === 'no-name') {
    const isBelieved = await resolver.knowsSuffix(domain.slice(domain.lastIndexOf('.') + 1))
    return isBelieved ? { kind: 'none', reason: 'no_domain' } : { kind: 'unknown' }
  }
  if (records === 'unknown') return { kind: 'unknown' }
  if (records !== 'no-data' && records.length > 0) {
    const named = records.filter(({ exchange }) => exchange !== '' && exchange !== '.')
    if (named.length === 0) return { kind: 'none', reason: 'null_mx' }
    const hosts = named
      .toSorted((a, b) => a.priority - b.priority)
      .map(({ exchange }) => exchange.toLowerCase())
    return { kind: 'hosts', hosts: [...new Set(hosts)].slice(0, maxHosts), isFallback: false }
  }
  const own = await askResolver(() => resolver.addresses(domain))
  if (own === 'unknown') return { kind: 'unknown' }
  if (typeof own === 'string' || own.length === 0) return { kind: 'none', reason: 'no_mail_server' }
  return { kind: 'hosts', hosts: [domain], isFallback: true }
}

async function askResolver<T>(ask: () => Promise<T>): Promise<T | 'no-name' | 'no-data' | 'unknown'> {
  try {
    return await ask()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOTFOUND') return 'no-name'
    return code === 'ENODATA' ? 'no-data' : 'unknown'
  }
}
