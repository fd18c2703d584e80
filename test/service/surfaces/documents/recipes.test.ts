import { beforeAll, describe, expect, test } from 'vitest'
import { agentAt } from '../../../support/surfaces/mcp-client.ts'
import { sampleWorld, type SampledAlmanac } from '../../../worlds/sample.ts'
import { discoverOperations } from '../../../../src/capabilities/discover.ts'
import type { RecipeStep } from '../../../../src/operation/index.ts'

const operations = await discoverOperations()
const recipes = operations.flatMap(({ recipe }) => recipe ?? [])

let service: SampledAlmanac
let key: string
/** Of the sample, in place of those of the pages. */
let known: { domain: string; name: string }
beforeAll(async () => {
  service = await sampleWorld()
  key = (await service.org()).rawKey
  const { body } = await service.send('POST /v1/company-search', {
    key,
    body: { searchParams: {}, pageSize: 1 },
  })
  const [company] = body.output.data
  known = { domain: company.domains[0], name: company.preferred_name }
})

const memberOf = (output: unknown, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], output)

/** The step with what was kept, and with a company that the sample has. */
const filled = (text: string, kept: ReadonlyMap<string, string>) =>
  [...kept]
    .reduce((given, [name, value]) => given.replaceAll(name, value), text)
    .replaceAll('acme.example', known.domain)
    .replaceAll('Acme', known.name)

/** Does a step and answers its output. */
type Way = (step: RecipeStep, kept: ReadonlyMap<string, string>) => Promise<unknown>

const inputOf = (step: RecipeStep, kept: ReadonlyMap<string, string>) =>
  JSON.parse(filled(JSON.stringify(step.input), kept)) as Record<string, unknown>

const overHttp: Way = async (step, kept) => {
  const operation = operations.find(({ id }) => id === step.operation)
  if (operation === undefined) throw new Error(`no operation ${step.operation}`)
  const input = inputOf(step, kept)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = String(input[name])
    delete input[name]
    return encodeURIComponent(value)
  })
  const query = operation.method === 'GET' ? `?${new URLSearchParams(input as never).toString()}` : ''
  const { status, body, text } = await service.send(`${operation.method} ${path}${query}`, {
    key,
    headers: step.isDryRun === true ? { 'x-dry-run': '1' } : {},
    ...(operation.method === 'GET'
      ? {}
      : { body: step.file === undefined ? input : filled(step.file, kept) }),
  })
  expect(status, `${step.operation}: ${text}`).toBe(200)
  expect(body.warnings, `${step.operation}: ${text}`).toBeUndefined()
  return body.output
}

/** As the pages say that agents do it. */
const byTools: Way = async (step, kept) => {
  const headers = { 'x-api-key': key }
  const agent = await agentAt({ url: service.url, path: '/mcp/core', headers })
  const { body, text, isError } = await agent.call('call_operation', {
    operation: step.operation,
    arguments: {
      ...inputOf(step, kept),
      ...(step.isDryRun === true && { dryRun: true }),
      ...(step.file !== undefined && { fileText: filled(step.file, kept) }),
    },
  })
  expect([isError, body?.warnings], `${step.operation}: ${text}`).toEqual([false, undefined])
  return body.output
}

const ways = { http: overHttp, tools: byTools }

describe('a recipe', () => {
  test.each(
    recipes.flatMap((recipe) =>
      (['http', 'tools'] as const).map((way) => [recipe.name, way, recipe] as const),
    ),
  )('leads where it says: %s by %s', async (name, way, { steps }) => {
    const run = ways[way]
    const kept = new Map<string, string>()
    for (const step of steps) {
      let output = await run(step, kept)
      if (step.until !== undefined) {
        await service.almanac.jobs.workNow()
        output = await run(step, kept)
        expect(memberOf(output, step.until.member)).toBe(step.until.value)
      }
      for (const [placeholder, path] of Object.entries(step.keep ?? {})) {
        const value = memberOf(output, path)
        expect(value, `${step.operation} ${path}`).toEqual(expect.any(String))
        kept.set(placeholder, value as string)
      }
      if (step.isDryRun === true) expect(memberOf(output, 'dryRun.maxCredits')).toBeGreaterThan(0)
    }
    // A value that no page of the operation names would be waited for without end.
    for (const { operation, until } of steps)
      if (until !== undefined) {
        const page = await service.send(`GET /ai-docs/${operation}.md`)
        for (const value of [until.value, until.failed]) expect(page.text).toContain(`"${value}"`)
      }
    await service.almanac.jobs.workNow()
    expect(await ends[name]?.(kept)).toBe(true)
  })

  test('has a page of which every step is one of its own, named in llms.txt', async () => {
    expect(recipes.map(({ name }) => name).toSorted()).toEqual(Object.keys(ends).toSorted())
    const guide = await service.send('GET /llms.txt')
    for (const { name, title, steps } of recipes) {
      expect(guide.text).toContain(`[${title}](http://almanac.test/ai-docs/recipe-${name}.md)`)
      const { status, text } = await service.send(`GET /ai-docs/recipe-${name}.md`)
      expect(status).toBe(200)
      for (const { operation } of steps) expect(text).toContain(`/ai-docs/${operation}.md`)
    }
  })
})

/** That what a task was for is there at its end. */
const ends: Record<string, (kept: ReadonlyMap<string, string>) => Promise<boolean>> = {
  async 'enrich-a-csv'(kept) {
    const { pathname } = new URL(kept.get('OUTPUT_URL') ?? '')
    const { text } = await service.send(`GET ${pathname}`)
    return text.includes('matched') && text.includes('not_found') && text.includes(known.name)
  },
  async 'build-an-audience'(kept) {
    const id = kept.get('AUDIENCE_ID')
    const { body } = await service.send(`GET /v1/audiences/${id}/prospects?pageSize=5`, { key })
    return body.output.prospects.length === 5
  },
  async 'watch-accounts'(kept) {
    const { body } = await service.send(`GET /v1/tracker/company-lists/${kept.get('LIST_ID')}`, { key })
    return JSON.stringify(body.output).includes('Key accounts')
  },
}
