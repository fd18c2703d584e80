import { group } from './entry.ts'

/** People search, combined search and counts. */
export const peopleSearch = [
  ...group(
    { source: 'SHAPES 3, filters of issue 2' },
    {
      'people-params.country': 'country3LetterCode takes anyOf and noneOf of country and region codes',
      'people-params.state': 'state takes anyOf and noneOf of stateName with optional countryCode',
      'people-params.location': 'location takes unionAll and subtractAll of the three strategies',
      'people-params.job-title-v3.plain': 'jobTitleV3 plain matches a term in current titles',
      'people-params.job-title-v3.functional': 'jobTitleV3 functional matches seniority and keywords',
      'people-params.job-title-v3.cartesian': 'jobTitleV3 cartesian matches one of each keyword array',
      'people-params.job-title-v3.triple': 'jobTitleV3 takes anyOf, allOf and noneOf',
      'people-params.keywords': 'keywords takes containsAll, containsAny and containsNone',
      'people-params.tags': 'tags takes anyOf, allOf and noneOf of 15 tags',
      'people-params.current-company': 'companyParams restrict people to those now at matching companies',
      'people-params.seniority': 'seniority of a current role filters',
      'people-params.job-function': 'job function of a current role filters',
    },
  ),
  ...group(
    { source: 'SHAPES 3, further filters' },
    {
      'people-params.time-zone': 'timeZone takes a midpoint with a buffer east and west',
      'people-params.keyword-fields': 'keywordSearchOptions chooses among 20 fields',
      'people-params.job-title-v2': 'jobTitleV2 takes terms, static and dynamic groups',
      'people-params.exact-profile': 'exactProfile takes ids and slugs, anyOf and noneOf',
      'people-params.fuzzy-name': 'fuzzyName matches similar names',
      'people-params.company-match-mode': 'companyMatchMode is strict or loose',
      'people-params.dates': 'startedInRole, startedAtCompany and leftStealthAt take date ranges',
      'people-params.job-status': 'jobStatus is currently, previously or ever employed',
      'people-params.past-jobs': 'pastJobs takes titles and companies, anyOf and noneOf',
      'people-params.past-job-text': 'pastJobText takes criteria joined by and or or',
      'people-params.number-ranges': 'connections, followers and years of experience take ranges',
      'people-params.approx-age': 'approxAge works and an organization can switch it off',
      'people-params.languages': 'languages takes anyOf, allOf and noneOf of 205',
      'people-params.education': 'education takes school, degree, keywords and dates',
      'people-params.stealth': 'isInStealth and stealthV2 filter',
      'people-params.profile-picture': 'hasProfilePicture filters',
      'people-params.detail-flags': 'getDetailedEducation and getDetailedWorkExperience add their records',
    },
  ),
  ...group(
    { source: 'SHAPES 4' },
    {
      'people-search.page-size': 'pageSize is 1..1000, default 25',
      'people-search.cursor': 'nextCursor continues; absent or null at the end',
      'people-search.concurrent-roles-once': 'a person with several matching roles appears once',
      'people-search.no-repeat-no-gap': 'pages neither repeat nor skip while rows are written',
      'people-search.matches-naive': 'every filter, alone and combined, equals a naive evaluation',
    },
  ),
  ...group(
    { source: 'SHAPES 4' },
    {
      'people-search.current-companies': 'currentCompanies takes up to 100 identifiers',
      'people-search.exclusion-lists': 'prospect and company exclusion lists drop their members',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Combined search' },
    {
      'combined-search.both-entities': 'one page returns companies and profiles together',
      'combined-search.independent-cursors': 'each entity type has a cursor and pages on its own',
      'combined-search.company-config': 'companyConfig is an object or null',
      'combined-search.search-params': 'companyConfig.searchParams takes the company search parameters',
      'combined-search.price': 'a page costs 1 per company and 1 per profile found',
    },
  ),
  ...group(
    { source: 'SHAPES 5' },
    {
      'combined-search.null-side': 'a side whose config is null is neither returned nor charged',
      'combined-search.company-filter-restricts': 'company filters restrict the profiles too',
      'combined-search.cursor-aliases': 'companiesCursor and profilesCursor are accepted',
      'combined-search.exhausted-cursor': 'a null cursor says that the side is exhausted',
    },
  ),
  ...group(
    { source: 'issue 15 and the contract of clients' },
    {
      'combined-search.one-cursor': 'nextCursor, sent back as cursor, goes on with both sides',
      'combined-search.without-sides':
        'companyParams, profileParams and their limits stand for the sides; 20 rows each where none is said',
    },
  ),
  ...group(
    { source: 'SHAPES 6' },
    {
      'people-count.equals-paging': 'peopleSearchCount equals the rows that paging to the end returns',
      'combined-count.equals-paging': 'combinedSearchCount equals what paging both sides returns',
      'company-count.shape': 'companyCount answers count',
      'people-count.shape': 'peopleSearchCount answers totalProfilesFound',
      'combined-count.shape': 'combinedSearchCount answers numCompanies and numProfiles',
    },
  ),
  ...group(
    { source: 'SHAPES 6' },
    { 'job-posting-count.shape': 'jobPostingSearchCount answers totalJobsFound, exact' },
  ),
  ...group(
    { source: 'SHAPES 16, jobs' },
    {
      'job-search.filters': 'jobPostingSearch takes companies, titles, dates, pay, seniority and place',
      'job-search.record': 'a posting has its documented members',
      'job-search.blue-collar': 'blueCollarJobsSearch answers jobs with pay period and local amounts',
      'job-search.blue-collar-company': 'blueCollarResolveCompany answers the slug the search takes',
    },
  ),
  ...group(
    { source: 'SHAPES 16 and issue 3' },
    {
      'stealth-founders.record': 'stealthFoundersSearch answers profile and stealthCareer with transitions',
      'stealth-founders.count': 'stealthFoundersCount equals the rows of the search',
      'multi-source-search.merge': 'multiSourceSearch merges sources by identity with provenance',
    },
  ),
]
