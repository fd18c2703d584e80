import { z } from 'zod'
import { free, pageInput, perMinute, resourceId, shownBefore } from '../../../operation/index.ts'
import { pollAnswer, pollRun } from '../../../platform/jobs/index.ts'
import { mapsSearch } from '../jobs/maps-search.ts'
import { placeNow, placeView } from '../place-view.ts'
import { mapsTag, operation } from '../slice.ts'

export const mapsSearchPoll = operation({
  id: 'mapsSearchPoll',
  route: 'POST /v1/maps-search/poll',
  tag: mapsTag,
  summary: 'Read what a search for places has found',
  describe:
    'Returns the places that a search has found so far, the most prominent first, a page at a time. While it runs, a page may be short or empty and still have a cursor; without nextCursor there is no more. Once it has ended, chargeInfo has the cost; reading is free.',
  input: z.object({
    searchID: resourceId('maps search', { madeBy: 'mapsSearchStart', prefix: 'task' }),
    ...pageInput({ sizes: { default: 25, most: 1_000 } }),
  }),
  output: z.object({ results: z.array(placeView), nextCursor: z.string().nullable() }),
  pages: 'nextCursor',
  price: free('Polls are free; places are charged when they are found.'),
  limit: perMinute(60),
  fails: ['not-found', 'invalid-cursor'],
  follows: 'mapsSearchStart',
  examples: [{ name: 'A search', input: { searchID: 'task_0000000000000000000000' } }],
  effect: 'reads',
  async handle({ input, call, deps }) {
    const page = { runId: input.searchID, cursor: input.cursor, take: input.pageSize }
    const { job, results, nextCursor } = await pollRun(mapsSearch, { deps, call }, page)
    const places = results.map((place) =>
      shownBefore(place, () => placeNow(deps.search, place.placeId, call.signal)),
    )
    return pollAnswer(job, { results: places, nextCursor })
  },
})
