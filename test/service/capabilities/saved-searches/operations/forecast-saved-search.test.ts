import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aRun,
  aSaved,
  ask,
  ofCompanies,
  ofPeople,
  peopleParams,
  refuses,
  service,
  shareService,
  someCompanies,
  somePeople,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'
import { milli } from '../../../../../src/lib/credits.ts'

shareService()

describe('forecastSavedSearch 200', () => {
  test('says that nothing is known before the second run, then what newcomers will cost', async () => {
    verifies('op.forecast-saved-search')
    const org = await service.org()
    const [first, second] = [await someCompanies(3), await someCompanies(2)]
    const savedSearchId = await aSaved(org, ofCompanies(first), { spawnFrequencyDays: 10 })
    const forecast = async () => (await ask(org, 'forecast', { savedSearchId })).body.output
    const unknown = {
      savedSearchId,
      isKnown: false,
      runsCounted: 0,
      runsPerMonth: 3,
      newCompaniesPerRun: null,
      newProfilesPerRun: null,
      creditsPerRun: null,
      creditsPerMonth: null,
    }
    expect(await forecast()).toEqual(unknown)
    await aRun(org, savedSearchId)
    expect(await forecast()).toEqual(unknown)
    await aRun(org, savedSearchId)
    await ask(org, 'update', { id: savedSearchId, companyParams: { domains: [...first, ...second] } })
    await aRun(org, savedSearchId)
    const spent = await service.captured(org)
    expect(await forecast()).toEqual({
      savedSearchId,
      isKnown: true,
      runsCounted: 2,
      runsPerMonth: 3,
      newCompaniesPerRun: 1,
      newProfilesPerRun: 0,
      creditsPerRun: 2,
      creditsPerMonth: 6,
    })
    expect(await service.captured(org)).toBe(spent)
    await ask(org, 'update', { id: savedSearchId, isActive: false })
    expect(await forecast()).toMatchObject({ runsPerMonth: 0, creditsPerRun: 2, creditsPerMonth: 0 })
  })

  test("reckons at the organization's own prices", async () => {
    const org = await service.org()
    const slugs = await somePeople(2)
    const savedSearchId = await aSaved(org, ofPeople(slugs.slice(0, 1)))
    await aRun(org, savedSearchId)
    await ask(org, 'update', { id: savedSearchId, profileParams: peopleParams(slugs) })
    await aRun(org, savedSearchId)
    const { prices } = service.almanac.ledger
    await prices.setPrice(org.organizationId, 'savedSearchProspect', milli(500))
    const { output } = (await ask(org, 'forecast', { savedSearchId })).body
    expect(output).toMatchObject({ newProfilesPerRun: 1, creditsPerRun: 0.5 })
  })
})

refuses('forecastSavedSearch', 'forecast', ({ savedSearchId }) => ({ savedSearchId }), {
  names: 'savedSearchId',
})
