import { z } from 'zod'
import { free, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { companies, prospects, type ExcludedKind } from '../excluded-kinds.ts'
import { listFromAudience } from '../from-audience.ts'
import { listMade, newList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

const makeCopy = (kind: ExcludedKind, { id, of }: { id: string; of: 'companies' | 'people' }) =>
  operation({
    id,
    route: `POST /v1/exclusions/${kind.plural}/audience/create-list`,
    tag,
    summary: `Create an exclusion list from the ${of} of an audience`,
    describe: `Creates an exclusion list of the ${of} in the audience now, by their identifiers, in one transaction. Later members are not added.`,
    input: z.object({
      audienceId: resourceId('audience', { madeBy: 'createAudience', prefix: 'aud' }),
      name: optional(newList.name).describe('Name of the list; default that of the audience.'),
      isOrganizationWide: newList.isOrganizationWide,
    }),
    output: z.object({
      ...listMade.shape,
      [kind.countsAdded]: z.int().describe('Entries of the list.'),
    }),
    price: free('Exclusion lists are free.'),
    limit: perMinute(60),
    timeoutMs: 120_000,
    follows: 'createAudience',
    fails: ['not-found', 'too-many-exclusion-lists', 'exclusion-list-full', 'nobody-to-exclude'],
    examples: [
      {
        name: 'Members of an audience',
        input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f', name: 'Contacted' },
      },
    ],
    effect: 'changes',
    async handle({ input, call, deps }) {
      const { list, added } = await listFromAudience(deps, call, { of, request: input })
      return { listId: list.id, name: list.name, [kind.countsAdded]: added }
    },
  })

export const createCompanyExclusionListFromAudience = makeCopy(companies, {
  id: 'createCompanyExclusionListFromAudience',
  of: 'companies',
})

export const createProspectExclusionListFromAudience = makeCopy(prospects, {
  id: 'createProspectExclusionListFromAudience',
  of: 'people',
})
