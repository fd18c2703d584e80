import { defineFailures } from '../../operation/index.ts'

const conflict = (message: string, retryable = false) =>
  ({ status: 409, slug: 'conflict', message, retryable }) as const

export const audienceFailures = defineFailures({
  'too-many-audiences': conflict(
    'Your organization has as many audiences as it may. Remove one that is no longer used with deleteAudience.',
  ),
  'audience-building': conflict(
    'This audience is being built. Wait until getAudienceStatus says NORMAL or FAILED, then ask again; deleteAudience ends the build.',
    true,
  ),
  'audience-without-search': conflict(
    'This audience has nothing to search for. Send companySearchParams or prospectSearchParams to updateAudienceSearchParams first.',
  ),
  'audience-not-built': conflict(
    'This audience has not been built, so nobody is in it. Ask for buildAudience, and wait until getAudienceStatus says NORMAL.',
  ),
  'audience-empty': conflict(
    'There is nothing in this audience that the request would enrich. Ask for another step, or send other search parameters and build it again.',
  ),
  'not-enriched': {
    status: 404,
    slug: 'not_found',
    message: 'This audience has never been enriched. Ask for triggerEnrichment first.',
    retryable: false,
  },
  'audience-enriching': conflict(
    'This audience is being enriched. Wait until getEnrichmentStatus says DONE or FAILED, then ask again.',
    true,
  ),
  'list-not-looked-up': conflict(
    'The rows of this list are still being looked up. Wait until pollEnrichList says done, then ask again.',
    true,
  ),
  'list-without-matches': conflict(
    'No row of this list was matched, or its run has failed. Check its report in pollEnrichList, and use another list.',
  ),
})

export type AudienceFailure = keyof typeof audienceFailures.kinds
