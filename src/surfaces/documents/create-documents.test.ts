import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { testRegistry } from '../../../test/support/surfaces/test-operations.ts'
import { startTestService, type TestService } from '../../../test/support/surfaces/test-service.ts'
import { createDocuments } from './index.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.close(0))

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(service.url + path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const documentPaths = [
  ['/openapi.json', 'application/json; charset=utf-8'],
  ['/llms.txt', 'text/plain; charset=utf-8'],
  ['/llms-full.txt', 'text/plain; charset=utf-8'],
  ['/ai-docs/index.md', 'text/markdown; charset=utf-8'],
  ['/ai-docs', 'text/markdown; charset=utf-8'],
  ['/', 'text/html; charset=utf-8'],
  ['/ai-docs/searchThings.md', 'text/markdown; charset=utf-8'],
  ['/docs', 'text/html; charset=utf-8'],
  ['/quickstart', 'text/x-shellscript; charset=utf-8'],
  ['/billing/credits', 'text/html; charset=utf-8'],
] as const

describe('every document', () => {
  test.each(documentPaths)(
    'is answered without a key, with its relations and type: %s',
    async (path, type) => {
      verifies(
        'document.no-key',
        'document.header-link',
        'document.header-x-llms-txt',
        'version.root-utilities',
      )
      const { status, headers } = await get(path)
      expect(status).toBe(200)
      expect(headers.get('content-type')).toBe(type)
      for (const [target, relation] of [
        ['/llms.txt', 'llms-txt'],
        ['/llms-full.txt', 'llms-full-txt'],
        ['/openapi.json', 'describedby'],
      ]) {
        expect(headers.get('link')).toContain(`<${target}>; rel="${relation}"`)
      }
      expect(headers.get('x-llms-txt')).toBe('/llms.txt')
      expect(headers.get('x-request-id')).toMatch(/^req_/)
    },
  )

  test.each(documentPaths)(
    'answers 304 to a client that has it, and HEAD without a body: %s',
    async (path) => {
      const { headers, text } = await get(path)
      for (const known of [headers.get('etag') ?? '', `"other", W/${headers.get('etag')}`, '*']) {
        const again = await get(path, { 'if-none-match': known })
        expect(again.status).toBe(304)
        expect(again.text).toBe('')
      }
      expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
      const head = await fetch(service.url + path, {
        method: 'HEAD',
        headers: { 'accept-encoding': 'identity' },
      })
      expect(head.status).toBe(200)
      expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
      expect(head.headers.get('content-type')).toBe(headers.get('content-type'))
    },
  )

  test('is compressed for clients that can, with a validator of its own, and is the same text', async () => {
    const plain = await get('/openapi.json', { 'accept-encoding': 'identity' })
    const zipped = await get('/openapi.json', { 'accept-encoding': 'br, gzip;q=0.5' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(zipped.text).toBe(plain.text)
    expect(zipped.headers.get('etag')).not.toBe(plain.headers.get('etag'))
    expect(
      (await get('/openapi.json', { 'accept-encoding': 'gzip;q=0' })).headers.get('content-encoding'),
    ).toBeNull()
  })
})

describe('/openapi.json', () => {
  test('is the description of every operation', async () => {
    verifies('document.openapi-json')
    const document = JSON.parse((await get('/openapi.json')).text) as { paths: Record<string, object> }
    for (const { path, method } of testRegistry.operations) {
      expect(document.paths[path]).toHaveProperty(method.toLowerCase())
    }
    expect(document.paths).toHaveProperty(['/quickstart', 'get', 'operationId'], 'getQuickstartScript')
  })

  test.each([
    ['text/markdown', true],
    ['text/markdown;q=0.9, application/json;q=0.8', true],
    ['application/json, text/markdown;q=0.5', false],
    ['text/markdown;q=0', false],
    ['*/*', false],
    ['text/html', false],
  ])('is the operation index to Accept: %s: %s', async (accept, isIndex) => {
    verifies('document.openapi-json-markdown', 'document.header-x-robots-tag')
    const { headers, text } = await get('/openapi.json', { accept })
    const index = await get('/ai-docs/index.md')
    expect(headers.get('content-type')).toContain(isIndex ? 'text/markdown' : 'application/json')
    expect(text === index.text).toBe(isIndex)
    expect(headers.get('vary')).toContain('Accept')
    expect(headers.get('x-robots-tag')).toBe(isIndex ? 'noindex, nofollow' : null)
  })
})

describe('/', () => {
  test.each([
    ['*/*', false],
    ['application/json', true],
    ['application/json, text/plain, */*', true],
  ])('leads to every document and probe, as JSON to Accept: %s: %s', async (accept, isJson) => {
    const { headers, text } = await get('/', { accept })
    expect(headers.get('content-type')).toContain(isJson ? 'application/json' : 'text/html')
    expect(headers.get('vary')).toContain('Accept')
    for (const path of ['/docs', '/ai-docs/index.md', '/openapi.json', '/health', '/ready', '/status']) {
      expect(text).toContain(isJson ? `${service.documentsUrl}${path}"` : `href="${path}"`)
    }
  })
})

test.each([
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html, application/json;q=0.5',
])('/ leads a browser to the console: %s', async (accept) => {
  const answer = await fetch(`${service.url}/`, { headers: { accept }, redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/console')
  expect(answer.headers.get('vary')).toContain('Accept')
})

describe('/llms.txt and /llms-full.txt', () => {
  test('guide an agent through key, answers, charges, errors, limits, paging and jobs', async () => {
    verifies('document.llms-txt')
    const { text } = await get('/llms.txt')
    for (const heading of [
      'Authentication',
      'Answers',
      'Charging',
      'Errors',
      'Limits',
      'Paging',
      'Asynchronous jobs',
    ]) {
      expect(text).toContain(`\n## ${heading}\n`)
    }
    for (const word of [
      'x-api-key',
      'chargeInfo',
      'warnings',
      'Idempotency-Key',
      'X-Dry-Run',
      'Retry-After',
    ]) {
      expect(text).toContain(word)
    }
    for (const tag of ['things', 'parts', 'utilities', 'documentation'])
      expect(text).toContain(`http://localhost:8080/ai-docs/tag-${tag}.md`)
  })

  test('hold all pages together in the long form', async () => {
    verifies('document.llms-full-txt')
    const { text } = await get('/llms-full.txt')
    expect(text.startsWith((await get('/llms.txt')).text.trimEnd())).toBe(true)
    for (const { id } of testRegistry.operations) {
      expect(text).toContain((await get(`/ai-docs/${id}.md`)).text.trimEnd())
    }
  })
})

describe('examples with an idempotency key', () => {
  test.each(documentPaths)('name what is to be done once, not the attempt: %s', async (path) => {
    const { text } = await get(path)
    const shown = [...text.matchAll(/["']Idempotency-Key: ?([^"'\n]*)/g)].map(([, key = '']) => key)
    // A shell would make another key for each attempt.
    for (const key of shown) expect(key).not.toMatch(/[$`]/)
    if (path === '/billing/credits') expect(shown).toEqual(['order-1042'])
  })
})

describe('/ai-docs', () => {
  test('has an index of every operation and document, grouped by tag', async () => {
    verifies('document.ai-docs-index')
    const { text, headers } = await get('/ai-docs/index.md')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    const tags = [...text.matchAll(/^## (.+)$/gm)].map(([, tag]) => tag)
    expect(tags).toEqual(['Things', 'Parts', 'Utilities', 'Documentation'])
    for (const { id } of testRegistry.operations) expect(text).toContain(`- [${id}](/ai-docs/${id}.md)`)
    expect(text).toContain('[getQuickstartScript](/ai-docs/getQuickstartScript.md)')
  })

  test('has a page a tag, with method, path and price of its operations', async () => {
    const index = (await get('/ai-docs/index.md')).text
    const addresses = [...index.matchAll(/\((\/ai-docs\/tag-[^)]+)\)/g)].map(([, address = '']) => address)
    const pages = await Promise.all(addresses.map(async (address) => (await get(address)).text))
    for (const { id, method, path, price } of testRegistry.operations) {
      const line = pages
        .join('\n')
        .split('\n')
        .find((text) => text.startsWith(`- [${id}](/ai-docs/${id}.md):`))
      expect(line).toContain(`\`${method} ${path}\``)
      expect(line).toContain(price.describe)
    }
    expect(pages.join('\n')).toContain('(/ai-docs/getQuickstartScript.md): `GET /quickstart`')
  })

  test('has no dead link', async () => {
    const { text } = await get('/ai-docs/index.md')
    for (const [, path = ''] of text.matchAll(/\]\((\/[^)]+)\)/g)) expect((await get(path)).status).toBe(200)
    const guide = (await get('/llms.txt')).text
    for (const [, path = ''] of guide.matchAll(/\]\(http:\/\/localhost:8080(\/[^)]+)\)/g)) {
      expect((await get(path)).status).toBe(200)
    }
  })

  test('has a page that says what an operation takes, answers and costs', async () => {
    verifies('document.ai-docs-operation')
    const { text, headers } = await get('/ai-docs/searchThings.md')
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(text).toContain('`POST /v1/things/search`')
    expect(text).toContain('- Price: 1 credit per company returned.')
    expect(text).toContain('180 requests a minute')
    expect(text).toContain('| `pageSize` | integer 1..100 or null | no | 25 | Things a page. |')
    expect(text).toContain('| `searchParams` | object | yes |  | What to look for. |')
    expect(text).toContain(
      '| `searchParams.kind` | one of "small", "large" or null | no |  | Which kind; both when left out. |',
    )
    expect(text).toContain('| `searchParams.size.lte` | integer or null | no | 1000000 | Upper end. |')
    expect(text).toContain(
      '| `searchParams.countries.anyOf` | array of string of 3 characters or null | no |  |  |',
    )
    expect(text).toContain('| `data[].place.city` | string | City. |')
    expect(text).toContain('- 400 `invalid_request`: The cursor is not valid for this request.')
  })

  test.each([
    '/ai-docs/nothing.md',
    '/ai-docs/searchThings',
    '/ai-docs//',
    '/ai-docs/..%2Fopenapi.json',
    '/docs/x.js',
  ])('answers 404 in the error body where there is no page: %s', async (path) => {
    verifies('document.ai-docs-unknown')
    const { status, text } = await get(path)
    expect(status).toBe(404)
    expect(JSON.parse(text)).toMatchObject({ code: 'not_found' })
  })

  test('shows requests that work as they stand', async () => {
    const shell = promisify(execFile)
    const documented = await startTestService({ credits: 500 })
    try {
      const pages = createDocuments({ registry: testRegistry, baseUrl: documented.url })
      for (const { id, bare } of testRegistry.operations) {
        const page = new TextDecoder().decode(pages.find(`/ai-docs/${id}.md`, undefined)?.body)
        const command = /```sh\n([\s\S]+?)\n```/.exec(page)?.[1] ?? ''
        const { stdout } = await shell('sh', ['-c', command], {
          env: { ...process.env, ALMANAC_API_KEY: 'alm_live_surfaces' },
        })
        expect(JSON.parse(stdout), `${id}: ${stdout}`).toHaveProperty(bare ? 'status' : 'output')
      }
    } finally {
      await documented.close(0)
    }
  })
})

describe('/docs', () => {
  test('loads from this service only, and tells the browser to refuse anything else', async () => {
    verifies('document.docs', 'document.docs-no-foreign-host')
    const { text, headers } = await get('/docs')
    const sources = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, source]) => source ?? '')
    expect(sources.filter((source) => !source.startsWith('/') && source !== 'data:,')).toEqual([])
    for (const source of sources.filter((path) => path.startsWith('/'))) {
      expect((await get(source)).status).toBe(200)
    }
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
    const start = (await get('/docs/start.js')).text
    expect(start).not.toMatch(/https?:\/\//)
    const settings = JSON.parse(/\{[\s\S]*\}/.exec(start)?.[0] ?? '') as Record<string, unknown>
    expect(settings).toMatchObject({
      url: '/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      proxyUrl: '',
      agent: { disabled: true },
    })
  })

  test('starts the function its bundle really offers', async () => {
    verifies('document.docs')
    const bundle = await get('/docs/api-reference.js')
    expect(bundle.headers.get('content-type')).toContain('text/javascript')
    expect(bundle.text).toMatch(/window\.Scalar\s*=|createApiReference/)
    // The page's settings exist in the installed version: a renamed one would silently go back to its default.
    for (const name of ['withDefaultFonts', 'telemetry', 'proxyUrl', 'externalUrls', 'hideClientButton']) {
      expect(bundle.text).toContain(name)
    }
  })

  test('the bundle is the published file that the notice names', async () => {
    const bundle = await get('/docs/api-reference.js')
    const here = join(import.meta.dirname, '../../../data/documents/api-reference.json')
    const vendored = JSON.parse(readFileSync(here, 'utf8')) as Record<string, string>
    expect(createHash('sha256').update(bundle.text).digest('hex')).toBe(vendored['sha256'])
    const notice = readFileSync(join(import.meta.dirname, '../../../NOTICE'), 'utf8')
    expect(notice).toContain(`Scalar API Reference ${vendored['version']}`)
  })
})
