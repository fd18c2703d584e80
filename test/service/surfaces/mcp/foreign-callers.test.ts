import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import type { TestAlmanac } from '../../../support/harness.ts'
import { trackersWorld } from '../../../worlds/trackers.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await trackersWorld()
})

const ping = { jsonrpc: '2.0', id: 1, method: 'ping' }

/** Headers as they are given, which fetch does not send: a Host, and the same one twice. */
async function rawPost(url: string, body: object, headers: OutgoingHttpHeaders) {
  const request = httpRequest(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  })
  request.end(JSON.stringify(body))
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk)
  return { status: response.statusCode, text: Buffer.concat(chunks).toString() }
}

describe('a request to a server of agents', () => {
  test.each([
    ['evil.example', 403],
    ['evil.example:8080', 403],
    ['almanac.test.evil.example', 403],
    ['127.0.0.1.evil.example', 403],
    ['almanac.test', 200],
    ['localhost:1', 200],
    ['[::1]:1', 200],
    ['192.168.1.7', 200],
    ['almanac:8080', 200],
  ])(
    "is refused by a name that leads here and is not the service's, as rebinding does: %s",
    async (host, expected) => {
      const { rawKey } = await service.org()
      const asked = await rawPost(`${service.url}/mcp`, ping, { host, 'x-api-key': rawKey })
      expect(asked.status).toBe(expected)
      if (expected === 403) expect(asked.text).toContain('ALMANAC_BASE_URL')
    },
  )

  test('takes a token exactly, and of two none', async () => {
    const { rawKey } = await service.org()
    const status = async (authorization: string | string[]) =>
      (await rawPost(`${service.url}/mcp`, ping, { authorization } as OutgoingHttpHeaders)).status
    expect(await status(`Bearer ${rawKey}`)).toBe(200)
    for (const authorization of [
      `Bearer ${rawKey} ${rawKey}`,
      `Bearer ${rawKey}, Bearer ${rawKey}`,
      `Bearer ${rawKey.toUpperCase()}`,
      `Bearer\t${rawKey}`,
      [`Bearer ${rawKey}`, 'Bearer x'],
      ['Bearer x', `Bearer ${rawKey}`],
    ])
      expect(await status(authorization), JSON.stringify(authorization)).toBe(401)
    expect((await service.send(`GET /v1/webhooks/endpoints?apiKey=${rawKey}&apiKey=x`)).status).toBe(401)
  })

  test('repeats no more than 200 characters of what it was sent', async () => {
    const { rawKey } = await service.org()
    const long = 'long input '.repeat(500)
    for (const name of [long, long.replaceAll(' ', '')])
      for (const params of [
        { name, arguments: {} },
        { name: 'companySearch', arguments: { [name]: 1, searchParams: { [name]: name } } },
      ]) {
        const { text } = await rawPost(
          `${service.url}/mcp/all`,
          { ...ping, method: 'tools/call', params },
          { 'x-api-key': rawKey },
        )
        expect(text).not.toContain(name.slice(0, 201))
      }
  })
})
