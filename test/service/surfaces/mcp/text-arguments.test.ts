import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readTextMembers } from '../../../../src/operation/index.ts'
import { agentAt } from '../../../support/surfaces/mcp-client.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { trackersWorld } from '../../../worlds/trackers.ts'

let service: TestAlmanac
beforeAll(async () => {
  service = await trackersWorld()
  await service.write(
    'companies',
    ['Plinth', 'Corbel'].map((name, index) => ({
      preferred_name: `${name} Masonry`,
      domains: [`${name.toLowerCase()}-masonry.example`],
      li_org_id: String(884_000 + index),
    })),
  )
})

const masons = { domains: ['plinth-masonry.example', 'corbel-masonry.example'] }
const connect = async (path = '/mcp') =>
  agentAt({ url: service.url, path, headers: { 'x-api-key': (await service.org(100)).rawKey } })

describe('a text where the schema takes none', () => {
  test.each([
    ['an object as JSON text', 'companyCount', { searchParams: JSON.stringify(masons) }, { count: 2 }],
    [
      'a list within an object',
      'companyCount',
      { searchParams: { domains: JSON.stringify(masons.domains) } },
      { count: 2 },
    ],
    [
      'a number within an object',
      'companyCount',
      { searchParams: { ...masons, employeeCountV2: { lowerBoundExclusive: '5000000' } } },
      { count: 0 },
    ],
  ])('%s is read', async (_name, operation, given, output) => {
    const { isError, body } = await (await connect()).call(operation, given)
    expect([isError, body.output]).toEqual([false, output])
  })

  test('numbers and booleans of the call are read, and what the call costs by itself is held to', async () => {
    const agent = await connect()
    const page = await agent.call('companySearch', {
      searchParams: JSON.stringify(masons),
      pageSize: '1',
      fields: '["preferred_name"]',
      maxCredits: '5',
    })
    expect([page.isError, page.body.output.data]).toEqual([false, [{ preferred_name: expect.any(String) }]])
    const dry = await agent.call('companySearch', { searchParams: masons, pageSize: '2', dryRun: 'true' })
    expect(dry.body.output.dryRun.maxCredits).toBe(2)
    const low = await agent.call('companySearch', { searchParams: masons, pageSize: '2', maxCredits: '1' })
    expect([low.isError, low.meta['almanac/status']]).toEqual([true, 402])
  })

  test('arguments of call_operation are read', async () => {
    const agent = await connect('/mcp/core')
    const { body } = await agent.call('call_operation', {
      operation: 'companyCount',
      arguments: JSON.stringify({ searchParams: masons }),
    })
    expect(body.output).toEqual({ count: 2 })
  })

  test.each([
    ['{"domains":', 'searchParams'],
    ['[]', 'searchParams'],
    ['plinth-masonry.example', 'searchParams'],
    ['{"domains":"plinth"}', 'searchParams.domains'],
    [`{"group":${'{"and":['.repeat(40)}{}${']}'.repeat(40)}}`, 'searchParams'],
    ['{"domains":["a\\u0000"]}', 'searchParams'],
  ])('what does not read is refused with its path: %s', async (searchParams, path) => {
    const { isError, body, meta } = await (await connect()).call('companyCount', { searchParams })
    expect([isError, meta['almanac/status'], body.issues[0].path]).toEqual([true, 400, path])
  })

  test('only agents are read so: over HTTP it is refused', async () => {
    const { rawKey: key } = await service.org()
    const body = { searchParams: JSON.stringify(masons) }
    const { status, body: answer } = await service.send('POST /v1/company-count', { key, body })
    expect([status, answer.issues[0].path]).toEqual([400, 'searchParams'])
  })
})

test('a text stays one where the schema takes a text, in whatever form', () => {
  const schema = z.object({
    text: z.string(),
    either: z.union([z.string(), z.number()]),
    optional: z.string().nullish(),
    choice: z.enum(['1', 'true']),
    open: z.unknown(),
    texts: z.array(z.string()),
    count: z.number().int().nullish(),
    flag: z.preprocess((value) => value, z.boolean().default(false)),
    rules: z.array(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('count'), range: z.object({ least: z.number() }) }),
        z.object({ type: z.literal('word'), word: z.string() }),
      ]),
    ),
    byName: z.record(z.string(), z.number()),
  })
  const given = {
    text: '{"a":1}',
    either: '1',
    optional: 'true',
    choice: '1',
    open: '[1]',
    texts: '["1","true"]',
    count: '7',
    flag: ' true ',
    rules: '[{"type":"count","range":{"least":"3"}},{"type":"word","word":"3"}]',
    byName: { one: '1', huge: '9007199254740993', word: 'one' },
    nobody: '1',
  }
  expect(readTextMembers(schema, given)).toEqual({
    ...given,
    texts: ['1', 'true'],
    count: 7,
    flag: true,
    rules: [
      { type: 'count', range: { least: 3 } },
      { type: 'word', word: '3' },
    ],
    byName: { one: 1, huge: '9007199254740993', word: 'one' },
  })
})
