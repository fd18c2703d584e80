import { readBoard } from '../job-boards/index.ts'
import { htmlTypes, readPage, type ReadPage, type SiteVisitor } from '../page/index.ts'
import type { SourceCall } from '../source.ts'

/** What was read of a company's site. */
export interface ReadSite {
  /** The first page, then those about the company. */
  pages: ReadPage[]
  html: string
  headers: Readonly<Record<string, string>>
  /** Addresses of other sites that pages of it led to by themselves. */
  leadsTo: string[]
}

export interface SiteBudget {
  maxPages: number
  maxPageBytes: number
}

/** Pages about a company, in the order in which they are worth a question, by words of their address or of the link. */
const pageWords = [
  /\b(?:careers?|jobs?|karriere|stellen|join-?us|work-with-us|carri[eè]res?|empleo|vacatures)\b/i,
  /\b(?:contact|kontakt|impressum|imprint|contacto|contatti)\b/i,
  /\b(?:about|about-us|company|unternehmen|[uü]ber-uns|ueber-uns|a-propos|quienes-somos|chi-siamo)\b/i,
]

/** Reads the first page of a site and a few more. Undefined for a site that is not there, or forbids robots its first page. */
export async function readSite(
  visitor: SiteVisitor,
  { origin, budget }: { origin: string; budget: SiteBudget },
  call: SourceCall,
): Promise<ReadSite | undefined> {
  const order = { types: htmlTypes, maxBytes: budget.maxPageBytes }
  const front = await visitor.read({ ...order, url: `${origin}/` }, call)
  if (front === undefined || 'leadsTo' in front) return undefined
  const pages = [readPage(front.text, front.url)]
  const leadsTo: string[] = []
  for (const url of furtherPages(pages[0] as ReadPage).slice(0, budget.maxPages - 1)) {
    // One page that cannot be read takes nothing from the others.
    const document = await visitor.read({ ...order, url }, call).catch((error: unknown) => {
      if (call.signal.aborted) throw error
      return undefined
    })
    if (document === undefined) continue
    if ('leadsTo' in document) leadsTo.push(document.leadsTo)
    else pages.push(readPage(document.text, document.url))
  }
  return { pages, html: front.text, headers: front.headers, leadsTo }
}

/** One page of each sort, of the site itself. */
function furtherPages({ url: from, anchors }: ReadPage): string[] {
  const { origin } = new URL(from)
  const own = anchors.filter(
    ({ url }) => new URL(url).origin === origin && withoutHash(url) !== withoutHash(from),
  )
  const urls = pageWords.flatMap((words) => {
    const anchor = own.find(({ url, words: text }) => words.test(new URL(url).pathname) || words.test(text))
    return anchor === undefined ? [] : [withoutHash(anchor.url)]
  })
  return [...new Set(urls)]
}

function withoutHash(url: string): string {
  const bare = new URL(url)
  bare.hash = ''
  return bare.href
}

/** Where a site leads to its openings: boards of the systems, and its own page about careers. */
export function openingsOf({ pages, leadsTo }: ReadSite): string[] {
  const linked = pages.flatMap(({ anchors, parts }) => [...anchors.map(({ url }) => url), ...parts])
  const boards = [...leadsTo, ...linked].filter((url) => readBoard(url) !== undefined)
  const [careers] = pageWords
  const own = pages.slice(1).filter(({ url }) => careers?.test(new URL(url).pathname) === true)
  return [...boards, ...own.map(({ url }) => url)]
}

/** Addresses of the feeds that a site announces. */
export const feedsOf = ({ pages }: ReadSite): string[] => [
  ...new Set(
    pages.flatMap(({ links }) =>
      links
        .filter(({ rel, type }) => rel.has('alternate') && /^application\/(?:rss|atom)\+xml/.test(type))
        .map(({ url }) => url),
    ),
  ),
]
