import { Parser } from 'htmlparser2'

/** Members of a feed or of an entry of it, as far as they are read. */
export interface RawEntry {
  title?: string
  link?: string
  summary?: string
  date?: string
}

export interface RawFeed {
  title: string | undefined
  entries: RawEntry[]
}

const roots = new Set(['rss', 'feed', 'rdf:RDF'])
const entryNames = new Set(['item', 'entry'])
/** Elements by the member they are; the first of those with the same member counts. */
const members: ReadonlyMap<string, keyof RawEntry> = new Map([
  ['title', 'title'],
  ['link', 'link'],
  ['summary', 'summary'],
  ['description', 'summary'],
  ['content', 'summary'],
  ['content:encoded', 'summary'],
  ['published', 'date'],
  ['pubDate', 'date'],
  ['dc:date', 'date'],
  ['updated', 'date'],
])
const maxEntries = 500
const maxChars = 100_000

/**
 * RSS, RDF and Atom by events: however deep or long a document is, it costs no more than its length. Undefined for any other
 * document.
 */
export function parseFeed(xml: string): RawFeed | undefined {
  const reader = new FeedReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(name, attributes),
      ontext: (text) => reader.add(text),
      onclosetag: () => reader.close(),
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return reader.isFeed ? { title: reader.title, entries: reader.entries } : undefined
}

class FeedReader {
  isFeed = false
  title: string | undefined
  readonly entries: RawEntry[] = []
  #depth = 0
  /** The entry that is open, and how deep it lies. */
  #entry: { raw: RawEntry; depth: number } | undefined
  #member: keyof RawEntry | undefined
  #text = ''

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth += 1
    if (this.#depth === 1) this.isFeed = roots.has(name)
    const isEntry = this.#entry === undefined && this.#depth <= 3 && entryNames.has(name)
    if (isEntry) this.#entry = { raw: {}, depth: this.#depth }
    const isMember =
      this.#entry === undefined ? this.#depth <= 3 && name === 'title' : this.#depth === this.#entry.depth + 1
    if (isEntry || !isMember) return
    this.#member = members.get(name)
    this.#text = ''
    // Atom has the address in an attribute; other relations are comments, pictures, and the feed itself.
    const { href, rel = 'alternate' } = attributes
    if (name === 'link' && href !== undefined && rel === 'alternate' && this.#entry !== undefined)
      this.#entry.raw.link ??= href
  }

  add(text: string): void {
    if (this.#member !== undefined && this.#text.length < maxChars) this.#text += text
  }

  close(): void {
    const entry = this.#entry
    const text = this.#text.trim()
    const isEnd = this.#member !== undefined && (entry === undefined || this.#depth === entry.depth + 1)
    if (isEnd && text !== '') {
      if (entry === undefined) this.title ??= text
      else entry.raw[this.#member as keyof RawEntry] ??= text
    }
    if (isEnd) this.#member = undefined
    if (entry !== undefined && this.#depth === entry.depth) {
      if (this.entries.length < maxEntries) this.entries.push(entry.raw)
      this.#entry = undefined
    }
    this.#depth -= 1
  }
}
