import { z } from 'zod'
import { free, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { listFromAudience } from '../from-audience.ts'
import { listMade, newList } from '../schema.ts'
import { operation, tag } from '../slice.ts'

export const createCompanyExclusionListFromAudience = operation({
  id: 'createCompanyExclusionListFromAudience',
  route: 'POST /v1/exclusions/companies/audience/create-list',
  tag,
  summary: 'Create a list of the companies of an audience to leave out',
  describe:
    'Makes an exclusion list of the companies that are in the audience now, by what names them, whole or not at all. Who joins the audience later is not added.',
  input: z.object({
    audienceId: resourceId('audience', { madeBy: 'createAudience', prefix: 'aud' }),
    name: optional(newList.name).describe('What the list is called; left out: as the audience is.'),
    isOrganizationWide: newList.isOrganizationWide,
  }),
  output: listMade.extend({ companiesAdded: z.int().describe('Entries of the list.') }),
  price: free('Exclusion lists are free.'),
  limit: perMinute(60),
  timeoutMs: 120_000,
  follows: 'createAudience',
  fails: ['not-found', 'too-many-exclusion-lists', 'exclusion-list-full', 'nobody-to-exclude'],
  examples: [
    {
      name: 'Those of an audience',
      input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f', name: 'Contacted' },
    },
  ],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { list, added } = await listFromAudience(deps, call, { of: 'companies', request: input })
    return { listId: list.id, name: list.name, companiesAdded: added }
  },
})
