import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { normalizeDomain, registrableDomain } from '../../lib/domain-name.ts'
import type { Question } from '../capabilities.ts'
import { SubjectUnavailable } from '../failures.ts'
import { articleLines, feedTypes, readFeed, type Feed, type FeedEntry } from '../feeds/index.ts'
import { openSiteVisitor, visitorSettings } from '../page/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceCall } from '../source.ts'

const maxFeedBytes = 5_000_000

/** Feeds that the operator names: articles that link to a company, or name it exactly. */
export const newsFeeds = defineSource({
  id: 'news-feeds',
  summary: 'Articles about companies in RSS and Atom feeds of your choice.',
  settings: z.object({
    ...visitorSettings,
    feeds: z
      .array(z.url({ protocol: /^https?$/ }))
      .min(1)
      .max(200)
      .describe('Addresses of feeds.'),
    minutes: z.int().min(1).max(1_440).default(30).describe('How long a feed is not asked again.'),
  }),
  secrets: [],
  perSecond: 10,
  timeoutMs: 90_000,
  open({ feeds, minutes, ...settings }) {
    const visitor = openSiteVisitor(settings)
    const readings = new LRUCache<string, { readAtMs: number; feed: Feed | undefined }>({ max: 200 })

    async function feedAt(url: string, call: SourceCall): Promise<Feed | undefined> {
      const before = readings.get(url)
      if (before !== undefined && call.nowMs - before.readAtMs < minutes * 60_000) return before.feed
      const feed = await readAt(url, call).catch((error: unknown) => {
        if (!(error instanceof SubjectUnavailable)) throw error
        // One feed that is away takes nothing from the others; what it last said holds.
        return before?.feed
      })
      readings.set(url, { readAtMs: call.nowMs, feed })
      return feed
    }

    async function readAt(url: string, call: SourceCall): Promise<Feed | undefined> {
      const document = await visitor.read({ url, types: feedTypes, maxBytes: maxFeedBytes }, call)
      return document === undefined || 'leadsTo' in document
        ? undefined
        : readFeed(document.text, document.url)
    }

    return {
      'company.news': {
        // The feeds are kept, so that every company is answered from the same reading.
        cacheDays: { found: 0, notFound: 0 },
        async fetch(question, call) {
          const isAbout = aboutCompany(question)
          const articles = []
          for (const url of feeds) {
            const feed = await feedAt(url, call)
            if (feed !== undefined)
              articles.push(...articleLines(feed, feed.entries.filter(isAbout), call.nowMs))
          }
          if (articles.length === 0) return { found: false }
          return { found: true, answer: { articles: articles.slice(0, 1_000) } }
        },
      },
    }
  },
  probe: () => sampleQuestions['company.news'],
})

/** A name of few letters, or one word that is not written like a name, is a word of the language as well. */
const minNameChars = 4

/** Whether an entry links to the company's site, or has one of its names as whole words, written as it writes them. */
function aboutCompany({ domain, names }: Question<'company.news'>): (entry: FeedEntry) => boolean {
  const host = domain === null ? undefined : normalizeDomain(domain)
  const site = host && (registrableDomain(host) ?? host)
  const wanted = names
    .map((name) => name.trim())
    .filter((name) => name.length >= minNameChars && /\p{Lu}|\d/u.test(name))
  return ({ url, title, summary }) => {
    const own = normalizeDomain(url)
    if (site !== undefined && own !== undefined && (registrableDomain(own) ?? own) === site) return true
    return wanted.some((name) => hasWords(title, name) || hasWords(summary ?? '', name))
  }
}

/** Whole words, without a search by pattern: names have any signs in them. */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at !== -1; at = text.indexOf(words, at + 1)) {
    const isWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
    if (!isWord(text[at - 1]) && !isWord(text[at + words.length])) return true
  }
  return false
}
