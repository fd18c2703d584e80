import { group } from './entry.ts'

/** What clients of such services send and read, beyond what the specification shows. */
export const clients = [
  ...group(
    { source: 'SHAPES 23, searches' },
    {
      'client.search.preset-region':
        'locations take preset-region with the 22 slugs and those of getMetroAreas',
      'client.search.open-dates':
        'range and window of date filters may be absent or null and then bound nothing',
      'client.search.posting-seniority': 'Not Applicable is a seniority of postings',
      'client.search.sort': 'searchParams.sort orders companies and people by the fields of clients',
      'client.search.company-filters':
        'exactCompany, technologiesV2, revenueRangeUSD, employeeTrendsV2, investorsV2 and any bound of employeeCountV2 find what they say',
      'client.search.people-filters':
        'jobs, currentJobs, pastJobs.allOf, seven further levels of titles and left-stealth find what they say',
      'client.search.percent-fractions': 'bounds of percent_change are fractions',
      'client.search.metro-areas': 'getMetroAreas gives the outline, flag, cities and synonyms of each area',
    },
  ),
  ...group(
    { source: 'SHAPES 23, company record' },
    {
      'client.company.former-forms':
        'lines and records in the forms of before are answered in those of clients',
      'client.company.funding-stats':
        'funding_round_stats counts rounds, investors and what each took part in',
    },
  ),
  ...group(
    { source: 'SHAPES 23, live' },
    {
      'client.live.company':
        'historical_headcount gives the newest day, counts and growth; offices have address and place',
      'client.live.reaction-type': 'reactionType filters reactions',
      'client.live.activity':
        'reactions and comments carry reactor, commenter and their counts beside the older members',
    },
  ),
  ...group(
    { source: 'SHAPES 23, look-ups' },
    {
      'client.contacts.error-absent': 'error of a revealed profile is absent rather than null',
      'client.contacts.exhaustive-object': 'the exhaustive start takes pnetUrl as a text and as {value}',
      'client.lookup.social-person':
        'social look-ups take a person by page, user id or what is known, and give socialMediaFinderRunId',
      'client.lookup.phone-results': 'reversePhoneLookup answers results by type and rejectionReason',
      'client.lookup.social-stats': 'a batch tells how many were enqueued, and its poll how many are done',
      'client.lookup.null-texts': 'texts of look-ups may be {value: null}, which asks nothing',
    },
  ),
  ...group(
    { source: 'SHAPES 23, enumerations and creditsPerOperation' },
    {
      'client.enum.region-countries': 'the countries of a region are country objects',
      'client.enum.subdivision-names': 'other names of a subdivision say their language',
      'client.enum.flight-metros':
        'getFlightRegions lists cities with several airports by the codes of flight searches',
      'client.enum.time-zones': 'time zones carry the members that clients read beside the 13',
      'client.credits.names':
        'creditsPerOperation has the names of clients with levels in hundredths of a credit',
    },
  ),
  ...group(
    { source: 'SHAPES 24' },
    {
      'client.reveal.kinds': 'instant and lite reveal deliver and charge only the kinds of enrichmentType',
      'client.combined.count-forms': 'combinedSearchCount takes the forms of paginatedCombinedSearch',
      'client.combined.page-size': 'companyConfig and profileConfig need no page size',
      'client.request.other-names': 'members of requests are taken by the names that clients have for them',
      'client.http.gzip': 'a body that is gzip, deflate or br is read; another encoding is a 415',
      'client.http.slash': 'a slash at the end of a path is the same operation',
      'client.http.cors': 'ALMANAC_CORS_ORIGINS lets pages of other sites call; off by default',
      'client.page.empty-cursor': 'an empty cursor is the first page, in body and query',
      'client.agents.versions': '/mcp/v2 and /mcp/v3 answer, with the names that clients have for core tools',
      'client.export.categories': 'company exports have the columns categories and category_groups',
      'client.maps.country': 'places carry their country as alpha-3 and as alpha-2',
      'client.standardize.members':
        'standardized companies and profiles have the members that clients read at the top',
      'client.jobs.posted-at': 'blue-collar jobs tell when they were posted',
      'client.job-changes.totals': 'job-change lists and their profiles are counted over all pages',
      'client.talent-flow.summary': 'talent flow tells when it was made, and its figures as Markdown',
      'client.codehost.emails':
        'codehostToPnetTrigger answers addresses that accounts show, and those the corpus or a source has',
      'client.local-business.people':
        'jobTitles and strictJobTitleMatch choose people of a local business, contactPreferences what is revealed',
      'client.codehost.full-name': 'codehostLookupPoll names whom the corpus knows',
      'client.real-estate.members': 'listings carry what a source says of unit, tags, tours and facts',
      'client.saved-search.details': 'saved searches and runs tell whether details are asked for',
      'client.search.no-filter': '{} and all-null filters are no filter, with advice',
      'client.logo.identifier': 'companyLogo takes identifier, a text too, and answers logoUrl beside data',
      'client.logo.absent': 'bulkCompanyLogos leaves logoUrl out where none is known',
      'client.stealth.modes': 'stealth searches and counts take stealthConfig with its modes',
      'client.family.songs': 'songUrl names a song, videoUrl the video of a comment',
      'client.finance.codes': 'currency pairs take codes of more than three letters',
      'client.reveal.patience': 'premiumPhoneReveal takes patience',
    },
  ),
  ...group(
    { source: 'SHAPES 23, every operation' },
    {
      'client.contract':
        'every served operation takes what clients send and answers what they read; differences are reviewed with their reason',
      'client.contract.in-service':
        'requests with every member of the contract are understood, and answers over the sample are as it says',
    },
  ),
  ...group(
    { source: 'issue 15, what no peer gives' },
    {
      'provenance.every-operation': 'includeProvenance is taken by every operation that answers records',
      'provenance.members':
        'with it each record tells source, observed at, verified at and confidence by member',
      'provenance.views':
        'whatever shows a record under names of its own (members of audiences, live pages, hotels, places, homes, instruments, flights, platforms) tells it under these',
      'references.every-list': 'every operation that takes a list of items echoes references of the client',
      'pages.uniform': 'every operation that answers in pages has hasMore and nextCursor',
    },
  ),
]
