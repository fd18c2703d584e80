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

describe('listSavedSearchRuns 200', () => {
  test('answers runs page by page, the newest first', async () => {
    verifies('op.list-saved-search-runs')
    const { org, savedSearchId } = await anOwner()
    const made = [
      await aRun(org, savedSearchId),
      await aRun(org, savedSearchId),
      await aRun(org, savedSearchId),
    ].toReversed()
    const first = (await ask(org, 'run/list', { savedSearchId, pageSize: 2 })).body.output
    expect(first.runs.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2))
    expect(Object.keys(first.runs[0]).toSorted()).toEqual([
      'completedAt',
      'executionMode',
      'id',
      'startedAt',
      'status',
    ])
    const cursor = first.nextCursor
    const second = (await ask(org, 'run/list', { savedSearchId, pageSize: 2, cursor })).body.output
    expect(second).toMatchObject({ runs: [{ id: made[2] }], nextCursor: null })
    const other = await anOwner()
    expect((await ask(other.org, 'run/list', { savedSearchId: other.savedSearchId, cursor })).status).toBe(
      400,
    )
  })
})

refuses('listSavedSearchRuns', 'run/list', ({ savedSearchId }) => ({ savedSearchId }), {
  names: 'savedSearchId',
})
