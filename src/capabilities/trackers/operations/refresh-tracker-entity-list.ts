import { z } from 'zod'
import { perMinute } from '../../../operation/index.ts'
import { refreshNow, refreshPrice } from '../refresh-now.ts'
import { refreshStarted } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { companies, people, type TrackedKind } from '../tracked-kinds.ts'

const makeRefresh = (kind: TrackedKind, shown: { id: string; isAgentTool?: true }) =>
  operation({
    ...shown,
    route: `POST /v1/tracker/${kind.entityType}-lists/{listId}/refresh`,
    tag,
    summary: `Refresh a tracker list of ${kind.plural} now`,
    describe: `Checks the ${kind.plural} of a list against its rules in the background, active or not; the schedule does not change. The first refresh is a free baseline, and a refresh is free if nothing new was written to the corpus since the last. Ends with the event tracker.list_run_completed.`,
    input: z.object({ listId: kind.listId }),
    output: refreshStarted,
    price: (p) => p.perJob({ late: refreshPrice }),
    limit: perMinute(10),
    dryRun: false,
    follows: kind.follows,
    fails: ['not-found', 'refresh-in-progress'],
    examples: [{ name: 'Now', input: { listId: kind.exampleId } }],
    effect: 'changes',
    handle: ({ input: { listId: id }, call, deps }) =>
      refreshNow(deps, call, { entityType: kind.entityType, id }),
  })

export const refreshTrackerCompanyList = makeRefresh(companies, {
  id: 'refreshTrackerCompanyList',
  isAgentTool: true,
})

export const refreshTrackerPersonList = makeRefresh(people, { id: 'refreshTrackerPersonList' })
