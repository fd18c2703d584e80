import { identifierHashes } from '../../lib/hashed-identifier.ts'

/** What answers about some people show of them, as it is stored. */
export interface SubjectTexts {
  emails: readonly string[]
  phoneNumbers: readonly string[]
  /** Slugs of their pages, and the network's ids of them. */
  pages: readonly string[]
  /** Ids of their entities. */
  people: readonly string[]
  names: readonly string[]
}

/** Tells whether a stored text is about the people who are to be forgotten. */
export interface Subject {
  /** `LIKE` patterns in lower case for stored JSON: whatever names them fits one. What fits one need not name them. */
  patterns: readonly string[]
  /** Whether a text, JSON or CSV, holds one of their identifiers. */
  isIn(text: string): boolean
  /** The same, or their name alone: more than is theirs, for what can be asked again. */
  mayBeIn(text: string): boolean
}

/** Undefined when there is nothing to look for. */
export function subjectOfTexts(given: SubjectTexts): Subject | undefined {
  const of = (texts: readonly string[]) => [...new Set(texts.map(stored).filter((text) => text !== ''))]
  const emails = of(given.emails)
  const phones = of(given.phoneNumbers)
  // Addresses of pages hold what is not ASCII percent-encoded.
  const pages = of(given.pages.flatMap((page) => [page, encodeURIComponent(page.toWellFormed())]))
  const ids = of(given.people).map((id) => `"personid":"${id}"`)
  // Lists for ad platforms hold addresses and numbers as hashes, which name them as well.
  const hashes = identifierHashes(given)
  const identifiers = [
    ...emails.map((text) => `(?<![\\p{L}\\p{N}._%+-])${literal(text)}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])`),
    ...phones.map((text) => `(?<!\\d)${literal(text)}(?!\\d)`),
    ...pages.flatMap((text) => [
      `(?<=/(?:in|pub)/)${literal(text)}(?![\\p{L}\\p{N}_-])`,
      `(?<=")${literal(text)}(?=\\\\?")`,
      `(?<=[\\t\\n\\r,;]|^)${literal(text)}(?=[\\t\\n\\r,;]|$)`,
    ]),
    ...ids.map(literal),
    ...hashes.map((text) => `(?<![0-9a-f])${text}(?![0-9a-f])`),
  ]
  if (identifiers.length === 0) return undefined
  const names = of(given.names).map((text) => `(?<=["\\n,])${literal(text)}(?=["\\r\\n,])`)
  const own = new RegExp(identifiers.join('|'), 'u')
  const wide = new RegExp([...identifiers, ...names].join('|'), 'u')
  const needles = [
    ...emails,
    ...phones,
    ...ids,
    ...hashes,
    ...pages.flatMap((text) => [`"${text}"`, `/in/${text}`, `/pub/${text}`]),
  ]
  return {
    patterns: needles.map((text) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`),
    isIn: (text) => own.test(text.toLowerCase()),
    mayBeIn: (text) => wide.test(text.toLowerCase()),
  }
}

/** As it stands in JSON, in lower case. */
const stored = (text: string) => JSON.stringify(text.trim()).slice(1, -1).toLowerCase()

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
