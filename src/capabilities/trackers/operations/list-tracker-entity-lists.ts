import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { operation, tag } from '../slice.ts'
import { companies, people, type TrackedKind } from '../tracked-kinds.ts'
import { listViews } from '../views.ts'

const makeOverview = (kind: TrackedKind, id: string) =>
  operation({
    id,
    route: `GET /v1/tracker/${kind.entityType}-lists`,
    tag,
    summary: `List the tracker lists of ${kind.plural}`,
    describe: 'Returns the lists of the organization that are not archived, the newest first.',
    input: z.object({}),
    output: z.object({ lists: z.array(kind.view) }),
    price: free('Lists are free to read.'),
    limit: perMinute(120),
    examples: [{ name: 'All', input: {} }],
    effect: 'reads',
    handle: async ({ call, deps }) => ({ lists: await listViews(deps, call, kind) }),
  })

export const listTrackerCompanyLists = makeOverview(companies, 'listTrackerCompanyLists')
export const listTrackerPersonLists = makeOverview(people, 'listTrackerPersonLists')
