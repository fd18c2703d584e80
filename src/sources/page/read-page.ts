import { Parser } from 'htmlparser2'
import { linkedNodes, type LinkedNode } from './json-ld.ts'

/** A `link` of the head. */
export interface HeadLink {
  url: string
  rel: ReadonlySet<string>
  type: string
  sizes: string
}

/** What a page says about itself and where it leads, without its text. */
export interface ReadPage {
  /** Where it was in the end. */
  url: string
  language: string | null
  title: string | null
  /** By name or property in lower case; the first of each. */
  metas: ReadonlyMap<string, string>
  links: readonly HeadLink[]
  /** Addresses that it leads to, with the words of the link. */
  anchors: readonly { url: string; words: string }[]
  /** Addresses of scripts, frames and style sheets. */
  parts: readonly string[]
  nodes: readonly LinkedNode[]
}

/** More than any page of people has. */
const maxAnchors = 2_000
const maxLinks = 200
const maxScriptChars = 1_000_000

/** Reads a page by events, so that neither its size nor its depth costs more than its text. */
export function readPage(html: string, url: string): ReadPage {
  const reader = new PageReader(url)
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (text) => reader.add(text),
    onclosetag: (name) => reader.close(name),
  })
  parser.end(html)
  return reader.end()
}

type Attributes = Readonly<Record<string, string>>

class PageReader {
  readonly #url: string
  #base: string
  #language: string | null = null
  #title = ''
  #isTitle = false
  readonly #metas = new Map<string, string>()
  readonly #links: HeadLink[] = []
  readonly #anchors: { url: string; words: string }[] = []
  readonly #parts: string[] = []
  readonly #scripts: string[] = []
  #script: string[] | undefined
  #scriptChars = 0
  #anchor: { url: string; words: string } | undefined

  constructor(url: string) {
    this.#url = url
    this.#base = url
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'html') this.#language ??= attributes['lang']?.trim() || null
    if (name === 'base') this.#base = this.#resolve(attributes['href']) ?? this.#base
    if (name === 'title') this.#isTitle = true
    if (name === 'meta') this.#meta(attributes)
    if (name === 'link') this.#link(attributes)
    if (name === 'a') this.#openAnchor(attributes)
    if (name === 'script' || name === 'iframe') this.#part(attributes['src'])
    if (name === 'script' && /^application\/ld\+json\b/i.test(attributes['type'] ?? '')) this.#script = []
  }

  add(text: string): void {
    if (this.#script !== undefined) {
      this.#scriptChars += text.length
      if (this.#scriptChars <= maxScriptChars) this.#script.push(text)
    } else if (this.#isTitle && this.#title.length < 1_000) this.#title += text
    else if (this.#anchor !== undefined && this.#anchor.words.length < 200) this.#anchor.words += text
  }

  close(name: string): void {
    if (name === 'title') this.#isTitle = false
    if (name === 'a') this.#anchor = undefined
    if (name !== 'script' || this.#script === undefined) return
    this.#scripts.push(this.#script.join(''))
    this.#script = undefined
  }

  end(): ReadPage {
    const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
    return {
      url: this.#url,
      language: this.#language,
      title: words(this.#title) || null,
      metas: this.#metas,
      links: this.#links,
      anchors: this.#anchors.map((anchor) => ({ url: anchor.url, words: words(anchor.words) })),
      parts: this.#parts,
      nodes: linkedNodes(this.#scripts),
    }
  }

  #meta(attributes: Attributes): void {
    const name = (
      attributes['property'] ??
      attributes['name'] ??
      attributes['http-equiv'] ??
      ''
    ).toLowerCase()
    const content = attributes['content']?.trim() ?? ''
    if (name !== '' && content !== '' && this.#metas.size < maxLinks && !this.#metas.has(name))
      this.#metas.set(name, content.slice(0, 5_000))
  }

  #link(attributes: Attributes): void {
    const url = this.#resolve(attributes['href'])
    if (url === undefined || this.#links.length >= maxLinks) return
    const rel = new Set((attributes['rel'] ?? '').toLowerCase().split(/\s+/))
    this.#links.push({
      url,
      rel,
      type: (attributes['type'] ?? '').toLowerCase(),
      sizes: attributes['sizes'] ?? '',
    })
    if (rel.has('stylesheet')) this.#part(attributes['href'])
  }

  #openAnchor(attributes: Attributes): void {
    const url = this.#resolve(attributes['href'])
    if (url === undefined || this.#anchors.length >= maxAnchors) return
    this.#anchor = { url, words: attributes['title'] ?? '' }
    this.#anchors.push(this.#anchor)
  }

  #part(address: string | undefined): void {
    const url = this.#resolve(address)
    if (url !== undefined && this.#parts.length < maxLinks) this.#parts.push(url)
  }

  #resolve(address: string | undefined): string | undefined {
    const text = address?.trim() ?? ''
    if (text === '' || text.length > 2_048 || !URL.canParse(text, this.#base)) return undefined
    return new URL(text, this.#base).href
  }
}
