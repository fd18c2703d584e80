import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../../operation/index.ts'
import type { Documents } from '../documents/index.ts'
import { rankedOperations } from './rank-operations.ts'

const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
const maxOperations = 20

export const searchTool: Tool = {
  name: 'search_operations',
  title: 'Search operations',
  description: `Finds operations by words of what they do, the likeliest first, ${maxOperations} at most. Free.`,
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

/** The operations that match a query, with the details needed to choose one. */
export function searchOperations(
  operations: readonly AnyOperation[],
  callArguments: Record<string, unknown>,
): CallToolResult {
  const query = typeof callArguments['query'] === 'string' ? callArguments['query'].slice(0, 500) : ''
  const ranked = rankedOperations(operations, query).slice(0, maxOperations)
  return textResult(
    JSON.stringify({
      operations: ranked.map(({ id, summary, price, effect }) => ({
        operation: id,
        summary,
        price: price.describe,
        effect,
      })),
    }),
  )
}

/** The documentation page of the operation, with the same text. */
export function describeOperation(
  { documents }: { documents: Documents },
  callArguments: Record<string, unknown>,
): CallToolResult {
  const name = callArguments['page'] ?? callArguments['operation']
  const page =
    typeof name === 'string' && /^[\w-]{1,100}$/.test(name)
      ? documents.find(`/ai-docs/${name}.md`, undefined)
      : undefined
  if (page !== undefined) return textResult(new TextDecoder().decode(page.body))
  const message = 'No operation or page has that name; /ai-docs/index.md of the service lists them.'
  return { ...textResult(JSON.stringify({ message })), isError: true }
}

const textResult = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
