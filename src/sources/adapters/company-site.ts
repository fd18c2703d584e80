import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { normalizeDomain, registrableDomain } from '../../lib/domain-name.ts'
import {
  companyLine,
  domainRecordsOf,
  feedsOf,
  findTechnologies,
  openingsOf,
  parseFingerprints,
  readSite,
  registrationDay,
  yieldingMembers,
  type Fingerprint,
  type ReadSite,
} from '../company-site/index.ts'
import { articleLines, feedTypes, readFeed } from '../feeds/index.ts'
import { boardUrl, readBoard } from '../job-boards/index.ts'
import { openSiteVisitor, visitorSettings, type SiteVisitor } from '../page/index.ts'
import { sampleQuestions } from '../sample-questions.ts'
import { defineSource, type SourceAnswer, type SourceCall } from '../source.ts'

/** A site is read once for the questions that come together. */
const rememberedMs = 10 * 60_000
const rememberedSites = 200

/** Companies' own sites: what they say of themselves, within robots.txt and a small budget. */
export const companySite = defineSource({
  id: 'company-site',
  summary: "What companies' own sites, name servers and registries of domains say of them.",
  settings: z.object({
    ...visitorSettings,
    maxPages: z.int().min(1).max(10).default(4).describe('Pages read of one site.'),
    maxPageBytes: z.int().min(10_000).max(10_000_000).default(1_000_000).describe('Bytes read of one page.'),
    fingerprints: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A file of your own that says how technologies are recognised, relative to the sources file.',
      ),
    nameServers: z
      .array(z.string().min(1))
      .max(5)
      .default([])
      .describe('Name servers; default: those of the system.'),
    rdapUrl: z
      .string()
      .regex(/^(?:https?:\/\/\S+)?$/)
      .default('https://rdap.org/domain/{domain}')
      .describe('Who is asked when a domain was registered; empty: nobody.'),
    originUrl: z
      .string()
      .regex(/^https?:\/\/\S+$/)
      .default('https://{domain}')
      .describe('Where the site of a domain is.'),
  }),
  secrets: [],
  perSecond: 20,
  timeoutMs: 60_000,
  async open(settings, { readFile }) {
    const { fingerprints: file } = settings
    const fingerprints =
      file === undefined ? [] : parseFingerprints(await readFile('fingerprints', file), file)
    const reader = new SiteReader(settings, fingerprints)
    const takes = ({ domain }: { domain: string | null }) => siteDomain(domain) !== undefined
    const cacheDays = { found: 1, notFound: 1 }
    return {
      'company.site': { cacheDays, takes, fetch: ({ domain }, call) => reader.line(domain, call) },
      'company.live': { cacheDays, takes, fetch: ({ domain }, call) => reader.line(domain, call) },
      'company.logo': {
        cacheDays,
        takes,
        async fetch({ domain }, call) {
          const outcome = await reader.line(domain, call)
          const logoUrl = outcome.found ? outcome.answer.record.logo_url : undefined
          return logoUrl ? { found: true, answer: { logoUrl } } : { found: false }
        },
      },
      'company.boards': {
        cacheDays,
        takes,
        async fetch({ domain }, call) {
          const boards = await reader.boards(domain, call)
          return boards.length === 0 ? { found: false } : { found: true, answer: { boards } }
        },
      },
      'company.news': {
        cacheDays: { found: 0, notFound: 1 },
        takes,
        async fetch({ domain }, call) {
          const articles = await reader.articles(domain, call)
          return articles.length === 0 ? { found: false } : { found: true, answer: { articles } }
        },
      },
    }
  },
  probe: () => sampleQuestions['company.site'],
})

interface ReaderSettings {
  contact?: string | undefined
  pauseMs: number
  maxPages: number
  maxPageBytes: number
  nameServers: readonly string[]
  rdapUrl: string
  originUrl: string
}

const maxFeeds = 3
const maxFeedBytes = 2_000_000

/** Reads sites, each once for the questions that come together. */
class SiteReader {
  readonly #settings: ReaderSettings
  readonly #fingerprints: readonly Fingerprint[]
  readonly #visitor: SiteVisitor
  readonly #recordsOf: ReturnType<typeof domainRecordsOf>
  readonly #sites = new LRUCache<string, { readAtMs: number; site: ReadSite | undefined }>({
    max: rememberedSites,
  })

  constructor(settings: ReaderSettings, fingerprints: readonly Fingerprint[]) {
    this.#settings = settings
    this.#fingerprints = fingerprints
    this.#visitor = openSiteVisitor(settings)
    this.#recordsOf = domainRecordsOf(settings.nameServers)
  }

  async line(address: string | null, call: SourceCall): Promise<SourceAnswer<'company.site'>> {
    const domain = siteDomain(address) ?? ''
    const site = await this.#siteOf(domain, call)
    if (site === undefined) return { found: false }
    const { rdapUrl } = this.#settings
    const [records, registeredOn] = await Promise.all([
      this.#recordsOf(domain),
      rdapUrl === '' ? undefined : registrationDay(rdapUrl, domain, call),
    ])
    const traces = { ...records, pages: site.pages, headers: site.headers }
    const technologies = findTechnologies(this.#fingerprints, traces)
    const record = companyLine(domain, site, { technologies, registeredOn })
    return { found: true, answer: { record, yields: yieldingMembers } }
  }

  /** Boards that the site leads to, and its own page about careers. Whose the boards are it does not say. */
  async boards(address: string | null, call: SourceCall): Promise<{ url: string; isConfirmed: boolean }[]> {
    const site = await this.#siteOf(siteDomain(address) ?? '', call)
    const urls = (site === undefined ? [] : openingsOf(site)).map((url) => {
      const board = readBoard(url)
      return board === undefined ? url : boardUrl(board)
    })
    return [...new Set(urls)].slice(0, 100).map((url) => ({ url, isConfirmed: false }))
  }

  /** Articles of the feeds that the site announces, at the site itself. */
  async articles(address: string | null, call: SourceCall) {
    const site = await this.#siteOf(siteDomain(address) ?? '', call)
    const articles = []
    for (const url of (site === undefined ? [] : feedsOf(site)).slice(0, maxFeeds)) {
      const document = await this.#visitor.read({ url, types: feedTypes, maxBytes: maxFeedBytes }, call)
      if (document === undefined || 'leadsTo' in document) continue
      const feed = readFeed(document.text, document.url)
      if (feed !== undefined) articles.push(...articleLines(feed, feed.entries, call.nowMs))
    }
    return articles.slice(0, 1_000)
  }

  async #siteOf(domain: string, call: SourceCall): Promise<ReadSite | undefined> {
    const before = this.#sites.get(domain)
    if (before !== undefined && call.nowMs - before.readAtMs < rememberedMs) return before.site
    const { originUrl, maxPages, maxPageBytes } = this.#settings
    const origin = originUrl.replaceAll('{domain}', domain).replace(/\/+$/, '')
    const site = await readSite(this.#visitor, { origin, budget: { maxPages, maxPageBytes } }, call)
    this.#sites.set(domain, { readAtMs: call.nowMs, site })
    return site
  }
}

function siteDomain(text: string | null): string | undefined {
  const host = text === null ? undefined : normalizeDomain(text)
  return host && registrableDomain(host)
}
