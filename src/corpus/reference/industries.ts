import { normalText } from '../../lib/text-normal.ts'
import { buildOnce } from './build-once.ts'
import lists from '../../../data/reference/industries.json' with { type: 'json' }
import table from '../../../data/reference/network-industries.json' with { type: 'json' }
import type { IndustriesBody } from './schema.ts'

/** The body of getIndustries: the 49 standard industries and the finer ones that network pages carry. */
export const industriesBody: () => IndustriesBody = buildOnce(() => ({
  standardIndustries: [...lists.standard],
  pnetIndustries: [...lists.network].sort((a, b) => a.localeCompare(b, 'en')),
}))

/** An industry of the network: its id, its name and, after it, the former one. */
export interface NetworkIndustry {
  id: string
  names: readonly [string, ...string[]]
}

/** Sources write `&` and `and` alike. */
const makeKey = (name: string) => normalText(name.replaceAll('&', ' and '))

const byName = buildOnce(() => {
  const industries = new Map<string, NetworkIndustry>()
  for (const [id, ...names] of table as [number, string, ...string[]][]) {
    const industry: NetworkIndustry = { id: String(id), names }
    for (const key of [industry.id, ...names.map(makeKey)])
      if (!industries.has(key)) industries.set(key, industry)
  }
  return industries
})

/** The network's industry with an id or a name, which may be a former one. */
export const findNetworkIndustry = (idOrName: string): NetworkIndustry | undefined =>
  byName().get(makeKey(idOrName))
