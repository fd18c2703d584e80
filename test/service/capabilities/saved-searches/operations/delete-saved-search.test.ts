import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  aRun,
  aSaved,
  ask,
  ofCompanies,
  refuses,
  runAllDue,
  service,
  shareService,
  someCompanies,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'
import { dayMs } from '../../../../../src/lib/time.ts'

shareService()

describe('deleteSavedSearch 200', () => {
  test('ends it: it runs no more and is not listed, and its runs can still be read', async () => {
    verifies('op.delete-saved-search')
    const org = await service.org()
    const savedSearchId = await aSaved(org, ofCompanies(await someCompanies(1)))
    const savedSearchRunId = await aRun(org, savedSearchId)
    const deleted = await ask(org, 'delete', { savedSearchId })
    expect(deleted.body.output).toEqual({ savedSearchId, isDeleted: true })
    for (const action of ['get', 'spawn', 'delete', 'run/list']) {
      expect((await ask(org, action, { savedSearchId })).status, action).toBe(404)
    }
    expect((await ask(org, 'list')).body.output.savedSearches).toEqual([])
    expect((await ask(org, 'run/get', { savedSearchRunId })).status).toBe(200)
    const spent = await service.captured(org)
    service.clock.advance(30 * dayMs)
    await runAllDue()
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(spent)
  })

  test('a run under way ends as failed and costs nothing', async () => {
    const org = await service.org()
    const savedSearchId = await aSaved(org, ofCompanies(await someCompanies(2)))
    const begun = await ask(org, 'spawn', { savedSearchId })
    await ask(org, 'delete', { savedSearchId })
    await service.almanac.jobs.workNow()
    const run = await ask(org, 'run/get', { savedSearchRunId: begun.body.output.id })
    expect(run.body.output.run).toMatchObject({ status: 'FAILED', creditsCharged: 0 })
    expect(await service.captured(org)).toBe(0)
  })
})

refuses('deleteSavedSearch', 'delete', ({ savedSearchId }) => ({ savedSearchId }), { names: 'savedSearchId' })
