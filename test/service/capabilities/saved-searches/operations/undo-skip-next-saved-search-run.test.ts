import { describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import {
  anOwner,
  ask,
  refuses,
  runAllDue,
  service,
  shareService,
} from '../../../../../src/capabilities/saved-searches/fixtures/searching.ts'
import { dayMs } from '../../../../../src/lib/time.ts'

shareService()
describe('undoSkipNextSavedSearchRun 200', () => {
  test('has the next run come when it was to come', async () => {
    verifies('op.undo-skip-next-saved-search-run', 'saved-search.skip-and-undo')
    const { org, savedSearchId } = await anOwner()
    await ask(org, 'skip-next-run', { savedSearchId })
    for (let time = 0; time < 2; time++)
      expect((await ask(org, 'undo-skip', { savedSearchId })).body.output).toEqual({
        id: savedSearchId,
        skipUntil: null,
      })
    service.clock.advance(7 * dayMs)
    await runAllDue()
    expect((await ask(org, 'run/list', { savedSearchId })).body.output.runs).toHaveLength(1)
  })
})

refuses('undoSkipNextSavedSearchRun', 'undo-skip', ({ savedSearchId }) => ({ savedSearchId }), {
  names: 'savedSearchId',
})
