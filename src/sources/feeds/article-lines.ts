import type { GivenAnswer } from '../capabilities.ts'
import { normalizeDomain, registrableDomain } from '../../lib/domain-name.ts'
import type { Feed, FeedEntry } from './read-feed.ts'

type Article = GivenAnswer<'company.news'>['articles'][number]

/** Entries of a feed as lines of the import format. Days to come are not known yet. */
export function articleLines(feed: Feed, entries: readonly FeedEntry[], nowMs: number): Article[] {
  return entries.map(({ id, url, title, summary, publishedAt }) => {
    const host = normalizeDomain(url)
    const isPast = publishedAt !== null && Date.parse(publishedAt) <= nowMs
    return {
      article_id: id,
      url,
      title,
      summary,
      published_at: isPast ? publishedAt : null,
      publisher_name: feed.title,
      publisher_domain: host === undefined ? null : (registrableDomain(host) ?? host),
    }
  })
}
