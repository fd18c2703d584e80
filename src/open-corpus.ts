import { openSnapshots, type Snapshots } from './corpus/commits/index.ts'
import { openEntitySets, type EntitySets } from './corpus/entity-sets/index.ts'
import { openHistory, type History } from './corpus/history/index.ts'
import { preloadCities } from './corpus/reference/index.ts'
import { openSearch, type CorpusSearch } from './corpus/search/index.ts'
import {
  openSubjects,
  type SuppressedPeople,
  openWriter,
  type CorpusWriter,
  type Subjects,
} from './corpus/write/index.ts'
import type { Suppressions } from './platform/privacy/index.ts'
import type { Stores } from './stores.ts'

/** What is known of the world, and how it is read and written. */
export interface Corpus {
  snapshots: Snapshots
  search: CorpusSearch
  entitySets: EntitySets
  history: History
  writer: CorpusWriter
  subjects: Subjects
  /** Undefined for what is synthetic. */
  suppressed: SuppressedPeople | undefined
}

export async function openCorpus(
  stores: Stores,
  suppressed: Suppressions,
  { readsAlone = false }: { readsAlone?: boolean | undefined } = {},
): Promise<Corpus> {
  // The first city look-up would otherwise hold up a request while the gazetteer loads.
  preloadCities()
  return corpusOf(stores, await openSnapshots(stores.db), { suppressed, readsAlone })
}

export function corpusOf(
  { db, engine }: Stores,
  snapshots: Snapshots,
  { suppressed, readsAlone = false }: { suppressed?: Suppressions; readsAlone?: boolean } = {},
): Corpus {
  const onlyReader = readsAlone ? { onlyReader: snapshots } : {}
  const onPublished = () => snapshots.refresh()
  return {
    snapshots,
    search: openSearch(engine, snapshots),
    entitySets: openEntitySets({ db, engine }),
    history: openHistory(engine),
    writer: openWriter({ db, engine, ...(suppressed && { suppressed }), ...onlyReader }, onPublished),
    subjects: openSubjects({ db, engine }, onPublished),
    suppressed,
  }
}
