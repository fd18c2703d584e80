import MiniSearch from 'minisearch'
import type { AnyOperation } from '../../operation/index.ts'

const indexes = new WeakMap<readonly AnyOperation[], MiniSearch>()

/** The operations that words of a query ask for, the likeliest first. */
export function rankedOperations(operations: readonly AnyOperation[], query: string): AnyOperation[] {
  let index = indexes.get(operations)
  if (index === undefined) {
    index = indexOf(operations)
    indexes.set(operations, index)
  }
  return index.search(query).flatMap(({ id }) => operations[id as number] ?? [])
}

/** What a word says of an operation, by where it stands: its tasks are in the words of those who ask. */
const boost = { tasks: 3, summary: 2.5, name: 1.5, tag: 0.5, describe: 0.4 }

function indexOf(operations: readonly AnyOperation[]): MiniSearch {
  const index = new MiniSearch({
    fields: Object.keys(boost),
    tokenize: (text) => text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u),
    processTerm: termOf,
    searchOptions: {
      boost,
      prefix: (term) => term.length > 4,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      weights: { prefix: 0.3, fuzzy: 0.2 },
      bm25: { k: 1.2, b: 0.5, d: 0.2 },
    },
  })
  index.addAll(
    operations.map(({ id: name, tasks = [], summary, tag, describe }, id) => ({
      id,
      name,
      tasks: tasks.join('; '),
      summary,
      tag,
      describe,
    })),
  )
  return index
}

/** Words of every request. */
const stopWords = new Set(
  'a an the of to in on at by for from with and or is are was be been it its my me i we us our you your this that these those what which who whom whose where when how do does did can could would should will has have had please want need get got give show find search look list all some any as if into up out about there here just only not no now'.split(
    ' ',
  ),
)

/** Words for the same thing, by the one that stands for them. */
const synonyms: readonly (readonly [word: string, others: string])[] = [
  ['email', 'mail emails mails inbox'],
  ['phone', 'telephone mobile cell number'],
  ['company', 'firm business organization organisation account employer corporation vendor'],
  ['person', 'people profile human contact individual prospect lead candidate somebody someone anybody'],
  ['job', 'vacancy position opening role'],
  ['raise', 'raised funding funded investment invested round money'],
  ['similar', 'alike lookalike like competitor alternative comparable'],
  ['alert', 'notify notification monitor watch track tracker tell follow'],
  ['buy', 'purchase topup pay'],
  ['credit', 'balance quota'],
  ['csv', 'spreadsheet file excel xlsx'],
  ['clean', 'repair fix dedupe heal'],
  ['logo', 'icon'],
  ['post', 'article update'],
  ['website', 'domain site url homepage'],
  ['count', 'many much size'],
  ['download', 'export'],
  ['block', 'blacklist exclude exclusion suppress suppression'],
]
const standing = new Map(
  synonyms.flatMap(([word, others]) =>
    others.split(' ').map((other): [string, string] => [stemOf(other), word]),
  ),
)

function termOf(given: string): string | null {
  const word = given.toLowerCase()
  if (word.length < 2 || stopWords.has(word)) return null
  const stem = stemOf(word)
  return standing.get(stem) ?? stem
}

/** Plurals and the forms of verbs as one. */
function stemOf(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=\w{3})(ing|ed)$/, '')
}
