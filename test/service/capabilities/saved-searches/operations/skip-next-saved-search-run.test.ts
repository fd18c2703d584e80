import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  ask,
  refuses,
  service,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'
import { dayMs } from '../../../../../src/lib/time.ts'

shareService()
describe('skipNextSavedSearchRun 200', () => {
  test('tells the first run after the one that is left out, also when asked again', async () => {
    verifies('op.skip-next-saved-search-run', 'saved-search.skip-and-undo')
    const { org, savedSearchId } = await anOwner()
    const skipUntil = new Date(service.clock.now() + 14 * dayMs).toISOString()
    for (let time = 0; time < 2; time++) {
      const { body } = await ask(org, 'skip-next-run', { savedSearchId })
      expect(body.output).toEqual({ id: savedSearchId, skipUntil })
      expect(body.chargeInfo.method).toBe('free')
    }
  })
})

test('skipNextSavedSearchRun 409 for one that is not active', async () => {
  const { org, savedSearchId } = await anOwner()
  await ask(org, 'update', { id: savedSearchId, isActive: false })
  const { status, body } = await ask(org, 'skip-next-run', { savedSearchId })
  expect([status, body.message]).toEqual([409, expect.stringContaining('not active')])
})

refuses('skipNextSavedSearchRun', 'skip-next-run', ({ savedSearchId }) => ({ savedSearchId }), {
  names: 'savedSearchId',
})
