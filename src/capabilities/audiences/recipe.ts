import type { Recipe } from '../../operation/index.ts'

export const buildAnAudience: Recipe = {
  name: 'build-an-audience',
  title: 'Build an audience',
  intro:
    'Find companies of a kind and people who work there, store them, and see who joined and left at each rebuild. Each company and each person found costs a credit, and nothing again for 30 days.',
  steps: [
    {
      operation: 'companyCount',
      note: 'Count first: it is free, and says whether the filters mean what you think.',
      input: { searchParams: { industriesV2: { anyOf: ['Software'] } } },
    },
    {
      operation: 'createAudience',
      note: 'Make an empty audience. Free.',
      input: { name: 'Software companies' },
      keep: { AUDIENCE_ID: 'audienceId' },
    },
    {
      operation: 'updateAudienceSearchParams',
      note: 'Set what it searches for, and how many at most. Free; the answer says how many a build would find.',
      input: {
        audienceId: 'AUDIENCE_ID',
        companySearchParams: { industriesV2: { anyOf: ['Software'] } },
        prospectSearchParams: { seniority: { anyOf: ['Director', 'Executive'] } },
        maxCompanies: 20,
        maxProspects: 40,
      },
    },
    {
      operation: 'buildAudience',
      note: 'Build it. The most it can cost is set aside; what is not used is returned.',
      input: { audienceId: 'AUDIENCE_ID' },
    },
    {
      operation: 'getAudienceStatus',
      note: 'Poll until it is built.',
      input: { audienceId: 'AUDIENCE_ID' },
      until: { member: 'status', value: 'NORMAL', failed: 'FAILED' },
    },
    {
      operation: 'getAudienceProspects',
      note: 'Read its people; `nextCursor` leads to the next page. getAudienceCompanies reads its companies.',
      input: { audienceId: 'AUDIENCE_ID', pageSize: 10 },
    },
    {
      operation: 'estimateEnrichmentCost',
      note: 'For contact details, estimate the most they can cost; triggerEnrichment then fetches them.',
      input: {
        audienceId: 'AUDIENCE_ID',
        maxProspectsToEnrich: 10,
        enrichmentType: { getPhoneNumbers: false },
      },
    },
  ],
}
