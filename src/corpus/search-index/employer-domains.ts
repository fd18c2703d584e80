import { memo } from '../../lib/memo.ts'
import type { Experience } from '../records/index.ts'
import { tokenNumber } from './tokens.ts'

/**
 * A domain as a number, by which companies and positions are joined: shorter than the domain, and faster compared. 0 is
 * nobody's.
 */
export const domainNumber = memo(tokenNumber)

/** The slug of a company's page as a number of the same sort: no domain begins with a slash. */
export const slugNumber = memo((slug: string) => tokenNumber(`/${slug}`))

/** What ties a position to its employer besides a number: the domain, else the page; 0 where it names neither. */
export function employerTie({
  company_domain: domain,
  company_slug: slug,
}: Pick<Experience, 'company_domain' | 'company_slug'>): bigint {
  if (domain) return domainNumber(domain)
  return slug ? slugNumber(slug) : 0n
}
