import { LRUCache } from 'lru-cache'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { identityToken, organizationToken } from '../../corpus/identify/index.ts'
import { findNow, type Lookups } from '../../corpus/lookup/index.ts'
import type { CompanyRecord, PersonRecord } from '../../corpus/records/index.ts'
import type { CellValue } from '../../platform/exports/index.ts'
import { employerCells } from './columns/employer-columns.ts'

/** Maximum employers in the cache; each takes some kilobytes. */
const maxCachedEmployers = 2_000

type Cells = ReadonlyMap<string, CellValue>

/** Cells of current employers, looked up page by page and cached for further people of the same employer. */
export interface Employers {
  /** Aligned with the people; undefined where the corpus does not know the employer. */
  of(people: readonly PersonRecord[], signal: AbortSignal): Promise<(Cells | undefined)[]>
}

export function openEmployers(
  search: Pick<Lookups, 'snapshots' | 'lookup'>,
  network: NetworkHosts,
): Employers {
  const cellsByToken = new LRUCache<string, { cells: Cells | undefined }>({ max: maxCachedEmployers })
  return {
    async of(people, signal) {
      const named = people.map(listTokens)
      const here = new Map<string, { cells: Cells | undefined }>()
      for (const token of new Set(named.flat())) {
        const cached = cellsByToken.get(token)
        if (cached !== undefined) here.set(token, cached)
      }
      const tokens = [...new Set(named.flat())].filter((token) => !here.has(token))
      const records =
        tokens.length === 0 ? [] : await findNow(search, 'companies', { tokens, perToken: 1, signal })
      for (const { id, body, tokens: carried } of records) {
        const record = JSON.parse(body) as CompanyRecord
        const entry = { cells: employerCells({ id, record, network }) }
        for (const token of carried) if (!here.has(token)) here.set(token, entry)
      }
      for (const token of tokens) {
        const entry = here.get(token) ?? { cells: undefined }
        here.set(token, entry)
        cellsByToken.set(token, entry)
      }
      return named.map((own) =>
        own.map((token) => here.get(token)?.cells).find((cells) => cells !== undefined),
      )
    },
  }
}

/** Identifiers of the employer: its number on the network, else its domain. */
function listTokens({ current_job: job }: PersonRecord): string[] {
  if (job === null) return []
  const { pnet_company_id: id, company_domain: domain } = job
  return [
    ...(id ? [organizationToken(id)] : []),
    ...(domain ? [identityToken({ sort: 'dom', value: domain })] : []),
  ]
}
