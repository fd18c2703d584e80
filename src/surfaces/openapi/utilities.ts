import { documentFailures } from './failures.ts'
import type { Json } from './json-schema.ts'

/** A document or a probe the service answers at the root, without a key and free. */
export interface Utility {
  id: string
  path: string
  summary: string
  describe: string
  /** Media types it answers in, the usual one first. */
  types: readonly string[]
  /** The meaning of 503, if it is an answer. */
  unavailable?: string
}

export const utilityTag = 'Documentation'

export const utilities: readonly Utility[] = [
  {
    id: 'getStartPage',
    path: '/',
    summary: 'Start page',
    describe:
      'Links to the documents and probes. With `Accept: application/json` it answers them as JSON; browsers, which name `text/html`, are led to the console.',
    types: ['text/html', 'application/json'],
  },
  {
    id: 'getReadiness',
    path: '/ready',
    summary: 'Check that the stores answer',
    describe:
      '200 while Postgres and ClickHouse answer, 503 with `Retry-After` while one does not, or while records of an earlier version are being moved (`starting`); the body says which. For load balancers. `GET /health` covers only the process and stays 200 then, so that a supervisor does not restart it in vain.',
    types: ['application/json'],
    unavailable: 'A store does not answer, or the service is starting; the body has the form of 200.',
  },
  {
    id: 'getOpenApiDocument',
    path: '/openapi.json',
    summary: 'Machine-readable description',
    describe:
      'The OpenAPI 3.1 description of every operation. With `Accept: text/markdown` it answers the operation index instead.',
    types: ['application/json', 'text/markdown'],
  },
  {
    id: 'getLlmsTxt',
    path: '/llms.txt',
    summary: 'Guide for agents',
    describe: 'What the service does and how to call it, on one page, with links to everything else.',
    types: ['text/plain'],
  },
  {
    id: 'getLlmsFullTxt',
    path: '/llms-full.txt',
    summary: 'All operation pages together',
    describe: 'The guide followed by the page of every operation.',
    types: ['text/plain'],
  },
  {
    id: 'getOperationIndex',
    path: '/ai-docs/index.md',
    summary: 'Operation index',
    describe:
      'Every operation, grouped by tag; the page of a tag has method, path and price of each. `/ai-docs` answers the same.',
    types: ['text/markdown'],
  },
  {
    id: 'getOperationPage',
    path: '/ai-docs/{operationId}.md',
    summary: 'Page of an operation',
    describe:
      'Request, answer, price, limit and failures of one operation, with a request that works. Links lead to pages for parts that several operations share.',
    types: ['text/markdown'],
  },
  {
    id: 'getInteractiveDocs',
    path: '/docs',
    summary: 'Interactive documentation',
    describe:
      'The operations in a browser, with a client to try them. Everything is loaded from this service.',
    types: ['text/html'],
  },
  {
    id: 'getQuickstartScript',
    path: '/quickstart',
    summary: 'Quickstart script',
    describe:
      'A POSIX shell script that checks the service and the key, counts companies and runs a first search.',
    types: ['text/x-shellscript'],
  },
]

/** The Path Item of a utility. */
export function utilityItem(utility: Utility): Json {
  const parameters = [...utility.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    description: 'Id of an operation.',
    schema: { type: 'string' },
  }))
  const content = Object.fromEntries(
    utility.types.map((type) => [
      type,
      { schema: { type: type === 'application/json' ? 'object' : 'string' } },
    ]),
  )
  return {
    get: {
      operationId: utility.id,
      tags: [utilityTag],
      summary: utility.summary,
      description: `${utility.describe}\n\n**Price:** Free; no key is needed.`,
      security: [],
      ...(parameters.length > 0 ? { parameters } : {}),
      responses: {
        '200': { description: utility.summary, content },
        ...(utility.unavailable === undefined
          ? {}
          : { '503': { description: utility.unavailable, content } }),
        ...documentFailures(parameters.length > 0),
      },
    },
  }
}
