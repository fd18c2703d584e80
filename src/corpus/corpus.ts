import type { Analytics } from './analytics/index.ts'
import type { Snapshots } from './commits/index.ts'
import type { Datasets } from './datasets/index.ts'
import type { EntitySets } from './entity-sets/index.ts'
import type { Figures } from './figures/index.ts'
import type { History } from './history/index.ts'
import type { CorpusSearch } from './search/index.ts'
import type { CorpusWriter, Identity, Subjects, SuppressedPeople } from './write/index.ts'

/** The data about the world, and how it is read and written. */
export interface Corpus {
  snapshots: Snapshots
  search: CorpusSearch
  entitySets: EntitySets
  datasets: Datasets
  figures: Figures
  identity: Identity
  history: History
  analytics: Analytics
  writer: CorpusWriter
  subjects: Subjects
  /** Undefined for what is synthetic. */
  suppressed: SuppressedPeople | undefined
}
