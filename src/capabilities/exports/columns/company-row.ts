import type { CompanyRecord, JobPosting } from '../../../corpus/records/index.ts'
import { networkUrl, type NetworkHosts } from '../../../lib/network-url.ts'

/** What the search of an audience matched of a company besides the company itself; undefined where it asked for none. */
export interface Matched {
  /** Job postings that satisfy one of its rules, the newest first, and how many there are. */
  postings?: { total: number; shown: readonly JobPosting[] } | undefined
  /** Employees that satisfy its rules, added up. */
  employees?: number | undefined
}

/** A company of an audience as its columns see it. */
export interface CompanyRow {
  /** Entity id, as pages of the audience show it. */
  id: string
  record: CompanyRecord
  network: NetworkHosts
  matched: Matched
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
