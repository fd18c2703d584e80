import { group } from './entry.ts'

/** Contact reveal, live fetch, repair and the rules of asynchronous operations. */
export const contacts = [
  ...group(
    { source: 'SPEC Endpoints, Contact details' },
    {
      'contact.turbo.tier': 'turbo asks sources in parallel, fastest at the highest price',
      'contact.exhaustive.waterfall': 'exhaustive start and poll run the whole waterfall',
    },
  ),
  ...group(
    { source: 'SPEC Limits, Sizes' },
    { 'live.small-sets': 'single live fetches take small sets of 1 to 10 entities' },
  ),
  ...group(
    { source: 'SHAPES 9' },
    {
      'live.profile': 'profileLiveEnrich answers found with profile, or found false with message',
      'live.company': 'companyLiveEnrich answers the live company, headcount history when asked',
      'live.batch.start': 'batch start counts enqueued, duplicates and malformed identifiers',
      'live.batch.poll': 'batch poll answers status, progress and results by page',
      'live.posts': 'posts of companies and profiles page by cursor with engagement',
      'live.comments-and-reactions': 'comments and reactions take contentId; reaction types are six',
      'live.post-search': 'post search takes keywords and recency of six values',
      'live.never-pretended': 'without a live source the answer warns that it is not live',
    },
  ),
  ...group(
    { source: 'SHAPES 16, repair and logos' },
    {
      'logo.single': 'companyLogo answers one logo',
      'logo.bulk': 'bulkCompanyLogos takes 1..10,000 domains, URLs or org ids',
      'profile-picture.bulk': 'bulkProfilePic answers pictures, charged per found',
    },
  ),
  ...group(
    { source: 'SHAPES 16' },
    {
      'mosaic.start': 'startMosaic takes a source and options and answers runId',
      'mosaic.poll': 'pollMosaic answers status, counts, output and report links',
      'mosaic.private-address-refused': 'a source URL on a private address is refused unconnected',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Contact details' },
    {
      'contact.standard.bounds': 'standard reveal takes 1 to 5 profiles',
      'contact.instant.tier': 'instant reveal answers from what is known',
      'contact.lite.tier': 'lite reveal is for high volume',
      'contact.premium-phone.tier': 'premium phone looks phones up only',
      'contact.batch.bounds': 'batch takes 10 to 2,000 identifiers; 9 and 2,001 are a 400',
      'contact.batch.cancel': 'a batch can be cancelled',
      'contact.escalation': 'standard, turbo and exhaustive accept the same identifier in turn',
    },
  ),
  ...group(
    { source: 'SHAPES 8' },
    {
      'contact.request.enrichment-type': 'enrichmentType chooses work emails, personal emails and phones',
      'contact.request.identifier': 'pnetUrl takes URL, slug, URN or user id; pnetUrls 1..5 of them',
      'contact.request.patience': 'patience is one of six values',
      'contact.answer.emails': 'an email has type of five and status of four values',
      'contact.answer.phones': 'a phone number is E.164 with type of three values',
      'contact.answer.status': 'status is one of five values, with done',
      'contact.answer.unmatched-work-emails': 'addresses of other employers are listed apart in every tier',
      'contact.instant.input': 'instant and lite take a profile or a name with a domain',
      'contact.exhaustive.charging': 'start says charging-later, poll charged-for-async-process',
      'contact.batch.duplicates': 'duplicates are skipped, counted and not charged',
      'contact.batch.refund': 'undelivered items are refunded; cancel answers credits-refunded',
      'contact.nothing-found-free': 'nothing found costs nothing',
    },
  ),
  ...group(
    { source: 'SPEC States and transitions, Rules' },
    {
      'async.poll-interval': 'polling is advised at no tighter than 30 seconds',
      'async.start-and-poll-separate': 'starting and polling are separate operations',
      'async.polls-free': 'polls are free',
    },
  ),
]
