import { z } from 'zod'
import { free, perMinute } from '../../../operation/index.ts'
import type { NetworkHosts } from '../../../lib/network-url.ts'
import type { CompanyRecord, PersonRecord } from '../../../corpus/records/index.ts'
import { audienceCompany, audienceProspect, companyShown, prospectShown } from '../member-views.ts'
import { membersPage, type ShownMember } from '../members-page.ts'
import { audienceId, memberPages, movementAsked, nextPage } from '../schema.ts'
import { operation, tag } from '../slice.ts'

interface Members<R> {
  id: string
  of: 'companies' | 'people'
  /** In the path and the answer. */
  plural: 'companies' | 'prospects'
  /** How the description calls those that a build omitted. */
  missing: string
  schema: typeof audienceCompany | typeof audienceProspect
  view(member: ShownMember<R>, network: NetworkHosts): object
}

const makeReading = <R>({ id: operationId, of, plural, missing, schema, view }: Members<R>) =>
  operation({
    id: operationId,
    route: `GET /v1/audiences/{audienceId}/${plural}`,
    tag,
    summary: `Read the ${of} of an audience`,
    tasks: [`${of} in a segment`],
    describe: `Returns a page of the ${of} that the last completed build put into the audience, in its order, with their current data; with movement, only those with that movement. Pages stay consistent if the audience is rebuilt meanwhile. ${missing} are no longer in the corpus are omitted and counted in noLongerKnown.`,
    input: z.object({ audienceId, movement: movementAsked, ...memberPages }),
    output: z.object({ audienceId: z.string(), [plural]: z.array(schema), ...nextPage }),
    pages: 'nextCursor',
    price: free('The build already charged for its members.'),
    limit: perMinute(60),
    follows: 'createAudience',
    fails: ['not-found', 'invalid-cursor'],
    examples: [{ name: 'The first page', input: { audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f' } }],
    effect: 'reads',
    isAgentTool: true,
    async handle({ input: { audienceId: id, movement, pageSize: size, cursor }, call, deps }) {
      const audience = await deps.audiences.require(call.organizationId, id)
      const page = await membersPage<R>(deps, call, { of, audience, movement, size, cursor })
      return {
        audienceId: id,
        [plural]: page.items.map((item) => view(item, deps.network)),
        totalCount: page.totalCount,
        noLongerKnown: page.noLongerKnown,
        nextCursor: page.nextCursor,
        hasMore: page.nextCursor !== null,
      }
    },
  })

export const getAudienceCompanies = makeReading<CompanyRecord>({
  id: 'getAudienceCompanies',
  of: 'companies',
  plural: 'companies',
  missing: 'Companies that',
  schema: audienceCompany,
  view: companyShown,
})

export const getAudienceProspects = makeReading<PersonRecord>({
  id: 'getAudienceProspects',
  of: 'people',
  plural: 'prospects',
  missing: 'People who',
  schema: audienceProspect,
  view: prospectShown,
})
