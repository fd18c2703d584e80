import type { Clock } from '../../lib/clock.ts'
import type { CorpusSearch } from '../../corpus/search/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Sources } from '../../sources/index.ts'
import type { Postgres } from '../../store/postgres/index.ts'

/** What visits are made with. */
export interface VisitParts {
  db: Postgres
  clock: Clock
  sources: Pick<Sources, 'names' | 'ask'>
  search: CorpusSearch
  writer: Pick<CorpusWriter, 'write'>
}
