import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { companies, prospects, type ExcludedKind } from '../excluded-kinds.ts'
import { listMade, newList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

/** `omitted`: what searches leave out; `tasks`: what clients call it. */
const makeCreation = (
  kind: ExcludedKind,
  { omitted, tasks }: { omitted: string; tasks: readonly string[] },
) =>
  operation({
    id: kind.follows,
    route: `POST /v1/exclusions/${kind.plural}/create-list`,
    tag,
    summary: `Create a list of ${kind.plural} to leave out`,
    tasks,
    describe: `Creates an empty exclusion list. Searches, counts and saved searches that name it leave out ${omitted}; with isOrganizationWide all of the organization's do, and say so in advice.`,
    input: z.object(newList),
    output: listMade,
    price: free('Exclusion lists are free.'),
    limit: perMinute(60),
    fails: ['too-many-exclusion-lists'],
    examples: [{ name: 'A list for searches that name it', input: { name: 'Customers' } }],
    effect: 'changes',
    async handle({ input, call, deps }) {
      const { id, name } = await deps[kind.plural].create(call, input)
      return { listId: id, name }
    },
  })

export const createCompanyExclusionList = makeCreation(companies, {
  omitted: 'its companies and their current staff',
  tasks: ['suppression list, blacklist of companies'],
})

export const createProspectExclusionList = makeCreation(prospects, {
  omitted: 'its people',
  tasks: ['suppression list of people'],
})
