import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  ask,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'

shareService()

describe('getSavedSearchRunStatus 200', () => {
  test('tells how far the run is, and to wait while it is not over', async () => {
    verifies('op.get-saved-search-run-status', 'saved-search.run.status')
    const { org, savedSearchId } = await anOwner()
    const { id: savedSearchRunId } = (await ask(org, 'spawn', { savedSearchId })).body.output
    const poll = () => ask(org, 'run/status', { savedSearchRunId })
    const before = await poll()
    expect(before.body.output.run).toMatchObject({
      id: savedSearchRunId,
      status: 'NOT_STARTED',
      completedAt: null,
    })
    expect(before.body.advice).toEqual([expect.stringContaining('30 seconds')])
    await service.almanac.jobs.workNow()
    const after = await poll()
    expect(after.body.output.run).toMatchObject({
      status: 'COMPLETED',
      companiesStats: { numCompaniesJoined: 0 },
      peopleStats: { numPeopleStayed: 0 },
    })
    expect(after.body.advice).toBeUndefined()
  })
})

refuses('getSavedSearchRunStatus', 'run/status', ({ savedSearchRunId }) => ({ savedSearchRunId }), {
  names: 'savedSearchRunId',
})
