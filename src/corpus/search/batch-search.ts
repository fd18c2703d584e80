import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { batchLookups } from '../lookup/index.ts'
import { batchNamePages } from './batch-name-pages.ts'
import type { CorpusSearch } from './search.ts'

/** Searches of one bulk request that run side by side. More would only queue in the engine. */
const maxPages = 6

/**
 * A search for one bulk request: look-ups and searches by name alone are joined, other searches run a few at a time.
 */
export function batchSearch(search: CorpusSearch): CorpusSearch {
  const limited = limitConcurrency(maxPages)
  return {
    ...batchLookups(search),
    page: batchNamePages({
      ...search,
      page: (kind, request) => limited(() => search.page(kind, request)),
    }),
    alike: (kind, request) => limited(() => search.alike(kind, { ...request, isOneOfMany: true })),
  }
}
