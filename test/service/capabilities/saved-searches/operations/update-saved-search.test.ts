import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  aSaved,
  ask,
  ofPeople,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'
import { dayMs } from '../../../../../src/lib/time.ts'

shareService()
describe('updateSavedSearch 200', () => {
  test('changes what is given, and what is left out or null stays', async () => {
    verifies('op.update-saved-search', 'saved-search.update.output', 'saved-search.update.free')
    verifies(
      'saved-search.update.name',
      'saved-search.update.frequency',
      'saved-search.update.company-params',
    )
    const { org, savedSearchId: id } = await anOwner()
    const update = (body: object) => ask(org, 'update', { id, ...body })
    const get = async () => (await ask(org, 'get', { savedSearchId: id })).body.output
    const before = await get()
    const kept = {
      success: true,
      id,
      name: 'Saved',
      spawnFrequencyDays: 7,
      isActive: true,
      maxCompanies: 10_000,
      maxProfiles: null,
    }
    for (const body of [{}, { name: null, spawnFrequencyDays: null, companyParams: null, isActive: null }]) {
      const answer = await update(body)
      expect(answer.body.output).toEqual(kept)
      expect(answer.body.chargeInfo.method).toBe('free')
      expect(answer.body.warnings).toBeUndefined()
    }
    expect(await get()).toEqual(before)
    expect((await update({ name: 'Other', maxCompanies: 5 })).body.output).toEqual({
      ...kept,
      name: 'Other',
      maxCompanies: 5,
    })
    expect(
      (await update({ spawnFrequencyDays: 30, companyParams: { domains: ['b.example'] } })).body.output,
    ).toMatchObject({
      name: 'Other',
      spawnFrequencyDays: 30,
      maxCompanies: 5,
    })
    expect(await get()).toMatchObject({
      companySearchParams: { domains: ['b.example'] },
      estimatedDateOfNextSpawn: new Date(service.clock.now() + 30 * dayMs).toISOString(),
    })
  })

  test('of a combined search changes one side and keeps the other', async () => {
    const org = await service.org()
    const people = { keywords: { containsAll: ['robots'] } }
    const searchParams = {
      type: 'combined',
      companySearchParams: { domains: ['a.example'] },
      profileSearchParams: people,
    }
    const id = await aSaved(org, searchParams)
    await ask(org, 'update', { id, companyParams: { domains: ['b.example'] } })
    const saved = (await ask(org, 'get', { savedSearchId: id })).body.output
    expect(saved).toMatchObject({
      companySearchParams: { domains: ['b.example'] },
      profileSearchParams: people,
    })
  })

  test('is paused and goes on', async () => {
    const { org, savedSearchId: id } = await anOwner()
    for (const isActive of [false, false, true, true])
      expect((await ask(org, 'update', { id, isActive })).body.output.isActive).toBe(isActive)
  })
})

describe('updateSavedSearch 400', () => {
  test.each([
    ['spawnFrequencyDays', { spawnFrequencyDays: 6 }],
    ['spawnFrequencyDays', { spawnFrequencyDays: 400 }],
    ['maxCompanies', { maxCompanies: 10_001 }],
    ['companyParams', { companyParams: 'all' }],
    ['companyParams.domains[0]', { companyParams: { domains: ['no host'] } }],
    ['profileParams', { profileParams: {} }],
    ['maxProfiles', { maxProfiles: 5 }],
  ])('%s of %j', async (path, body) => {
    verifies('saved-search.update.frequency', 'saved-search.update.company-params')
    const { org, savedSearchId: id } = await anOwner()
    const answer = await ask(org, 'update', { id, ...body })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, path])
  })

  test('parameters without any filter, unless the request says how many are meant; nothing changes', async () => {
    const { org, savedSearchId: id } = await anOwner()
    const before = (await ask(org, 'get', { savedSearchId: id })).body.output
    const refused = await ask(org, 'update', { id, name: 'Other', companyParams: {} })
    expect([refused.status, refused.body.issues[0]]).toMatchObject([
      400,
      { path: 'companyParams', code: 'no_filter', message: expect.stringContaining('maxCompanies') },
    ])
    expect((await ask(org, 'get', { savedSearchId: id })).body.output).toEqual(before)
    expect((await ask(org, 'update', { id, companyParams: {}, maxCompanies: 5 })).status).toBe(200)
  })

  test('parameters of companies for a search of people', async () => {
    const org = await service.org()
    const id = await aSaved(org, ofPeople(['ada']))
    const answer = await ask(org, 'update', { id, companyParams: { domains: ['a.example'] } })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'companyParams'])
  })

  test('no id', async () => {
    verifies('saved-search.update.id')
    const answer = await ask(await service.org(), 'update', { name: 'Other' })
    expect([answer.status, answer.body.issues[0].path]).toEqual([400, 'id'])
  })
})

test('updateSavedSearch 429 after 120 a minute', async () => {
  verifies('limit.update-saved-search')
  const { org } = await anOwner()
  const { body } = await service.send(`GET /v1/rate-limits`, { key: org.rawKey })
  const limits = body.output.rateLimits as { path: string; max: number; window: number }[]
  expect(limits.find(({ path }) => path === '/v1/saved-search/update')).toMatchObject({
    max: 120,
    window: 60,
  })
})

refuses('updateSavedSearch', 'update', ({ savedSearchId: id }) => ({ id }), { names: 'id' })
