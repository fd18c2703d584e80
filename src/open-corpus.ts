import { systemClock, type Clock } from './lib/clock.ts'
import type { Corpus } from './corpus/corpus.ts'
import { openAnalytics } from './corpus/analytics/index.ts'
import { openSnapshots, type Snapshots } from './corpus/commits/index.ts'
import { forgettingLines, openDatasets } from './corpus/datasets/index.ts'
import { openEntitySets } from './corpus/entity-sets/index.ts'
import { openFigures } from './corpus/figures/index.ts'
import { openHistory } from './corpus/history/index.ts'
import { recordStore } from './corpus/record-store/index.ts'
import { preloadCities } from './corpus/reference/index.ts'
import { openSearch } from './corpus/search/index.ts'
import { openIdentity, openSubjects, openWriter } from './corpus/write/index.ts'
import type { Suppressions } from './platform/privacy/index.ts'
import type { CorpusStores, Stores } from './stores.ts'

export async function openCorpus(
  stores: Stores,
  suppressed: Suppressions,
  { readsAlone = false, clock }: { readsAlone?: boolean | undefined; clock: Clock },
): Promise<Corpus> {
  // The first city look-up would otherwise hold up a request while the gazetteer loads.
  preloadCities()
  return assembleCorpus(stores.corpus, await openSnapshots(stores.corpus.db), {
    suppressed,
    readsAlone,
    clock,
  })
}

export function assembleCorpus(
  { db, engine, accounts = db }: CorpusStores,
  snapshots: Snapshots,
  {
    suppressed,
    readsAlone = false,
    clock = systemClock,
  }: { suppressed?: Suppressions; readsAlone?: boolean; clock?: Clock } = {},
): Corpus {
  const onlyReader = readsAlone ? { onlyReader: snapshots } : {}
  const onPublished = () => snapshots.refresh()
  const search = openSearch(engine, recordStore(db), snapshots, { clock })
  return {
    snapshots,
    search,
    entitySets: openEntitySets({ db: accounts, engine }),
    history: openHistory(db),
    datasets: openDatasets(db),
    figures: openFigures(db),
    identity: openIdentity({ db, engine }, onPublished),
    analytics: openAnalytics(engine, recordStore(db), search),
    writer: openWriter({ db, engine, ...(suppressed && { suppressed }), ...onlyReader }, onPublished),
    subjects: forgettingLines(openSubjects({ db, engine, ...onlyReader }, onPublished), db),
    suppressed,
  }
}
