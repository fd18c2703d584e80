import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aRun,
  aSaved,
  ask,
  ofCompanies,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'
import { dayMs } from '../../../../../src/lib/time.ts'

shareService()
describe('getSavedSearch 200', () => {
  test('tells what is searched, when it runs next and when it ran', async () => {
    verifies('op.get-saved-search', 'saved-search.get')
    const org = await service.org()
    const beganMs = service.clock.now()
    const id = await aSaved(org, ofCompanies(['a.example']), { name: 'Weekly', spawnFrequencyDays: 30 })
    const get = async () => (await ask(org, 'get', { savedSearchId: id })).body.output
    expect(await get()).toEqual({
      id,
      name: 'Weekly',
      type: 'company_only',
      spawnFrequencyDays: 30,
      isActive: true,
      estimatedDateOfNextSpawn: new Date(beganMs + 30 * dayMs).toISOString(),
      lastSpawnedAt: null,
      pastSpawnsDates: [],
      companySearchParams: { domains: ['a.example'] },
      maxCompanies: 10_000,
      profileSearchParams: null,
      maxProfiles: null,
    })
    await aRun(org, id)
    await aRun(org, id)
    const dates = [beganMs + 2_000, beganMs + 1_000].map((ms) => new Date(ms).toISOString())
    // By hand: the schedule continues as it was.
    expect(await get()).toMatchObject({
      lastSpawnedAt: dates[0],
      pastSpawnsDates: dates,
      estimatedDateOfNextSpawn: new Date(beganMs + 30 * dayMs).toISOString(),
    })
    await ask(org, 'skip-next-run', { savedSearchId: id })
    expect((await get()).estimatedDateOfNextSpawn).toBe(new Date(beganMs + 60 * dayMs).toISOString())
    await ask(org, 'update', { id, isActive: false })
    expect(await get()).toMatchObject({ isActive: false, estimatedDateOfNextSpawn: null })
  })

  test('getSavedSearch, getSavedSearchRun and getLatestSavedSearchRun tell whether details are asked for', async () => {
    verifies('client.saved-search.details')
    const org = await service.org()
    const details = async (more: object) => {
      const profileSearchParams = { exactProfile: { anyOf: [{ primary_slug: 'nobody-here' }] }, ...more }
      const id = await aSaved(org, { type: 'profiles', profileSearchParams })
      const savedSearchRunId = await aRun(org, id)
      const get = async (path: string, body: object) => (await ask(org, path, body)).body.output
      const told = [
        (await get('get', { savedSearchId: id })).profileSearchParams,
        (await get('run/get', { savedSearchRunId })).run.prospectSearchParams,
        (await get('run/get-latest', { savedSearchId: id })).run.prospectSearchParams,
      ]
      return told.map((one) => [one.getDetailedEducation, one.getDetailedWorkExperience])
    }
    expect(await details({})).toEqual([1, 2, 3].map(() => [false, false]))
    expect(await details({ getDetailedEducation: true })).toEqual([1, 2, 3].map(() => [true, false]))
  })
})

refuses('getSavedSearch', 'get', ({ savedSearchId }) => ({ savedSearchId }), { names: 'savedSearchId' })
