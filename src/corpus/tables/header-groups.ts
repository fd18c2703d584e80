import { normalText } from '../../lib/text-normal.ts'
import { isAboutDealings } from './dealing-words.ts'
import { plainHeading } from './heading-sense.ts'
import { qualifierOfWord } from './heading-words.ts'

/**
 * Headings with the word of their group, from a header of two lines: below `Person`, nothing, `Assistant`, nothing an `Email`
 * is twice there, and of two people. A word that nobody knows is added only where it tells headings apart.
 */
export function withGroups(header: readonly string[], above: readonly string[] | undefined): string[] {
  const groups = above === undefined ? [] : spread(above, header.length)
  const counts = new Map<string, number>()
  for (const heading of header) {
    const key = normalText(heading)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return header.map((heading, column) => {
    const group = groups[column]?.trim() ?? ''
    const [plain, words] = [normalText(heading), plainHeading(group)]
    if (plain === '' || words === '' || plain.split(' ').some((word) => words.split(' ').includes(word)))
      return heading
    return saysWhose(words) || (counts.get(plain) ?? 0) > 1 ? `${group} ${heading.trim()}` : heading
  })
}

/** A word of a group stands at its first column, and holds up to the next one. A title stands alone, at the very first. */
function spread(above: readonly string[], width: number): string[] {
  const labels = above.flatMap((text, column) => (text.trim() === '' ? [] : [column]))
  if (labels.length === 0 || labels.at(-1) === 0) return []
  let group = ''
  return Array.from({ length: width }, (_, column) => {
    const text = above[column]?.trim() ?? ''
    if (text !== '') group = text
    return group
  })
}

const saysWhose = (words: string): boolean =>
  isAboutDealings(words) ||
  words.split(' ').every((word) => {
    const qualifier = qualifierOfWord(word)
    return qualifier !== undefined && qualifier !== 'which'
  })
