import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { listViews } from '../answers.ts'
import { companies, prospects, type ExcludedKind } from '../excluded-kinds.ts'
import { listView } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const makeOverview = (kind: ExcludedKind, { id, noun }: { id: string; noun: string }) =>
  operation({
    id,
    route: `POST /v1/exclusions/${kind.plural}/get-lists`,
    tag,
    summary: `List the exclusion lists of ${kind.plural}`,
    describe: `Returns all ${noun} exclusion lists of the organization, newest first.`,
    input: z.object({}),
    output: z.object({ lists: z.array(listView) }),
    price: free('Exclusion lists are free.'),
    limit: perMinute(120),
    examples: [{ name: 'All lists', input: {} }],
    effect: 'reads',
    handle: ({ call, deps }) => listViews(deps[kind.plural], call.organizationId),
  })

export const getCompanyExclusionLists = makeOverview(companies, {
  id: 'getCompanyExclusionLists',
  noun: 'company',
})

export const getProspectExclusionLists = makeOverview(prospects, {
  id: 'getProspectExclusionLists',
  noun: 'prospect',
})
