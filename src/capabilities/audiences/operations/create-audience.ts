import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import { audienceFailures } from '../failures.ts'
import { usualMembers } from '../list-kind.ts'
import { audienceItem, audienceName, creationMethod } from '../schema.ts'
import { operation, tag } from '../slice.ts'
import { buildItem } from '../views.ts'

export const createAudience = operation({
  id: 'createAudience',
  route: 'POST /v1/audiences/create',
  tag,
  summary: 'Create an audience',
  tasks: ['start a segment or list of people and companies to keep'],
  describe:
    'Creates an empty audience: a stored collection of companies and people, built from searches, enriched and exported. Next set its search parameters with updateAudienceSearchParams, then build it with buildAudience.',
  input: z.object({
    name: audienceName.describe('Its name; need not be unique.'),
    creationMethod,
  }),
  output: audienceItem.pick({
    audienceId: true,
    name: true,
    status: true,
    creationMethod: true,
    createdAt: true,
  }),
  price: free('Audiences are free; building one charges for what it finds.'),
  limit: perMinute(60),
  fails: ['too-many-audiences'],
  examples: [{ name: 'An audience for a campaign', input: { name: 'Nordic software' } }],
  effect: 'changes',
  isAgentTool: true,
  async handle({ input: { name, creationMethod: method }, call: { organizationId, keyId: by }, deps }) {
    const settings = { creationMethod: method, maxCompanies: usualMembers, maxProspects: usualMembers }
    const made = await deps.db.transact((tx) => deps.lists.create(tx, organizationId, { name, settings, by }))
    if (!made.done) throw audienceFailures.of('too-many-audiences')
    const {
      companiesCount: _,
      prospectsCount: __,
      ...audience
    } = buildItem({ audience: made.list, build: undefined })
    return audience
  },
})
