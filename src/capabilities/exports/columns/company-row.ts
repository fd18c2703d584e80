import { kinds } from '../../../corpus/kinds/index.ts'
import type { CompanyRecord } from '../../../corpus/records/index.ts'
import type { CompanyMatches } from '../../search/index.ts'
import { networkUrl, type NetworkHosts } from '../../../lib/network-url.ts'

/** A company of an audience, as input of the columns. */
export interface CompanyRow {
  /** Entity id, as pages of the audience show it. */
  id: string
  record: CompanyRecord
  network: NetworkHosts
  /** Current matches of the audience's search in it; empty for formats without such columns. */
  matched: CompanyMatches
}

/** Address of a page of the network; null where no host is configured. */
export function pageUrl(
  kind: 'company' | 'person',
  slug: string | null | undefined,
  network: NetworkHosts,
): string | null {
  return slug === null || slug === undefined || slug === '' || network.hosts.length === 0
    ? null
    : networkUrl(kind, slug, network)
}

export const companyUrl = ({ record, network }: Pick<CompanyRow, 'record' | 'network'>): string | null =>
  pageUrl('company', record.pnet_primary_slug ?? record.li_org_id, network)

/** Identifiers of people named in a company's record: founders, investors, addresses in its texts. */
export const peopleNamedBy = (record: CompanyRecord): string[] =>
  kinds.companies.named(record as never).map((token) => token.slice(token.indexOf(':') + 1))
