import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { openTurns, type OwnTurns } from '../../lib/own-turns.ts'
import { batchAlike, batchLookups } from '../lookup/index.ts'
import { batchNamePages } from './person/batch-name-pages.ts'
import type { CorpusSearch } from './search.ts'

/** Searches of one bulk request that run side by side. More would only queue in the engine. */
const maxPages = 6

/**
 * A search for the rows of one list or bulk request, up to a hundred of which are looked up side by side. Look-ups and
 * searches by name alone are joined, other searches run a few at a time. Rows get their answers one after the other,
 * and their next questions wait for each other: the rows would otherwise drift apart and each ask a statement.
 */
export function batchSearch(search: CorpusSearch, { pace, rest }: OwnTurns = openTurns()): CorpusSearch {
  const limited = limitConcurrency(maxPages)
  const joined = batchLookups(search, { rest })
  const alike = batchAlike(search, { rest })
  const page = batchNamePages(
    { ...search, page: (kind, request) => limited(() => search.page(kind, request)) },
    { rest },
  )
  return {
    ...joined,
    lookup: (kind, request) => pace(joined.lookup(kind, request)),
    page: (kind, request) => pace(page(kind, request)),
    alike: (kind, request) => pace(alike(kind, request)),
  }
}
