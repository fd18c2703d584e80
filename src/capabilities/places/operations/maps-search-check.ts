import { z } from 'zod'
import { free, perMinute, resourceId } from '../../../operation/index.ts'
import type { JobState } from '../../../platform/jobs/index.ts'
import { mapsSearch } from '../jobs/maps-search.ts'
import { mapsTag, operation } from '../slice.ts'

const status = z.enum(['NOT_STARTED', 'RUNNING', 'COMPLETED', 'FAILED'])

const statusOf: Record<JobState, z.output<typeof status>> = {
  queued: 'NOT_STARTED',
  running: 'RUNNING',
  completed: 'COMPLETED',
  failed: 'FAILED',
  canceled: 'FAILED',
}

export const mapsSearchCheck = operation({
  id: 'mapsSearchCheck',
  route: 'POST /v1/maps-search/check',
  tag: mapsTag,
  summary: 'Check a search for places on maps',
  describe: 'Returns the progress of a search for places. Free. Check at most every 30 seconds.',
  input: z.object({ searchID: resourceId('maps search', { madeBy: 'mapsSearchStart', prefix: 'task' }) }),
  output: z.object({
    status,
    totalPlacesFound: z.int().min(0),
    totalPlacesRequested: z.int().min(0),
    percentageCompleted: z.number().min(0).max(100),
  }),
  price: free('Checks are free.'),
  limit: perMinute(60),
  fails: ['not-found'],
  follows: 'mapsSearchStart',
  examples: [{ name: 'A search', input: { searchID: 'task_0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const { state, delivered, params, progressPercent } = await deps.jobs.find(
      mapsSearch,
      call,
      input.searchID,
    )
    return {
      status: statusOf[state],
      totalPlacesFound: delivered,
      totalPlacesRequested: params.maxResults,
      percentageCompleted: progressPercent,
    }
  },
})
