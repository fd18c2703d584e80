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

describe('getLatestSavedSearchRun 200', () => {
  test('answers the run that began last', async () => {
    verifies('op.get-latest-saved-search-run')
    const { org, savedSearchId } = await anOwner()
    await aRun(org, savedSearchId)
    const last = await aRun(org, savedSearchId)
    const { body } = await ask(org, 'run/get-latest', { savedSearchId })
    expect(body.output.run).toMatchObject({ id: last, status: 'COMPLETED' })
  })
})

test('getLatestSavedSearchRun 404 before the first run', async () => {
  const { org, savedSearchId } = await anOwner()
  const { status, body } = await ask(org, 'run/get-latest', { savedSearchId })
  expect([status, body.message]).toEqual([404, expect.stringContaining('not run yet')])
})

refuses('getLatestSavedSearchRun', 'run/get-latest', ({ savedSearchId }) => ({ savedSearchId }), {
  names: 'savedSearchId',
})
