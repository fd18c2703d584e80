import { audiences } from '../audiences/index.ts'
import { openExclusionLists } from './exclusion-lists.ts'
import { forgetExclusions } from './forget-exclusions.ts'
import { companyExclusions, prospectExclusions } from './list-kinds.ts'
import { defineSlice } from './slice.ts'

export const exclusions = defineSlice({
  open({ db, platform, corpus, network, secret, openDeps }) {
    const { lists } = platform
    const { entitySets, search: lookups } = corpus
    const stores = { db, lists, entitySets }
    return {
      deps: {
        companies: openExclusionLists({
          ...stores,
          kind: companyExclusions,
          memberKind: 'company',
          setKind: 'companies',
        }),
        prospects: openExclusionLists({
          ...stores,
          kind: prospectExclusions,
          memberKind: 'person',
          setKind: 'people',
        }),
        lookups,
        audiences: openDeps(audiences),
        network,
        secret,
      },
      tasks: [
        { name: 'purge-exclusions', everyMs: 600_000, run: () => entitySets.purge() },
        { name: 'sweep-exclusions', everyMs: 600_000, run: () => lookups.sweep() },
      ],
    }
  },
  forget: ({ db }) => [forgetExclusions(db)],
})
