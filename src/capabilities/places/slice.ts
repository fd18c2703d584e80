import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Jobs } from '../../platform/jobs/index.ts'
import type { Sources } from '../../sources/index.ts'
import { sliceOf } from '../define-slice.ts'

/** What the operations on places of maps need. */
export interface PlacesDeps {
  search: CorpusSearch
  writer: CorpusWriter
  jobs: Jobs
  sources: Pick<Sources, 'ask' | 'names'>
}

export const { operation, defineJob, defineSlice } = sliceOf<PlacesDeps>('places')
export const mapsTag = 'Maps search'
