import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import { Almanac, Invalid, NotGenuine, verifyWebhook } from './client.ts'

const text = readFileSync(join(import.meta.dirname, '../../client/README.md'), 'utf8')
const examples = new Map(
  [...text.matchAll(/```ts\n\/\/ (\S+)\nimport \{ ([\w, ]+) \} from 'almanac-client'\n([\s\S]*?)```/g)].map(
    ([, name = '', imports = '', body = '']) => [name, { imports: imports.split(', '), body }] as const,
  ),
)

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

/** Runs an example with what it imports, an address, a key and what it is surrounded by; answers what it said. */
async function run(name: string, around: object = {}): Promise<string[]> {
  const { imports, body } = examples.get(name) ?? { imports: [], body: '' }
  const lines: string[] = []
  const { rawKey } = await service.org()
  class Working extends Almanac {
    constructor(settings: { baseUrl: string; apiKey: string }) {
      super({ ...settings, wait: async () => void (await service.almanac.jobs.workNow()) })
    }
  }
  const all: Record<string, unknown> = { Almanac: Working, Invalid, NotGenuine, verifyWebhook }
  const names = {
    ...Object.fromEntries(imports.map((each) => [each, all[each]])),
    KEY: rawKey,
    URL: service.url,
    say: (line: string) => lines.push(line),
    ...around,
  }
  const code = `return (async () => {${stripTypeScriptTypes(body)}})()`
  await new Function(...Object.keys(names), code)(...Object.values(names))
  return lines
}

describe('the examples of the README of the client', () => {
  test('are all run here', () => {
    expect([...examples.keys()]).toEqual(['first.ts', 'job.ts', 'webhook.ts'])
    expect(text.match(/```ts/g)).toHaveLength(examples.size)
  })

  test('the first finds, prices and refuses', async () => {
    expect(await run('first.ts')).toEqual([
      expect.stringMatching(/^12 companies for [\d.]+ credits, [\d.]+ a page at most$/),
      'wrong: pageSize',
    ])
  })

  test('a job comes to a file', async () => {
    const lines = await run('job.ts')
    expect(lines).toContain('100 %')
    expect(lines.at(-1)).toMatch(/^.+\.csv: 2 lines for 0 credits$/)
  })

  test('a receiver takes an event once, and none that is not genuine', async () => {
    const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
    let receive: (request: Request) => Promise<Response> = async () => new Response()
    const lines = await run('webhook.ts', { SECRET: secret, serve: (own: typeof receive) => (receive = own) })
    const sent = new Date()
    const send = async (signature: string) => {
      const headers = {
        'webhook-id': 'evt_1',
        'webhook-timestamp': String(Math.floor(sent.getTime() / 1000)),
        'webhook-signature': signature,
        'webhook-event': 'credits.low',
      }
      return (await receive(new Request('http://receiver.test', { method: 'POST', body: '{}', headers })))
        .status
    }
    const genuine = new Webhook(secret).sign('evt_1', sent, '{}')
    expect([await send('v1,bm8='), await send(genuine), await send(genuine)]).toEqual([400, 204, 204])
    expect(lines).toEqual(['credits.low: {}'])
  })
})
