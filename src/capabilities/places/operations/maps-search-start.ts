import { z } from 'zod'
import { askedPlaceWords } from '../../../corpus/search-index/index.ts'
import { optional, perMinute, withDefault } from '../../../operation/index.ts'
import { mapsSearch } from '../jobs/maps-search.ts'
import { mapScope, mapStrategy } from '../map-strategy.ts'
import { mapsTag, operation } from '../slice.ts'

export const mapsSearchStart = operation({
  id: 'mapsSearchStart',
  route: 'POST /v1/maps-search/start',
  tag: mapsTag,
  summary: 'Start a search for places on maps',
  tasks: ['restaurants, shops or places near me on a map', 'businesses around an address with reviews'],
  describe:
    'Starts a search for shops, restaurants, practices, offices and other places: in the USA, within circles and rectangles, or in cities of some sizes of some countries. Every word of query must be among the names, types, brand, offers or town of a place, singular and plural alike (coffee shops, dentist). The most prominent come first. Within circles and rectangles the configured sources of maps are asked too if the corpus has fewer than maxResults. Poll mapsSearchPoll with the searchID; mapsSearchCheck returns the progress. Each place found is charged; the balance must cover maxResults at the start, and the rest is returned.',
  input: z.object({
    name: optional(z.string().max(200)).describe('Your name for the search.'),
    query: z
      .string()
      .min(1)
      // A text of a megabyte is refused before its words are looked at.
      .max(200, { abort: true })
      .refine((query) => askedPlaceWords(query).length > 0, 'Expected a word that names what to look for.'),
    maxResults: withDefault(z.int().positive().max(10_000), 100),
    strategy: mapStrategy,
  }),
  output: z.object({ searchID: z.string().describe('For check and poll.') }),
  price: (p) => p.perJob({ key: 'mapsPlace', most: ({ maxResults }) => maxResults }),
  limit: perMinute(10),
  examples: [
    {
      name: 'Coffee shops around a point',
      input: {
        query: 'coffee shops',
        maxResults: 20,
        strategy: {
          strategy: 'specific-areas',
          unionAll: [
            { regionType: 'circle', center: { latitude: 40.7128, longitude: -74.006 }, radiusMiles: 25 },
          ],
        },
      },
    },
  ],
  effect: 'changes',
  handle: ({ input, call, deps }) =>
    deps.jobs.start(mapsSearch, call, {
      params: {
        name: input.name ?? null,
        query: input.query,
        maxResults: input.maxResults,
        scope: mapScope(input.strategy, call),
      },
      charging: 'later',
      output: (searchID) => ({ searchID }),
    }),
})
