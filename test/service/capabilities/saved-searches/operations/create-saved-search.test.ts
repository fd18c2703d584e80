import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  ask,
  ofCompanies,
  ofPeople,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'

shareService()
const combined = {
  type: 'combined',
  companySearchParams: { domains: ['a.example'] },
  profileSearchParams: {},
}

describe('createSavedSearch 200', () => {
  test.each([
    [ofCompanies(['a.example']), { type: 'company_only', maxCompanies: 10_000, maxProfiles: null }],
    [ofPeople(['ada'], { maxProfiles: 5 }), { type: 'prospect_only', maxCompanies: null, maxProfiles: 5 }],
    [
      { type: 'profiles', maxProfiles: 50 },
      { type: 'prospect_only', profileSearchParams: {}, maxProfiles: 50 },
    ],
    [
      { ...combined, maxCompanies: 7 },
      { type: 'combined', maxCompanies: 7, maxProfiles: 10_000 },
    ],
  ])('saves %j', async (searchParams, wanted) => {
    verifies('op.create-saved-search', 'saved-search.create.kinds')
    const org = await service.org()
    const { status, body } = await ask(org, 'create', {
      name: ' Weekly ',
      spawnFrequencyDays: 7,
      searchParams,
    })
    expect(status).toBe(200)
    expect(body.chargeInfo.method).toBe('free')
    const saved = (await ask(org, 'get', { savedSearchId: body.output.id })).body.output
    expect(saved).toMatchObject({ name: 'Weekly', isActive: true, spawnFrequencyDays: 7, ...wanted })
    expect(body.warnings).toBeUndefined()
  })

  test('keeps the parameters as they were given, and finds with them what a search finds', async () => {
    const org = await service.org()
    const companySearchParams = {
      exactCompanyV2: { anyOf: [{ identifier: 'domain', domain: 'kept.example' }] },
      employeeCountV2: { lowerBoundExclusive: 10, upperBoundInclusive: null },
      foundedOn: { strategy: 'relative', window: { method: 'lastN', period: 'year', quantity: 2 } },
    }
    const searchParams = { type: 'companies', companySearchParams }
    const { body } = await ask(org, 'create', { name: 'Kept', spawnFrequencyDays: 365, searchParams })
    const saved = (await ask(org, 'get', { savedSearchId: body.output.id })).body.output
    expect(saved.companySearchParams).toMatchObject({
      exactCompanyV2: companySearchParams.exactCompanyV2,
      employeeCountV2: { lowerBoundExclusive: 10 },
      foundedOn: companySearchParams.foundedOn,
    })
  })
})

describe('createSavedSearch 400: what finds everybody and is charged at each run', () => {
  const empty = { headquartersCountryCode: { anyOf: null, noneOf: [] }, domains: null }
  test.each([
    [{ type: 'companies', companySearchParams: {} }, 'companySearchParams'],
    [{ type: 'companies', companySearchParams: empty }, 'companySearchParams'],
    [{ type: 'profiles' }, 'profileSearchParams'],
    [{ type: 'profiles', profileSearchParams: { tags: { anyOf: null } } }, 'profileSearchParams'],
    [
      {
        type: 'combined',
        companySearchParams: {},
        profileSearchParams: { keywords: { containsAny: ['x'] } },
      },
      'companySearchParams',
    ],
    [{ ...combined, companySearchParams: {}, maxCompanies: 3 }, 'profileSearchParams'],
  ])('%j has to say how many are meant', async (searchParams, side) => {
    const org = await service.org()
    const send = (more: object = {}) =>
      ask(org, 'create', { name: 'x', spawnFrequencyDays: 7, searchParams: { ...searchParams, ...more } })
    const { status, body } = await send()
    const { path, code } = body.issues?.[0] ?? {}
    expect([status, path, code]).toEqual([400, `searchParams.${side}`, 'no_filter'])
    const limit = side === 'companySearchParams' ? 'maxCompanies' : 'maxProfiles'
    expect(body.issues[0].message).toContain(limit)
    expect((await ask(org, 'list', {})).body.output.savedSearches).toEqual([])
    expect((await send({ [limit]: 3 })).status).toBe(200)
  })
})

test('createSavedSearch 200 takes texts with half a character without it', async () => {
  const searchParams = {
    type: 'profiles',
    profileSearchParams: { keywords: { containsAll: ['half \ud800'] } },
  }
  const body = { name: 'Half \ud800', spawnFrequencyDays: 7, searchParams }
  const { status } = await ask(await service.org(), 'create', body)
  expect(status).toBe(200)
})

describe('createSavedSearch 400', () => {
  test.each([
    ['spawnFrequencyDays', { spawnFrequencyDays: 6 }],
    ['spawnFrequencyDays', { spawnFrequencyDays: 366 }],
    ['spawnFrequencyDays', { spawnFrequencyDays: 7.5 }],
    ['spawnFrequencyDays', { spawnFrequencyDays: undefined }],
    ['name', { name: ' ' }],
    ['searchParams', { searchParams: undefined }],
    ['searchParams.type', { searchParams: { type: 'postings' } }],
    ['searchParams.companySearchParams', { searchParams: { type: 'companies' } }],
    ['searchParams.maxCompanies', { searchParams: ofCompanies(['a.example'], { maxCompanies: 10_001 }) }],
    ['searchParams.maxCompanies', { searchParams: ofCompanies(['a.example'], { maxCompanies: 0 }) }],
    ['searchParams.companySearchParams.domains[0]', { searchParams: ofCompanies(['no host']) }],
  ])('%s of %j', async (path, more) => {
    verifies('saved-search.create.bounds')
    const org = await service.org()
    const body = { name: 'Weekly', spawnFrequencyDays: 7, searchParams: ofCompanies(['a.example']), ...more }
    const answer = await ask(org, 'create', body)
    expect([answer.status, answer.body.issues?.[0].path]).toEqual([400, path])
    expect((await ask(org, 'list')).body.output.savedSearches).toEqual([])
  })
})

refuses('createSavedSearch', 'create', () => ({
  name: 'Weekly',
  spawnFrequencyDays: 7,
  searchParams: ofCompanies(['a.example']),
}))
