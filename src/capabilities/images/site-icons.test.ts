import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { atEnd } from '../../../test/support/at-end.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { frozenClock } from '../../lib/clock.ts'
import { openOutbound } from '../../platform/outbound/index.ts'
import { openFileBlobs } from '../../store/blobs/index.ts'
import { openSiteIcons, type SiteIcons } from './site-icons.ts'
import { dayMs } from '../../lib/time.ts'

const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('an icon')])
type Answer = (request: IncomingMessage, response: ServerResponse) => void
/** What each site answers; a site is the first part of the path. */
const sites = new Map<string, Answer>()
const asked: string[] = []
const clock = frozenClock()
let icons: SiteIcons

beforeAll(async () => {
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const site = /^\/([^/]+)/.exec(request.url ?? '')?.[1] ?? ''
    const answer = sites.get(site)
    if (answer === undefined) response.writeHead(404).end()
    else answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const dir = await mkdtemp(join(tmpdir(), 'almanac-icons-'))
  const outbound = openOutbound({ allowLoopback: true })
  atEnd(async () => {
    outbound.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    await rm(dir, { recursive: true, force: true })
  })
  icons = openSiteIcons({
    db: await testDatabase(),
    blobs: openFileBlobs({ dir, clock }),
    outbound,
    clock,
    buildUrl: (id) => `http://almanac.test/images/${id}`,
    findOrigin: (domain) => `${origin}/${domain}`,
  })
})

const find = (domains: string[], more: object = {}) =>
  icons.find(domains, { most: 10, withinMs: 5_000, signal: new AbortController().signal, ...more })

/** A start page, and the icon it names. */
const site =
  (head: string, files: Record<string, Answer> = {}): Answer =>
  (request, response) => {
    const path = (request.url ?? '').replace(/^\/[^/]+/, '')
    const file = files[path]
    if (file !== undefined) file(request, response)
    else if (path === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(head)
    else response.writeHead(404).end()
  }

const send =
  (body: Buffer | string, type = 'image/png'): Answer =>
  (_request, response) =>
    response.writeHead(200, { 'content-type': type }).end(body)

test('fetches the icon a site names, keeps it, and serves it as what it is', async () => {
  sites.set('named.example', site('<link rel="icon" href="icon.png">', { '/icon.png': send(png) }))
  const found = await find(['named.example'])
  const url = found.get('named.example') ?? ''
  expect(url).toMatch(/^http:\/\/almanac\.test\/images\/[0-9a-f]{64}$/)
  const file = await icons.read(url.slice(url.lastIndexOf('/') + 1))
  expect(file).toEqual({ mediaType: 'image/png', body: png })
  const before = asked.length
  expect(await find(['named.example'])).toEqual(found)
  expect(asked.length).toBe(before)
})

test('knows nothing of other files', async () => {
  for (const id of ['', '../secret.key', 'a'.repeat(64)]) expect(await icons.read(id)).toBeUndefined()
})

test('follows a redirect, and gives up at the fourth', async () => {
  const moved =
    (to: string): Answer =>
    (_request, response) =>
      response.writeHead(301, { location: to }).end()
  sites.set(
    'moved.example',
    site('<link rel="icon" href="a.png">', {
      '/a.png': moved('b.png'),
      '/b.png': send(png),
    }),
  )
  sites.set('circle.example', (request, response) => moved(request.url ?? '')(request, response))
  const found = await find(['moved.example', 'circle.example'])
  expect([...found.keys()]).toEqual(['moved.example'])
})

test.each<[string, Answer]>([
  ['garbage.example', site('<link rel="icon" href="x.png">', { '/x.png': send('<svg onload="alert(1)"/>') })],
  [
    'huge.example',
    site('<link rel="icon" href="x.png">', { '/x.png': send(Buffer.concat([png, Buffer.alloc(600_000)])) }),
  ],
  ['cut.example', (_request, response) => void response.writeHead(200, { 'content-length': 100 }).destroy()],
  ['private.example', site('<link rel="icon" href="http://10.0.0.1/x.png">')],
  ['error.example', (_request, response) => void response.writeHead(500).end()],
])('%s has no icon, and is asked again after a day', async (domain, answer) => {
  sites.set(domain, answer)
  expect(await find([domain])).toEqual(new Map())
  const before = asked.length
  await find([domain])
  expect(asked.length).toBe(before)
  clock.advance(dayMs)
  await find([domain])
  expect(asked.length).toBeGreaterThan(before)
})

test('keeps the icon of a site that is away when it is asked again', async () => {
  sites.set('away.example', site('<link rel="icon" href="icon.png">', { '/icon.png': send(png) }))
  const found = await find(['away.example'])
  sites.delete('away.example')
  clock.advance(31 * dayMs)
  expect(await find(['away.example'])).toEqual(found)
})

test('asks as many sites as allowed, and a site once however many ask', async () => {
  for (const name of ['one.example', 'two.example', 'three.example'])
    sites.set(name, site('<link rel="icon" href="icon.png">', { '/icon.png': send(png) }))
  const before = asked.length
  const all = await Promise.all([
    find(['one.example', 'two.example', 'three.example'], { most: 2 }),
    find(['one.example', 'two.example'], { most: 2 }),
  ])
  expect(all.map((found) => [...found.keys()].toSorted())).toEqual([
    ['one.example', 'two.example'],
    ['one.example', 'two.example'],
  ])
  expect(asked.length - before).toBe(4)
})

test('does not wait longer than it may for a site that says nothing', async () => {
  let answered: (() => void) | undefined
  sites.set('silent.example', (_request, response) => {
    answered = () => response.writeHead(404).end()
  })
  expect(await find(['silent.example'], { withinMs: 50 })).toEqual(new Map())
  answered?.()
})
