import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentTexts } from '../../src/surfaces/documents/index.ts'
import { openApiDocument, type Json } from '../../src/surfaces/openapi/index.ts'
import { verifies } from '../conformance/verifies.ts'
import { startTestService, type TestService } from '../support/surfaces/test-service.ts'
import { missingMembers, tablesOf } from './page-members.ts'
import { everyOperation, registry } from './registry.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ registry })
})
afterAll(() => service.close(0))

const document = openApiDocument(registry)
const texts = documentTexts({ registry, baseUrl: 'http://localhost:8080' })
const forModels = [...texts].filter(([path]) => path === '/llms.txt' || path.endsWith('.md'))

test('every page for models is short enough to be read at once', () => {
  expect(forModels.length).toBeGreaterThan(registry.operations.length)
  // The index has a link for every operation, and nothing else; the start page one for every tag.
  const limits: Record<string, number> = { '/ai-docs/index.md': 24_000, '/llms.txt': 13_000 }
  const most = (path: string) => limits[path] ?? 12_000
  const tooLong = forModels
    .filter(([path, text]) => Buffer.byteLength(text) >= most(path))
    .map(([path]) => path)
  expect(tooLong).toEqual([])
})

/** Operations, probes and the guide, which the start page names; they are no documents (serve-guide.test.ts follows those links). */
const noDocuments = new Set(['/health', '/ready', '/status', '/guide'])

/** Addresses a page links to, as its reader would open them: relative to the place the page was read from. */
function linksOf(text: string, readAt: string): string[] {
  const found = [...text.matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g)]
  return found
    .map(([, inMarkdown, inHtml]) => new URL(inMarkdown ?? inHtml ?? '', readAt))
    .filter((url) => url.protocol.startsWith('http') && !noDocuments.has(url.pathname))
    .map((url) => url.pathname)
}

test('every link leads somewhere from where it is read, and every page is reached', async () => {
  const reached = new Set<string>()
  const dead: string[] = []
  const markdown = { accept: 'text/markdown' }
  const starts: [path: string, headers: Record<string, string>][] = [
    ['/', { accept: '*/*' }],
    ['/llms.txt', markdown],
    ['/ai-docs', markdown],
    ['/openapi.json', markdown],
  ]
  const open = async (path: string, headers: Record<string, string>, from: string): Promise<void> => {
    const answer = await fetch(service.url + path, { headers })
    if (answer.status !== 200) dead.push(`${from} -> ${path}: ${answer.status}`)
    const isPage = /markdown|plain|html/.test(answer.headers.get('content-type') ?? '')
    const text = await answer.text()
    for (const link of isPage ? linksOf(text, `http://localhost:8080${path}`) : []) {
      if (reached.has(link)) continue
      reached.add(link)
      await open(link, {}, path)
    }
  }
  for (const [path, headers] of starts) await open(path, headers, 'a reader')
  expect(dead).toEqual([])
  expect([...texts.keys()].filter((path) => !reached.has(path))).toEqual([])
})

test('a page is the same text over HTTP and in the repository', async () => {
  for (const [path, text] of forModels) {
    expect(await (await fetch(service.url + path)).text(), path).toBe(text)
  }
})

test('every operation that answers in pages says whether there is more, and where it begins', () => {
  verifies('pages.uniform')
  const isCursor = (name: string) => /^(cursor|next\w*(Cursor|Token))$/.test(name)
  const paged = everyOperation.filter(([, { output }]) => Object.keys(output.shape).some(isCursor))
  expect(paged.length).toBeGreaterThan(50)
  const without = paged.filter(
    ([
      ,
      {
        output: { shape },
      },
    ]) => !('hasMore' in shape && 'nextCursor' in shape),
  )
  expect(without.map(([id]) => id)).toEqual([])
})

describe('nothing documented is lost', () => {
  test.each(everyOperation)('%s: each member is on its page or on a page it leads to', (id, operation) => {
    const item = document.paths[operation.path]?.[operation.method.toLowerCase()] ?? {}
    const pages = (address: string) => texts.get(address)
    const start = { address: `/ai-docs/${id}.md`, pages, document }
    const body = item['requestBody'] as { content: Record<string, { schema?: Json }> } | undefined
    const sent = body?.content['application/json']?.schema
    if (sent !== undefined) expect(missingMembers(sent, { ...start, table: 'Request' })).toEqual([])
    const parameters = ((item['parameters'] ?? []) as Json[]).filter((parameter) => 'name' in parameter)
    const told = tablesOf(texts.get(start.address) ?? '')['Request'] ?? new Map()
    for (const { name, in: place } of parameters) expect([...told.keys()]).toContain(`${name} (${place})`)
    if (operation.media?.always) return
    const response = document.components.schemas[`${id.charAt(0).toUpperCase()}${id.slice(1)}Response`]
    const output = operation.bare ? response : outputOf(response ?? {})
    expect(missingMembers(output ?? {}, { ...start, table: 'Answer' })).toEqual([])
  })

  test('a member that no page tells is noticed', () => {
    const page =
      '# x\n\n## Request\n\n| Member | Type |\n| --- | --- |\n| `one` | object |\n| `one.two` | string |\n'
    const start = { address: '/x', pages: () => page, document, table: 'Request' }
    const schema = (inner: string): Json => ({
      properties: { one: { anyOf: [{ properties: { [inner]: {} } }, { type: 'null' }] } },
    })
    expect(missingMembers(schema('two'), start)).toEqual([])
    expect(missingMembers(schema('three'), start)).toEqual(['/x: one.three'])
  })
})

function outputOf(response: Json): Json {
  const reference = response['$ref']
  const whole =
    typeof reference === 'string' ? document.components.schemas[reference.split('/').at(-1) ?? ''] : response
  return (whole?.['properties'] as Record<string, Json> | undefined)?.['output'] ?? {}
}
