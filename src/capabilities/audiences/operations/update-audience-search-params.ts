import { z } from 'zod'
import { storable } from '../../../lib/storable-text.ts'
import { Failure, free, optional, perMinute, type Call } from '../../../operation/index.ts'
import { companySearchParams, profileSearchParams } from '../../../corpus/search/index.ts'
import { countMembers } from '../find-members.ts'
import type { Audience } from '../list-kind.ts'
import { questionIn, type StoredSearch } from '../question.ts'
import { audienceId, limitsShown, maxResults, searchShown } from '../schema.ts'
import { operation, tag, type AudiencesDeps } from '../slice.ts'
import { readDirection } from '../state.ts'
import { readSearch } from '../views.ts'

const asItIs = 'Omitted: unchanged. Null: none.'

const input = z.object({
  audienceId,
  companySearchParams: companySearchParams
    .nullish()
    .describe(`What companies must satisfy: the parameters of companySearch. ${asItIs}`),
  prospectSearchParams: profileSearchParams
    .nullish()
    .describe(`What people must satisfy: the parameters of peopleSearch. ${asItIs}`),
  maxCompanies: optional(maxResults).describe(
    'Most companies a build takes, most prominent first; default 10,000.',
  ),
  maxProspects: optional(maxResults).describe(
    'Most people a build takes, most prominent first; default 10,000.',
  ),
})

type Change = z.output<typeof input>

export const updateAudienceSearchParams = operation({
  id: 'updateAudienceSearchParams',
  route: 'PATCH /v1/audiences/{audienceId}/search-params',
  tag,
  summary: 'Set what an audience searches for',
  describe:
    'Sets the company filters, the prospect filters, and how many of each a build takes at most. With both, prospects are people at the companies taken (with START_FROM_PROSPECTS, companies are the current employers of the people taken). Members do not change before the next build. The answer says how many a build would find now, and the most it would cost.',
  input,
  output: z.object({
    audienceId: z.string(),
    ...searchShown,
    ...limitsShown,
    estimate: z
      .object({
        companies: z.int().describe('Companies a build would take now, at most.'),
        prospects: z.int().describe('People a build would take now, at most.'),
      })
      .describe(
        'What a build would take now, each charged when found, unless your organization paid for it within 30 days.',
      ),
  }),
  price: free('Setting search parameters is free.'),
  limit: perMinute(60),
  follows: 'createAudience',
  fails: ['not-found', 'audience-building'],
  examples: [
    {
      name: 'Heads of sales at software companies in the Nordics',
      input: {
        audienceId: 'aud_01kf3wz3a0s6n4yq8b2c7d5e9f',
        companySearchParams: {
          headquartersCountryCode: { anyOf: ['X-NORDICS'] },
          industriesV2: { anyOf: ['Software'] },
        },
        prospectSearchParams: { jobTitleV3: { anyOf: [{ type: 'plain', term: 'head of sales' }] } },
        maxCompanies: 500,
        maxProspects: 2_000,
      },
    },
  ],
  effect: 'changes',
  isAgentTool: true,
  repeatable: true,
  async handle({ input: change, call, deps }) {
    const { organizationId, keyId: by } = call
    const audience = await deps.audiences.require(organizationId, change.audienceId)
    await deps.audiences.requireOrder('set-search-params', { ...audience, organizationId })
    const search = searchedWith(audience, change)
    const { maxCompanies = audience.settings.maxCompanies, maxProspects = audience.settings.maxProspects } =
      change
    const settings = { ...audience.settings, maxCompanies, maxProspects }
    const { estimate, all } = await estimateMembers(deps, call, { search, settings })
    const changed = await deps.db.transact((tx) =>
      deps.lists.change(tx, organizationId, audience.id, {
        settings,
        search: search === null ? null : storable(search),
        // Only checked parameters are stored: the audience must not have changed meanwhile.
        ifRevision: audience.revision,
        by,
      }),
    )
    if (!changed.done) throw new Failure(changed.reason === 'revision' ? 'conflict' : 'not-found')
    if (all.companies > maxCompanies)
      call.advise(
        `${all.companies} companies satisfy this; a build takes the first ${maxCompanies} (maxCompanies).`,
      )
    if (all.people > maxProspects)
      call.advise(
        `${all.people} people satisfy this; a build takes the first ${maxProspects} (maxProspects).`,
      )
    return { audienceId: audience.id, ...readSearch(search), maxCompanies, maxProspects, estimate }
  },
})

/** Null without search parameters. */
function searchedWith({ search }: Audience, change: Change): StoredSearch | null {
  const stored = (search?.params ?? {}) as StoredSearch
  const of = (params: object | null | undefined, before: object | undefined) =>
    params === undefined ? before : (params ?? undefined)
  const companies = of(change.companySearchParams, stored.companySearchParams)
  const people = of(change.prospectSearchParams, stored.prospectSearchParams)
  if (companies === undefined && people === undefined) return null
  return {
    ...(companies && { companySearchParams: companies }),
    ...(people && { prospectSearchParams: people }),
  }
}

/** Counting also validates the parameters. */
async function estimateMembers(
  deps: AudiencesDeps,
  { organizationId, nowMs, signal, advise }: Call,
  { search, settings }: { search: StoredSearch | null; settings: Audience['settings'] },
) {
  const { maxCompanies, maxProspects } = settings
  const most = { companies: maxCompanies, people: maxProspects }
  const direction = readDirection(settings)
  const question = questionIn(search ?? {})
  const request = { organizationId, nowMs, signal, advise, direction, most, question }
  const { companies, people, all } = await countMembers(deps.search, request)
  return { estimate: { companies, prospects: people }, all }
}
