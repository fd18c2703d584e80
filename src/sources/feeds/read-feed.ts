import { createHash } from 'node:crypto'
import { pageKey } from '../../lib/page-url.ts'
import { markupOf, plainText } from '../page/index.ts'
import { parseFeed } from './feed-parser.ts'

/** An entry of a feed. */
export interface FeedEntry {
  id: string
  url: string
  title: string
  summary: string | null
  /** ISO 8601. */
  publishedAt: string | null
}

export interface Feed {
  title: string | null
  entries: FeedEntry[]
}

/** Documents that feeds are sent as. */
export const feedTypes = /^(?:application|text)\/(?:rss\+|atom\+|rdf\+)?xml\b/i

const maxTitleChars = 300
/** A summary says what an article is about; what is longer is the article. */
const maxSummaryChars = 500

/** An RSS or Atom feed; undefined for any other document. Entries without a title or an address are left out. */
export function readFeed(xml: string, url: string): Feed | undefined {
  const feed = parseFeed(xml)
  if (feed === undefined) return undefined
  const entries = feed.entries.flatMap(({ title, link, summary: text, date }): FeedEntry[] => {
    const address = link !== undefined && URL.canParse(link, url) ? new URL(link, url) : undefined
    const words = plainText(markupOf(title ?? ''), maxTitleChars)
    if (address === undefined || !/^https?:$/.test(address.protocol) || words === '') return []
    const summary = plainText(markupOf(text ?? ''), maxSummaryChars)
    const key = pageKey(address.href) ?? address.href
    return [
      {
        id: key.length <= 200 ? key : createHash('sha256').update(key).digest('hex'),
        url: address.href,
        title: words,
        summary: summary || null,
        publishedAt: momentOf(date),
      },
    ]
  })
  return { title: feed.title ?? null, entries }
}

function momentOf(date: string | undefined): string | null {
  const ms = Date.parse(date ?? '')
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}
