import { beforeAll, describe, expect, test } from 'vitest'
import { readOperations } from '../../scripts/client-operations.ts'
import { discoverRegistry } from '../../src/capabilities/discover.ts'
import { openApiDocument } from '../../src/surfaces/openapi/index.ts'
import { sampleWorld, type SampledAlmanac } from '../worlds/sample.ts'
import {
  Almanac,
  Conflict,
  core,
  Forbidden,
  Invalid,
  NotFound,
  OutOfCredits,
  RateLimited,
  Unauthorized,
  Unavailable,
} from './client.ts'
import { clientOf } from './world.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const freshClient = async (credits?: number) => {
  const org = await service.org(credits)
  return {
    org,
    almanac: clientOf(service, org),
    spent: async () => (await service.spent(org.organizationId)) / 1_000,
  }
}

describe('operations', () => {
  test('every operation of the document has a method, and no method of the client has its name', async () => {
    const entries = readOperations(openApiDocument(await discoverRegistry()))
    expect(entries.length).toBeGreaterThan(300)
    const prototype = Almanac.prototype as unknown as Record<string, unknown>
    const own = 'caller sandbox lastCost withCost quote pages rows run upload download events'.split(' ')
    expect(entries.filter(({ id }) => typeof prototype[id] !== 'function')).toEqual([])
    expect(entries.filter(({ id }) => own.includes(id))).toEqual([])
  })

  test('members go into the path, the query and the body', async () => {
    const { almanac } = await freshClient()
    const { output } = await almanac.createTrackerCompanyList({ name: 'One', refreshIntervalDays: 7 })
    const renamed = await almanac.updateTrackerCompanyList({ listId: output.id, name: 'Two / 2' })
    expect(renamed.output.name).toBe('Two / 2')
    await almanac.addTrackerCompanies({ listId: output.id, companies: [{ domain: 'acme.example' }] })
    const page = await almanac.listTrackerCompanies({ listId: output.id, pageSize: 1 })
    expect(page.output.companies.length).toBeLessThanOrEqual(1)
    const removed = await almanac.removeTrackerCompanies({
      listId: output.id,
      companies: [{ domain: 'acme.example' }],
    })
    expect(removed.output).toBeDefined()
    const usage = await almanac.getUsage({ by: ['day', 'operation'] })
    expect(usage.output.usage).toBeDefined()
  })

  test('documents and probes without an envelope are answered as they are', async () => {
    const { almanac } = await freshClient()
    expect((await almanac.healthCheck()).output.status).toBe('healthy')
    expect((await almanac.getLlmsTxt()).output).toMatch(/^# /)
  })

  test('a program may carry only what it calls', async () => {
    const { rawKey } = await service.org()
    const caller = core.openCaller({ baseUrl: service.url, apiKey: rawKey })
    const { output } = await caller.call(core.companyCount, { searchParams: {} })
    expect(output.count).toBeGreaterThan(0)
  })
})

describe('costs', () => {
  test('lastCost and a block say what the ledger says; a replay costs nothing', async () => {
    const { almanac, spent } = await freshClient()
    const search = { searchParams: {}, pageSize: 3 }
    const first = await almanac.companySearch(search, { idempotencyKey: 'order-1' })
    expect(almanac.lastCost).toBe(await spent())
    expect(first.isReplay).toBe(false)
    const { credits, result } = await almanac.withCost(async (counted) => {
      const replay = await counted.companySearch(search, { idempotencyKey: 'order-1' })
      await counted.companySearch({ searchParams: {}, pageSize: 1 })
      return replay
    })
    expect(result).toMatchObject({ isReplay: true, cost: 0, output: first.output })
    expect(first.cost + credits).toBe(await spent())
  })

  test('a quote is the most that a call costs, and nothing runs', async () => {
    const { almanac, spent } = await freshClient()
    const search = { searchParams: {}, pageSize: 4 }
    const { maxCredits, breakdown } = await almanac.quote('companySearch', search)
    expect([await spent(), breakdown.length]).toEqual([0, 1])
    expect((await almanac.companySearch(search)).cost).toBeLessThanOrEqual(maxCredits)
  })

  test('what is not understood is a warning, or refused', async () => {
    const { almanac } = await freshClient()
    const search = { searchParams: { industry: 'x' } as object, pageSize: 1 }
    expect((await almanac.companySearch(search)).warnings).not.toEqual([])
    await expect(almanac.companySearch(search, { strict: true })).rejects.toThrow(Invalid)
  })
})

describe('errors', () => {
  test.each([
    ['invalid-request', Invalid],
    ['unauthorized', Unauthorized],
    ['out-of-credits', OutOfCredits],
    ['forbidden', Forbidden],
    ['not-found', NotFound],
    ['conflict', Conflict],
    ['too-expensive', Invalid],
    ['rate-limited', RateLimited],
    ['internal', Unavailable],
    ['unavailable', Unavailable],
  ])('%s of the sandbox', async (scenario, kind) => {
    const { almanac } = await freshClient()
    const { output } = await almanac.createSandboxApiKey({ name: 'Errors' })
    const trial = clientOf(service, { rawKey: output.key }, { retries: 0 })
    const call = trial.companyCount({ searchParams: {} }, { scenario })
    await expect(call).rejects.toThrow(kind)
    const error = await call.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ requestId: expect.stringMatching(/^req_/), cost: 0 })
  })

  test('issues name the path', async () => {
    const { almanac } = await freshClient()
    const refused = almanac.companySearch({ searchParams: {}, pageSize: -1 })
    await expect(refused).rejects.toMatchObject({
      name: 'Invalid',
      status: 400,
      code: 'invalid_request',
      issues: [{ path: 'pageSize' }],
      message: expect.stringContaining('pageSize: '),
    })
  })

  test('a key that is none is refused at once, and a thing of nobody is not found', async () => {
    const { almanac } = await freshClient()
    const stranger = clientOf(service, { rawKey: 'alm_live_none' })
    await expect(stranger.getOrgCredits()).rejects.toThrow(Unauthorized)
    await expect(almanac.getExport({ exportId: 'exp_01kf3wz3a0s6n4yq8b2c7d5e9f' })).rejects.toThrow(NotFound)
  })
})
