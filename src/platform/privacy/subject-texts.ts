import { identifierHashes } from '../../lib/hashed-identifier.ts'
import { decoded, freeNaming } from './free-texts.ts'

/** What answers about some people show of them, as it is stored. */
export interface SubjectTexts {
  emails: readonly string[]
  phoneNumbers: readonly string[]
  /** Slugs of their pages, and the network's ids of them. */
  pages: readonly string[]
  /** Ids of their entities. */
  people: readonly string[]
  names: readonly string[]
  /** Where records of others name them. */
  mentions?: readonly Mention[]
}

/** A record of somebody or something else that names a person. */
export interface Mention {
  /** The name it gives them. */
  name: string
  /** What the record itself is known by: its id, number, domains. */
  record: readonly string[]
}

/** Tells whether a stored text is about the people who are to be forgotten. */
export interface Subject {
  /** Ids of their entities, those merged into them included. */
  people: readonly string[]
  /** `LIKE` patterns in lower case for stored JSON: whatever names them fits one. What fits one need not name them. */
  patterns: readonly string[]
  /** The same for `mayBeIn`. */
  widePatterns: readonly string[]
  /**
   * Whether a text, JSON or CSV, holds one of their identifiers, or in one line the name that a record of somebody else
   * gives them beside what that record is known by.
   */
  isIn(text: string): boolean
  /** The same, or their name alone: more than is theirs, for what can be asked again. */
  mayBeIn(text: string): boolean
  /** The same for a text of somebody else's, in whatever form they write: in doubt it names them. No pattern finds it. */
  couldBeIn(text: string): boolean
}

/** Undefined when there is nothing to look for. */
export function subjectOfTexts(texts: SubjectTexts): Subject | undefined {
  const of = (texts: readonly string[]) => [...new Set(texts.map(stored).filter((text) => text !== ''))]
  const emails = of(texts.emails)
  const phones = of(texts.phoneNumbers)
  // Addresses of pages hold what is not ASCII percent-encoded.
  const pages = of(texts.pages.flatMap((page) => [page, encodeURIComponent(page.toWellFormed())]))
  const ids = of(texts.people).map((id) => `"personid":"${id}"`)
  // Lists for ad platforms hold addresses and numbers as hashes, which name them as well.
  const hashes = identifierHashes(texts)
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
  const names = of(texts.names).map((text) => `(?<=["\\n,])${literal(text)}(?=["\\r\\n,])`)
  const own = new RegExp(identifiers.join('|'), 'u')
  const wide = new RegExp([...identifiers, ...names].join('|'), 'u')
  const mentions = mentionsByName(texts.mentions ?? [])
  const isMentioned = (text: string) =>
    mentions.some(({ name, record }) => text.includes(name) && isInOneLine(text, name, record))
  const needles = [
    ...emails,
    ...phones,
    ...ids,
    ...hashes,
    ...pages.flatMap((text) => [`"${text}"`, `/in/${text}`, `/pub/${text}`]),
  ]
  const patterns = [...needles, ...mentions.map(({ name }) => name)].map(likePattern)
  const isOwn = (text: string) => own.test(text) || isMentioned(text)
  const isNamedFreely = freeNaming(texts)
  const mayBeIn = (text: string) => {
    const lower = text.toLowerCase()
    return isOwn(lower) || wide.test(lower)
  }
  return {
    people: texts.people,
    patterns,
    widePatterns: [...new Set([...patterns, ...of(texts.names).map(likePattern)])],
    isIn: (text) => isOwn(text.toLowerCase()),
    mayBeIn,
    couldBeIn: (text) => mayBeIn(text) || mayBeIn(decoded(text)) || isNamedFreely(text),
  }
}

const likePattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`

/** Records by the name they give: one pattern a name, however many companies somebody has invested in. */
function mentionsByName(mentions: readonly Mention[]): { name: string; record: RegExp }[] {
  const records = new Map<string, Set<string>>()
  for (const mention of mentions) {
    const name = stored(mention.name)
    const storedTexts = mention.record.map(stored).filter((text) => text !== '')
    if (name === '' || storedTexts.length === 0) continue
    const all = records.get(name) ?? new Set()
    for (const text of storedTexts) all.add(text)
    records.set(name, all)
  }
  return [...records].map(([name, texts]) => {
    const any = [...texts].map(literal).join('|')
    return { name, record: new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'u') }
  })
}

const isInOneLine = (text: string, name: string, record: RegExp) =>
  text.split('\n').some((line) => line.includes(name) && record.test(line))

/** As it stands in JSON, in lower case. */
const stored = (text: string) => JSON.stringify(text.trim()).slice(1, -1).toLowerCase()

const literal = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
