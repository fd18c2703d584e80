import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { MountRequest } from '../http/index.ts'
import { guideMounts } from './index.ts'
import { readGuide, type Guide } from './read-guide.ts'
import { renderMarkdown } from './render-markdown.ts'
import { writeSearchPage } from './write-page.ts'

const folder = join(import.meta.dirname, '../../../docs/guide')
const mounts = guideMounts()

async function get(url: string, headers: Record<string, string> = {}): Promise<Response | undefined> {
  const mount = mounts.find(({ path }) => path === (/^\/guide(?:\?|$)/.test(url) ? '/guide' : '/guide/*'))
  const from: MountRequest = {
    request: { url, method: 'GET', headers } as unknown as IncomingMessage,
    response: undefined as unknown as ServerResponse,
    requestId: 'req_1',
    address: '127.0.0.1',
    signal: new AbortController().signal,
    parameter: () => '',
  }
  return mount?.answer(from)
}
const textOf = async (url: string) => (await get(url))!.text()

let guide: Guide
beforeAll(async () => {
  guide = await readGuide(folder)
})

describe('pages of the guide', () => {
  test('the overview names every page once, in groups that are the navigation', async () => {
    const named = guide.groups.flatMap(({ names }) => names)
    expect(named.toSorted()).toEqual([...guide.pages.keys()].toSorted())
    expect(new Set(named).size).toBe(named.length)
    const overview = await textOf('/guide')
    for (const { title } of guide.groups) expect(overview).toContain(`<h2>${title}</h2>`)
  })

  test('every link and picture of every page leads to something, headings included', async () => {
    const ids = new Map(
      [...guide.pages.values()].map(({ name, sections }) => [name, new Set(sections.map(({ id }) => id))]),
    )
    const broken: string[] = []
    for (const { name, html } of [guide.overview, ...guide.pages.values()])
      for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]+)"/g)) {
        const [, other = name, , fragment] = /^(?:\/guide\/?([^#]*))?(#(.+))?$/.exec(address) ?? []
        const isPage = ids.has(other) && (fragment === undefined || ids.get(other)?.has(fragment))
        const isElsewhere =
          /^(https?:|mailto:)/.test(address) ||
          address === '/guide' ||
          (!address.startsWith('/guide') && address.startsWith('/'))
        if (!isPage && !isElsewhere && (await get(address)) === undefined) broken.push(`${name}: ${address}`)
      }
    expect(broken).toEqual([])
  })

  test('every page has its own text at its address, whatever else is served there', async () => {
    for (const { name, title, html } of guide.pages.values())
      expect(await textOf(`/guide/${name}`), title).toContain(html)
  })

  test('an address that has no page is answered with a page that leads on', async () => {
    const answer = (await get('/guide/nothing', { accept: 'text/html' }))!
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('There is no page at this address')
  })

  test('a page needs no script and no style of its own, and allows nothing of another host', async () => {
    for (const name of guide.pages.keys()) {
      const { headers } = (await get(`/guide/${name}`))!
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      )
      expect((await textOf(`/guide/${name}`)).match(/<script|<style| style=| on\w+=/g)).toBeNull()
    }
  })

  test('a version that the browser has is not sent again', async () => {
    const etag = (await get('/guide/import'))!.headers.get('etag')!
    expect((await get('/guide/import', { 'if-none-match': etag }))!.status).toBe(304)
  })

  test.each(['/guide/import.md', '/guide/import.html', '/guide/import/'])(
    '%s is the page, too',
    async (url) => {
      expect(await textOf(url)).toBe(await textOf('/guide/import'))
    },
  )

  test.each([
    '/guide/nothing',
    '/guide/files/..%2F..%2F..%2Fpackage.json',
    '/guide/files/../backup.md',
    '/guide/pictures/..%2F..%2Fpackage.json',
    '/guide/%2Fetc%2Fpasswd',
    '/guide/files/.hidden',
  ])('%s is none of it', async (url) => {
    expect(await get(url)).toBeUndefined()
  })

  test('examples beside the pages are served as they lie there', async () => {
    const { headers } = (await get('/guide/files/leads.csv'))!
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(existsSync(join(folder, 'files/leads.csv'))).toBe(true)
  })

  test('what the service does not serve is told by its place in the sources', () => {
    expect(renderMarkdown('See [the slice](../../src/lib/README.md).', []).html).toBe(
      '<p>See the slice (<code>src/lib/README.md</code>).</p>\n',
    )
  })
})

describe('the search of the guide', () => {
  test.each([
    ['restore', 'backup'],
    ['ALMANAC_BACKUP_KEEP', 'configuration'],
    ['webhook signature', 'webhooks'],
    ['salesforce contacts', 'import'],
    ['headquarters radius', 'search'],
    ['idempotency', 'billing'],
  ])('%s leads to %s', async (query, name) => {
    const html = await textOf(`/guide?q=${encodeURIComponent(query)}`)
    const first = [...html.matchAll(/<li><a href="\/guide\/([\w-]+)(?:#[^"]*)?">[^<]+<\/a> (?:<small>|<p>)/g)]
    expect(first.slice(0, 5).map(([, page]) => page)).toContain(name)
    expect(html).toContain('<mark>')
  })

  test('every match leads to a heading of its page', async () => {
    const html = await textOf('/guide?q=credits')
    const found = [...html.matchAll(/<li><a href="\/guide\/([\w-]+)#([^"]+)">/g)]
    expect(found.length).toBeGreaterThan(5)
    for (const [, page = '', id] of found)
      expect(guide.pages.get(page)?.sections.map((section) => section.id)).toContain(id)
  })

  test('words that no page has, none, and markup are answered with a sentence', async () => {
    expect(await textOf('/guide?q=qwertzuiop')).toContain('No page has these words')
    expect(await textOf('/guide?q=')).toContain('Write a word or two')
    const hostile = '<script>alert(1)</script>"'
    expect(writeSearchPage(guide, hostile, [])).not.toContain('<script>')
    expect(await textOf(`/guide?q=${encodeURIComponent(hostile)}`)).not.toContain('<script>')
  })
})
