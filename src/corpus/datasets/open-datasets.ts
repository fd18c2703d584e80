import type { Postgres } from '../../store/postgres/index.ts'
import { buildAttribution, type Attribution } from './attribution.ts'
import {
  findAdded,
  listAdded,
  listPublications,
  setState,
  storeAdded,
  type AddedDataset,
  type Publication,
} from './dataset-rows.ts'
import { listDue } from './due-datasets.ts'
import type { UpdateWindow } from './rhythm.ts'

/** What of the data sets of a corpus is known and can be asked for; the work itself is done by `almanac data`. */
export interface Datasets {
  list(): Promise<AddedDataset[]>
  find(name: string): Promise<AddedDataset | undefined>
  /** The newest first. */
  publications(dataset: Pick<AddedDataset, 'number'>): Promise<Publication[]>
  /** Adds a data set that is then loaded in the background, or changes what was chosen. */
  want(added: Parameters<typeof storeAdded>[1]): Promise<AddedDataset>
  setState(name: string, state: AddedDataset['state']): Promise<void>
  /** What has to be said with files that are made of the corpus; undefined where nothing has to be. */
  attribution(): Promise<Attribution | undefined>
  /** Whether something is to be loaded or removed now. */
  hasDue(at: { nowMs: number; window: UpdateWindow | undefined }): Promise<boolean>
}

export const openDatasets = (db: Postgres): Datasets => ({
  list: () => listAdded(db),
  find: (name) => findAdded(db, name),
  publications: ({ number }) => listPublications(db, number),
  want: (added) => storeAdded(db, added),
  setState: (name, state) => setState(db, name, state),
  attribution: async () => buildAttribution(await listAdded(db)),
  async hasDue(at) {
    const { removals, updates } = await listDue(db, at)
    return removals.length + updates.length > 0
  },
})
