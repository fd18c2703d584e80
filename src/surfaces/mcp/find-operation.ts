import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../../operation/index.ts'
import type { Documents } from '../documents/index.ts'

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const mostFound = 20

export const searchTool: Tool = {
  name: 'search_operations',
  title: 'Search operations',
  description: `Finds operations by words of what they do, the likeliest first, ${mostFound} at most. Free.`,
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', description: 'Such as "count companies" or "watch people for job changes".' },
    },
    required: ['query'],
  },
  annotations: readOnly,
}

export const describeTool: Tool = {
  name: 'describe_operation',
  title: 'Describe an operation',
  description:
    'The page of an operation: members, answer, price, limit, failures and an example. Free. Pages it links to are asked for by page.',
  inputSchema: {
    type: 'object',
    properties: {
      operation: { type: 'string', description: 'Its id, such as companySearch.' },
      page: { type: 'string', description: 'Name of a page a page links to, without /ai-docs/ and .md.' },
    },
  },
  annotations: readOnly,
}

/** Operations that words of a query name, with what is needed to choose one. */
export function searchOperations(
  operations: readonly AnyOperation[],
  given: Record<string, unknown>,
): CallToolResult {
  const words = wordsOf(typeof given['query'] === 'string' ? given['query'].slice(0, 500) : '')
  const indexed = operations.map((operation) => ({ operation, places: placesOf(operation) }))
  const worth = worthOf(words, indexed)
  const found = indexed
    .map(({ operation, places }) => ({ operation, score: scoreOf(places, worth) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, mostFound)
  return textResult(
    JSON.stringify({
      operations: found.map(({ operation: { id, summary, price, effect } }) => ({
        operation: id,
        summary,
        price: price.describe,
        effect,
      })),
    }),
  )
}

interface Place {
  words: ReadonlySet<string>
  weight: number
}

/** A word in the name counts most, then in the summary, then in its group and description. */
const placesOf = ({ id, summary, tag, describe }: AnyOperation): Place[] => [
  { words: new Set(wordsOf(id)), weight: 5 },
  { words: new Set(wordsOf(summary)), weight: 4 },
  { words: new Set([...wordsOf(tag), ...wordsOf(describe)]), weight: 1 },
]

/** What each word of a query says: little where half of all operations have it, as `company` and `a`. */
function worthOf(
  words: readonly string[],
  indexed: readonly { places: readonly Place[] }[],
): Map<string, number> {
  const having = (word: string) =>
    indexed.filter(({ places }) => places.some((place) => place.words.has(word))).length
  return new Map(words.map((word) => [word, Math.log((indexed.length + 1) / (having(word) + 1))]))
}

const scoreOf = (places: readonly Place[], worth: ReadonlyMap<string, number>) =>
  [...worth].reduce(
    (sum, [word, each]) =>
      sum + each * places.reduce((score, { words, weight }) => score + (words.has(word) ? weight : 0), 0),
    0,
  )

/** Lower case, `companySearch` as two words, plurals as singulars. */
function wordsOf(text: string): string[] {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/ies$/, 'y').replace(/(?<=\w{3})s$/, ''))
}

/** The page of the documentation, which is the same text. */
export function describeOperation(
  { documents }: { documents: Documents },
  given: Record<string, unknown>,
): CallToolResult {
  const name = given['page'] ?? given['operation']
  const page =
    typeof name === 'string' && /^[\w-]{1,100}$/.test(name)
      ? documents.find(`/ai-docs/${name}.md`, undefined)
      : undefined
  if (page !== undefined) return textResult(new TextDecoder().decode(page.body))
  const message =
    'No operation or page has that name; search_operations of /mcp/core and /ai-docs/index.md list them.'
  return { ...textResult(JSON.stringify({ message })), isError: true }
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
