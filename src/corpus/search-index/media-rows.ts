import { isReservedSlug, normalizeSlug, readPersonPage } from '../../lib/network-url.ts'
import { pageKey } from '../../lib/page-url.ts'
import type { NewsArticle, Post } from '../records/index.ts'
import { dayNumber, keywordText } from './columns.ts'
import { companyLookups, entityLookups, newestRank } from './media-columns.ts'
import { exactToken, idTokens, ownSort, token } from './tokens.ts'

/** Columns of table `posts` after rank, id and born. */
export const postColumns = ['author_id', 'posted', 'reactions', 'facets', 'words'] as const

export function postIdentifiers(record: Post): string[] {
  return idTokens('post', record.post_id)
}

/** The author of a post or comment, or of a reaction. */
export type Authored = Pick<
  Post,
  'author_type' | 'author_name' | 'author_pnet_slug' | 'author_pnet_url' | 'company'
>

/** The slug of an author, unless it identifies nobody. */
function slugOfAuthor({ author_type: type, author_pnet_slug: slug }: Authored): string | undefined {
  const normal = slug ? normalizeSlug(slug) : ''
  const isNobodys = normal === '' || isReservedSlug(type === 'company' ? 'company' : 'person', normal)
  return isNobodys ? undefined : normal
}

/** Look-up tokens of posts: their author, and the company when a company wrote it. */
export function postLookups(record: Authored, links: readonly string[]): string[] {
  const slug = slugOfAuthor(record)
  if (record.author_type === 'company') {
    const reference = record.company ?? { li_org_id: null, pnet_primary_slug: null, domain: null, name: null }
    const completed = { ...reference, pnet_primary_slug: reference.pnet_primary_slug ?? slug ?? null }
    return [...companyLookups(completed, record.author_name), ...entityLookups('cid', links)]
  }
  const page = slug ?? readPersonPage(record.author_pnet_url)
  return [...(page === undefined ? [] : [exactToken('pslug', page)]), ...entityLookups('pid', links)]
}

export function postRow(record: Post, [authorId = '0']: readonly string[]) {
  const facets: string[] = []
  if (record.author_type) facets.push(token('author', record.author_type))
  if (record.language_code) facets.push(token('lang', record.language_code))
  return {
    rank: newestRank(record.posted_at),
    values: [
      authorId,
      dayNumber(record.posted_at),
      Math.min(4_294_967_295, Math.max(0, Math.round(record.num_reactions ?? 0))),
      facets.join(' '),
      keywordText([record.caption, record.sub_text]),
    ],
  }
}

/** Columns of table `news` after rank, id and born. */
export const newsColumns = ['company_ids', 'published', 'facets', 'words'] as const

/** Id of an article, and its address. */
const byId = ownSort('news')
const byAddress = ownSort('nurl')

/** An article is recognised by its id or, between sources, by its address. */
export function newsIdentifiers(record: NewsArticle): string[] {
  const page = record.url === null ? undefined : pageKey(record.url)
  const tokens = idTokens(byId, record.article_id)
  // A bare host is a publisher and no article.
  if (page?.includes('/') === true) tokens.push(exactToken(byAddress, page))
  return tokens
}

/** Look-up tokens of articles: the companies they are about. */
export function newsLookups(record: NewsArticle, links: readonly string[]): string[] {
  const companies = (record.companies ?? []).flatMap((company) => companyLookups(company))
  return [...new Set([...companies, ...entityLookups('cid', links)])]
}

export function newsRow(record: NewsArticle, links: readonly string[]) {
  const facets: string[] = []
  if (record.sentiment) facets.push(token('sent', record.sentiment))
  if (record.topic) facets.push(token('topic', record.topic))
  if (record.language_code) facets.push(token('lang', record.language_code))
  return {
    rank: newestRank(record.published_at),
    values: [
      `[${[...new Set(links)].filter((id) => id !== '0').join(',')}]`,
      dayNumber(record.published_at),
      facets.join(' '),
      keywordText([record.title, record.summary]),
    ],
  }
}
