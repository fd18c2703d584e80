import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  aRun,
  ask,
  refuses,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'

shareService()

describe('getSavedSearchRun 200', () => {
  test('tells what the run asked, also after the saved search was changed', async () => {
    verifies('op.get-saved-search-run', 'saved-search.run.status')
    const { org, savedSearchId } = await anOwner()
    const savedSearchRunId = await aRun(org, savedSearchId)
    await ask(org, 'update', { id: savedSearchId, companyParams: { domains: ['other.example'] } })
    const { run } = (await ask(org, 'run/get', { savedSearchRunId })).body.output
    expect(run).toMatchObject({
      id: savedSearchRunId,
      savedSearchId,
      status: 'COMPLETED',
      executionMode: 'manually_triggered',
      companySearchParams: { domains: ['nobody.example'] },
      prospectSearchParams: null,
      creditsCharged: 0,
    })
    expect(run.completedAt >= run.startedAt).toBe(true)
  })
})

refuses('getSavedSearchRun', 'run/get', ({ savedSearchRunId }) => ({ savedSearchRunId }), {
  names: 'savedSearchRunId',
})
