import { buildOnce } from './build-once.ts'
import lists from './data/industries.json' with { type: 'json' }
import type { IndustriesBody } from './schema.ts'

/** The body of getIndustries: the 49 standard industries and the finer ones that network pages carry. */
export const industriesBody: () => IndustriesBody = buildOnce(() => ({
  standardIndustries: [...lists.standard],
  pnetIndustries: [...lists.network].sort((a, b) => a.localeCompare(b, 'en')),
}))
