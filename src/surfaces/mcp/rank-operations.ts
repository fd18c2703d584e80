import MiniSearch from 'minisearch'
import type { AnyOperation } from '../../operation/index.ts'
import { synonyms } from './synonyms.ts'

interface Ranking {
  operations: readonly AnyOperation[]
  index: MiniSearch
}
const rankings = new WeakMap<readonly AnyOperation[], Ranking>()

/** The operations that match the words of a query, the likeliest first. */
export function rankedOperations(operations: readonly AnyOperation[], query: string): AnyOperation[] {
  let ranking = rankings.get(operations)
  if (ranking === undefined) {
    ranking = { operations, index: buildIndex(operations) }
    rankings.set(operations, ranking)
  }
  const terms = new Set(splitTokens(query).flatMap((word) => toTerm(word) ?? []))
  const sums = new Map<number, { whole: number; tasks: number[] }>()
  for (const { operation, isTask, score, queryTerms } of ranking.index.search(query)) {
    const sum = sums.get(operation as number) ?? { whole: 0, tasks: [] }
    // A task that contains all words of the query counts more than one that repeats some of them.
    if (isTask === true) sum.tasks.push((score * new Set(queryTerms).size) / Math.max(1, terms.size))
    else sum.whole = score
    sums.set(operation as number, sum)
  }
  return [...sums]
    .map(([at, { whole, tasks }]) => {
      const operation = operations[at]!
      const [best = 0, next = 0] = tasks.toSorted((one, other) => other - one)
      return { operation, score: (whole + best + next / 4) * measureLikelihood(operation, query) }
    })
    .toSorted((one, other) => other.score - one.score)
    .map(({ operation }) => operation)
}

const ofMany =
  /\b(bulk|batch|(?<!how )many|several|list|lists|hundreds|thousands|all|spreadsheet|csv|file)\b|\d{2,}/i
const ofVeryMany = /\b(hundreds|thousands)\b|\b[1-9]\d{2,}\b/i
const ofAnEnd = /\b(poll|status|progress|result|results|done|finished|ready)\b/i
const ofNumber = /\b(count|how many|number of|size of)\b/i

/** Frequently used operations are likelier; a poll, a count or a bulk form is only meant when the query says so. */
function measureLikelihood({ id, isAgentTool, follows, effect }: AnyOperation, query: string): number {
  if (query.trim().toLowerCase() === id.toLowerCase()) return 100
  if (/count$/i.test(id)) return ofNumber.test(query) ? 1.3 : 0.6
  if ((follows !== undefined && effect === 'reads') || /poll/i.test(id))
    return ofAnEnd.test(query) ? 1.1 : 0.75
  if (/bulk|batch/i.test(id)) {
    if (ofVeryMany.test(query)) return 1.4
    return ofMany.test(query) ? 1.1 : 0.85
  }
  return isAgentTool === true ? 1.2 : 1
}

/** The weight of a word by its place: tasks use the words of clients. */
const boost = { task: 5, summary: 1.5, name: 0.4, tag: 0.2, describe: 0.25 }

/** Scores each operation by its own texts and by each of its tasks. */
function buildIndex(operations: readonly AnyOperation[]): MiniSearch {
  const index = new MiniSearch({
    fields: Object.keys(boost),
    storeFields: ['operation', 'isTask'],
    tokenize: splitTokens,
    processTerm: toTerm,
    searchOptions: {
      boost,
      prefix: (term) => term.length > 4,
      fuzzy: (term) => (term.length > 5 ? 0.2 : false),
      weights: { prefix: 0.3, fuzzy: 0.2 },
      bm25: { k: 1.2, b: 0.5, d: 0.2 },
    },
  })
  for (const [operation, { id, tasks = [], summary, tag, describe }] of operations.entries()) {
    index.add({ id, operation, isTask: false, name: id, summary, tag, describe })
    for (const [at, task] of tasks.entries()) index.add({ id: `${id} ${at}`, operation, isTask: true, task })
  }
  return index
}

/** `companySearch` is two words. */
const splitTokens = (text: string) => text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u)

/** Words that appear in every request. */
const stopWords = new Set(
  "somebody someone anybody something anything people's s t a an the of to in on at by for from with and or is are was be been it its my me i we us our you your this that these those what which who whom whose where when how do does did can could would should will has have had please want need get got give show find search look list all some any as if into up out about there here just only not no now my mine set so than then via per also like".split(
    ' ',
  ),
)

const standing = new Map(
  synonyms.flatMap(([word, others]) =>
    others.split(' ').map((other): [string, string] => [cutStem(other), cutStem(word)]),
  ),
)

function toTerm(token: string): string | null {
  const word = token.toLowerCase()
  if (word.length < 2 || stopWords.has(word)) return null
  const stem = cutStem(word)
  return standing.get(stem) ?? stem
}

/** Reduces plurals and verb forms to one word. */
function cutStem(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/ies$/, 'y')
    .replace(/(?<=[^s])s$/, '')
    .replace(/(?<=\w{3})(ing|ed|e)$/, '')
}
