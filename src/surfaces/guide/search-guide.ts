import MiniSearch from 'minisearch'
import type { Guide } from './read-guide.ts'

/** A part of a page that has the words. */
export interface GuideMatch {
  /** Of the page. */
  name: string
  page: string
  /** Of the heading. */
  id: string
  heading: string
  /** The words around the first that matched; `isMatch` marks those that did. */
  excerpt: { text: string; isMatch: boolean }[]
}

export type SearchGuide = (query: string) => GuideMatch[]

const maxMatches = 30
const excerptChars = 220

interface SectionText {
  name: string
  page: string
  section: string
  heading: string
  text: string
}

/** An index of all parts of the guide, about 2 MB. */
export function indexGuide({ pages }: Pick<Guide, 'pages'>): SearchGuide {
  const index = new MiniSearch<SectionText & { id: number }>({
    fields: ['heading', 'page', 'text'],
    storeFields: ['name', 'page', 'section', 'heading', 'text'],
    // Settings and members are asked for by their parts, too: ALMANAC_BACKUP_KEEP, maxRows.
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ''),
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: 0.15,
      combineWith: 'AND',
    },
  })
  const sections = [...pages.values()].flatMap(({ name, title, sections }) =>
    sections.map((section) => ({
      name,
      page: title,
      section: section.level === 1 ? '' : section.id,
      heading: section.title,
      text: section.text,
    })),
  )
  index.addAll(sections.map((section, id) => ({ ...section, id })))
  /** Parts with all words; where there are none, those with some. */
  const find = (query: string) => {
    const whole = index.search(query)
    return whole.length > 0 ? whole : index.search(query, { combineWith: 'OR', fuzzy: false })
  }
  return (query) =>
    find(query)
      .slice(0, maxMatches)
      .map((match) => {
        const { name, page, section: id, heading, text } = match as unknown as SectionText
        return { name, page, id, heading, excerpt: excerptOf(text, match.terms) }
      })
}

function excerptOf(text: string, terms: readonly string[]): GuideMatch['excerpt'] {
  const words = text.split(/(?<=[^\p{L}\p{N}])|(?=[^\p{L}\p{N}])/u)
  const isMatch = (word: string) => terms.includes(word.toLowerCase())
  const first = Math.max(0, words.findIndex(isMatch))
  let [start, chars] = [first, 0]
  while (start > 0 && chars < excerptChars / 3) chars += words[--start]!.length
  const excerpt: GuideMatch['excerpt'] = start === 0 ? [] : [{ text: '… ', isMatch: false }]
  let length = 0
  for (const word of words.slice(start)) {
    const last = excerpt.at(-1)
    if (last?.isMatch === isMatch(word)) last.text += word
    else excerpt.push({ text: word, isMatch: isMatch(word) })
    length += word.length
    if (length > excerptChars) return [...excerpt, { text: ' …', isMatch: false }]
  }
  return excerpt
}
