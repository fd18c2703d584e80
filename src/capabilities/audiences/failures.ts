import { defineFailures } from '../../operation/index.ts'

const conflict = (message: string, retryable = false) =>
  ({ status: 409, slug: 'conflict', message, retryable }) as const

export const audienceFailures = defineFailures({
  'too-many-audiences': conflict(
    'Your organization has reached its limit of audiences. Remove one you no longer use with deleteAudience.',
  ),
  'audience-building': conflict(
    'This audience is being built. Wait until getAudienceStatus says NORMAL or FAILED, then try again; deleteAudience ends the build.',
    true,
  ),
  'audience-without-search': conflict(
    'This audience has no search parameters. Send companySearchParams or prospectSearchParams to updateAudienceSearchParams first.',
  ),
  'audience-not-built': conflict(
    'This audience has not been built, so it is empty. Call buildAudience and wait until getAudienceStatus says NORMAL.',
  ),
  'audience-empty': conflict(
    'Nothing in this audience can be enriched by this request. Choose another step, or change the search parameters and build it again.',
  ),
  'not-enriched': {
    status: 404,
    slug: 'not_found',
    message: 'This audience has never been enriched. Call triggerEnrichment first.',
    retryable: false,
  },
  'audience-enriching': conflict(
    'This audience is being enriched. Wait until getEnrichmentStatus says DONE or FAILED, then try again.',
    true,
  ),
  'list-not-looked-up': conflict(
    'The rows of this list are still being looked up. Wait until pollEnrichList says done, then try again.',
    true,
  ),
  'list-without-matches': conflict(
    'No row of this list was matched, or its run failed. Check its report in pollEnrichList and use another list.',
  ),
})

export type AudienceFailure = keyof typeof audienceFailures.kinds
