import { networkUrl, type NetworkHosts } from '../../lib/network-url.ts'
import type { LiveRecords } from '../../sources/index.ts'
import type { FetchPerson } from './waterfall-finder.ts'

/** Fetches by what the identifier tokens say: a slug, an id of the network. */
export function fetchPerson(live: LiveRecords, network: NetworkHosts): FetchPerson {
  const findValue = (tokens: readonly string[], kind: string) =>
    tokens.find((token) => token.startsWith(`${kind}:`))?.slice(kind.length + 1) ?? null
  return async (tokens, { outside, signal }) => {
    const [slug, id] = [findValue(tokens, 'slug'), findValue(tokens, 'uid')]
    if (!live.isSetUp('person.live') || (slug === null && id === null)) return { isKept: false, attempts: [] }
    const isNumber = id !== null && /^\d+$/.test(id)
    const question = {
      slug,
      url: slug === null ? null : networkUrl('person', slug, network),
      userId: isNumber ? id : null,
      entityUrn: isNumber || slug !== null ? null : id,
      email: null,
      name: null,
      employer: null,
    }
    return live.person(question, { signal, withinMs: outside.withinMs })
  }
}
