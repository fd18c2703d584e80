import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { consoleMounts } from '../../src/surfaces/console/index.ts'
import type { MountRequest } from '../../src/surfaces/http/index.ts'
import { buildConsole } from './browser.ts'

const mounts = consoleMounts()

async function get(
  path: string,
  headers: Record<string, string> = {},
  among = mounts,
): Promise<Response | undefined> {
  const name = path.startsWith('/console/assets/') ? path.slice('/console/assets/'.length) : ''
  const mount = among.find((each) => each.path === (name === '' ? '/console/*' : '/console/assets/{name}'))
  const from: MountRequest = {
    request: { headers } as unknown as IncomingMessage,
    response: undefined as unknown as ServerResponse,
    requestId: 'req_1',
    address: '127.0.0.1',
    signal: new AbortController().signal,
    parameter: () => decodeURIComponent(name),
  }
  return mount?.answer(from)
}

const page = async () => (await get('/console/lists'))!
const scriptOf = (html: string) => /src="(\/console\/assets\/[^"]+\.js)"/.exec(html)![1]!

describe('the console is served', () => {
  beforeAll(buildConsole)

  test('every address of it is one page, which allows nothing but our own files', async () => {
    const { status, headers } = await page()
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
        "font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  test('the page holds no script and no style of its own, which the policy would block', async () => {
    const html = await (await page()).text()
    expect(html.match(/<script(?![^>]* src=)|<style|style=| on\w+=/g)).toBeNull()
  })

  test('files are named by their content and stay in the browser, compressed as it can read', async () => {
    const script = scriptOf(await (await page()).text())
    const sizes: number[] = []
    for (const [coding, accepted] of [
      ['br', 'gzip, br'],
      ['gzip', 'gzip'],
      [null, 'identity'],
    ] as const) {
      const answer = (await get(script, { 'accept-encoding': accepted }))!
      expect(answer.headers.get('content-encoding')).toBe(coding)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
      sizes.push((await answer.arrayBuffer()).byteLength)
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => one - other))
  })

  test('a version that the browser has is not sent again', async () => {
    const etag = (await page()).headers.get('etag')!
    expect((await get('/console/people', { 'if-none-match': etag }))!.status).toBe(304)
  })

  test.each(['nothing.js', '..%2Findex.html', '.built', 'index.html', '%2Fetc%2Fpasswd'])(
    '%s is no file of it',
    async (name) => {
      expect(await get(`/console/assets/${name}`)).toBeUndefined()
    },
  )

  test('where it is not built it says which command builds it, and the answer is not kept', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'almanac-console-'))
    try {
      const empty = consoleMounts(folder)
      const answer = (await get('/console/lists', {}, empty))!
      expect(answer.status).toBe(503)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.text()).toContain('npm run console')
      // It is there as soon as it is built, without a start.
      await writeFile(join(folder, 'index.html'), '<!doctype html>')
      expect((await get('/console/lists', {}, empty))!.status).toBe(200)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
