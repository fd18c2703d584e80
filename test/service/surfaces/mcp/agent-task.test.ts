import { beforeAll, describe, expect, test } from 'vitest'
import { doTask, type Caller, type TaskResult } from '../../../support/surfaces/agent-task.ts'
import { agentAt } from '../../../support/surfaces/mcp-client.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { trackersWorld } from '../../../worlds/trackers.ts'

const names = Array.from({ length: 16 }, (_, index) => `Agentry ${String.fromCodePoint(65 + index)}`)
const domainOf = (name: string) => `${name.toLowerCase().replace(' ', '-')}.example`

let service: TestAlmanac
beforeAll(async () => {
  service = await trackersWorld()
  await service.write(
    'companies',
    names.map((preferred_name, index) => ({
      preferred_name,
      domains: [domainOf(preferred_name)],
      li_org_id: String(881_000 + index),
      li_follower_count: 1_000 - index,
      long_description: 'Finds agents for those who need some. '.repeat(100),
    })),
  )
  await service.write(
    'people',
    ['ada', 'ben', 'cleo'].map((slug, index) => ({
      primary_slug: `${slug}-agentry`,
      name: `${slug} Agentry`,
      emails: [{ email: `${slug}@agentry-a.example`, type: 'work' }],
      experiences: [
        { pnet_company_id: '881000', title: 'Agent', is_current: true, start_date: `202${index}-01-01` },
      ],
    })),
  )
})

const agentries = { domains: names.map(domainOf) }
const connect = (rawKey: string, path = '/mcp') =>
  agentAt({ url: service.url, path, headers: { 'x-api-key': rawKey } })

const overTools =
  (path: string) =>
  async (key: string): Promise<Caller> => {
    const agent = await connect(key, path)
    return (operation, given) => agent.call(operation, given)
  }

async function byName(key: string): Promise<Caller> {
  const agent = await connect(key, '/mcp/core')
  return (operation, given) => agent.call('call_operation', { operation, arguments: given })
}

async function overHttp(key: string): Promise<Caller> {
  const { registry } = service.almanac
  return async (id, { dryRun, ...body }) => {
    const { method, path } = registry.find(id) as NonNullable<ReturnType<typeof registry.find>>
    const answer = await service.send(`${method} ${path}`, {
      key,
      ...(method === 'GET' ? {} : { body }),
      headers: dryRun === true ? { 'x-dry-run': '1' } : {},
    })
    return { isError: answer.status >= 400, text: answer.text, body: answer.body, meta: {} }
  }
}

describe('a task from end to end', () => {
  let expected: TaskResult
  beforeAll(async () => {
    const { rawKey } = await service.org(1_000)
    expected = await doTask(await overHttp(rawKey), { companies: agentries })
  })

  test.each([
    ['/mcp', overTools('/mcp'), undefined],
    ['/mcp, reading two members of each record', overTools('/mcp'), ['preferred_name', 'domains']],
    ['/mcp/all', overTools('/mcp/all'), undefined],
    ['/mcp/core', byName, undefined],
  ] as const)('finds, loses nothing and costs as over HTTP: %s', async (_name, connected, only) => {
    const org = await service.org(1_000)
    const result = await doTask(await connected(org.rawKey), { companies: agentries, ...(only && { only }) })
    expect(result).toEqual(expected)
    expect([result.count, result.companies]).toEqual([names.length, names])
    expect(result.revealed.flatMap(({ emails }) => emails)).toHaveLength(2)
    const sum = result.charged.reduce((all, each) => all + each, 0)
    expect(sum).toBe(result.count + 2 + 4 + 2)
    expect([result.used, await service.captured(org)]).toEqual([sum, sum * 1_000])
  })
})

describe('members of records', () => {
  const ask = async (given: object) =>
    (await connect((await service.org()).rawKey)).call('companySearch', {
      searchParams: agentries,
      pageSize: 3,
      ...given,
    })

  test('that are asked for are all there is of them; price and cursor stay', async () => {
    const whole = await ask({ fields: ['*'] })
    const { body, text } = await ask({ fields: ['preferred_name', 'parent'] })
    expect(body.output.data).toEqual(
      whole.body.output.data.map(({ preferred_name }: { preferred_name: string }) => ({ preferred_name })),
    )
    expect(text.length).toBeLessThan(whole.text.length / 10)
    expect(body.output.nextCursor).toEqual(expect.any(String))
    expect(body.chargeInfo).toMatchObject({ creditsCharged: 3 })
  })

  test.each([
    [['preferred_name', 'domain'], 'fields[1]'],
    [[7], 'fields[0]'],
    [[], 'fields'],
    ['domains', 'fields'],
  ])('that no record has are refused, for nothing: %j', async (fields, path) => {
    const { isError, body, meta } = await ask({ fields })
    expect([isError, body.issues[0].path, meta['almanac/creditsCharged']]).toEqual([true, path, 0])
    if (path === 'fields[1]') expect(body.issues[0].message).toContain('Did you mean domains?')
  })

  test('are not asked for where answers hold no records', async () => {
    const agent = await connect((await service.org()).rawKey)
    const { tools } = await agent.client.listTools()
    const takes = (name: string) =>
      Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {}).includes('fields')
    expect([takes('companySearch'), takes('peopleSearch'), takes('companyCount')]).toEqual([
      true,
      true,
      false,
    ])
    const { isError, body } = await agent.call('companyCount', { searchParams: agentries, fields: ['x'] })
    expect([isError, body.issues[0].path]).toEqual([true, 'fields'])
  })
})

describe('a key that may do little', () => {
  test.each(['/mcp', '/mcp/core'])('does no more by tools: %s', async (path) => {
    const org = await service.org()
    const { organizationId } = org
    const made = async (more: object) => {
      const { rawKey } = await service.almanac.keys.createKey({ organizationId, name: 'agent', ...more })
      const agent = await connect(rawKey, path)
      return (operation: string, given: object) =>
        path === '/mcp'
          ? agent.call(operation, { ...given })
          : agent.call('call_operation', { operation, arguments: given })
    }
    const readOnly = await made({ isReadOnly: true })
    expect((await readOnly('companyCount', { searchParams: agentries })).isError).toBe(false)
    for (const [operation, given] of [
      ['createAudience', { name: 'x' }],
      ['createTrackerCompanyList', { name: 'x', refreshIntervalDays: 7 }],
    ] as const) {
      const refused = await readOnly(operation, given)
      expect([refused.isError, refused.meta['almanac/status'], refused.body.code]).toEqual([
        true,
        403,
        'forbidden',
      ])
    }
    const counting = await made({ scopes: ['*Count', 'getOrgCredits'] })
    expect((await counting('companyCount', { searchParams: agentries })).isError).toBe(false)
    const spending = await counting('companySearch', { searchParams: agentries, pageSize: 1 })
    expect([spending.meta['almanac/status'], spending.body.code]).toEqual([403, 'forbidden'])
    const poor = await made({ maxCredits: 0 })
    const over = await poor('companySearch', { searchParams: agentries, pageSize: 1 })
    expect([over.meta['almanac/status'], over.body.code]).toEqual([402, 'key_credit_limit_reached'])
    expect(await service.captured(org)).toBe(0)
  })
})

describe('search_operations', () => {
  test.each([
    ['what is my usage', 'getOrgCredits'],
    ['add companies to a tracker', 'addTrackerCompanies'],
    ['enrich a csv file', 'uploadEnrichList'],
    ['count the companies', 'companyCount'],
    ['companies similar to a company', 'findSimilarCompanies'],
    ['revenue of a company', 'getCompanyRevenue'],
  ])('goes by the words that say something: %s', async (query, operation) => {
    const agent = await connect((await service.org()).rawKey, '/mcp/core')
    const { body } = await agent.call('search_operations', { query })
    const found = body.operations.map((one: { operation: string }) => one.operation)
    expect(found.slice(0, 2)).toContain(operation)
  })
})
