import { contacts } from '../contacts/index.ts'
import { live } from '../live/index.ts'
import { search as searchSlice } from '../search/index.ts'
import { openAudiences } from './audiences.ts'
import { openBuilds } from './builds.ts'
import { openEnrichments } from './enrichments.ts'
import { audienceKind } from './list-kind.ts'
import { defineSlice } from './slice.ts'

export const audiences = defineSlice({
  open({ db, clock, platform, network, secret, openDeps }) {
    const { jobs, ledger, mail, recordReads } = platform
    const lists = platform.lists.of(audienceKind)
    const enrichments = openEnrichments({ db, clock, lists, jobs })
    const builds = openBuilds({ db, clock, lists, jobs, enrichments })
    return {
      deps: {
        db,
        clock,
        lists,
        audiences: openAudiences({ db, lists, enrichments }),
        builds,
        enrichments,
        jobs,
        search: openDeps(searchSlice),
        live: openDeps(live),
        contacts: openDeps(contacts),
        ledger,
        recordReads,
        mail,
        network,
        secret,
      },
      tasks: [
        { name: 'end-lost-audience-builds', everyMs: 60_000, run: (nowMs) => builds.endLost(nowMs) },
        {
          name: 'end-lost-audience-enrichments',
          everyMs: 60_000,
          run: (nowMs) => enrichments.endLost(nowMs),
        },
      ],
    }
  },
  keeps: {
    audience_builds: 'states and counts of builds, and our own sentences on why one failed',
    audience_enrichments: 'states and counts of enrichments',
    audience_contacts:
      'ids of people with the kinds of details delivered: once the record is gone nothing identifies them',
  },
})
