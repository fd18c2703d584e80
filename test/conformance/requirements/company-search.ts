import { group } from './entry.ts'

/** Company search parameters (searchParams, companyParams) and the operations that take them. */
export const companySearch = [
  ...group(
    { source: 'SPEC Resources, Company search parameters' },
    {
      'company-params.exact-company.any-of': 'exactCompanyV2.anyOf keeps the named companies only',
      'company-params.exact-company.none-of': 'exactCompanyV2.noneOf drops the named companies',
      'company-params.exact-company.null-lists': 'anyOf and noneOf of exactCompanyV2 may be null',
      'company-params.exact-company.discriminated':
        'identifier decides the members; an unknown kind is a 400',
      'company-params.domains': 'domains keeps companies of any named domain',
      'company-params.domains.null': 'domains may be null and then filters nothing',
      'company-params.hq-country.any-of': 'headquartersCountryCode.anyOf keeps companies of these countries',
      'company-params.hq-country.none-of':
        'headquartersCountryCode.noneOf drops companies of these countries',
      'company-params.hq-country.null-lists': 'anyOf and noneOf of headquartersCountryCode may be null',
      'company-params.hq-state.any-of': 'headquartersStateName.anyOf keeps companies of these states',
      'company-params.hq-state.none-of': 'headquartersStateName.noneOf drops companies of these states',
      'company-params.hq-location.union-all': 'headquartersLocation.unionAll keeps companies in any strategy',
      'company-params.hq-location.null': 'unionAll may be null and then filters nothing',
      'company-params.combined': 'several members together keep companies that pass all of them',
    },
  ),
  ...group(
    { source: 'SPEC Resources, Company identifier kinds' },
    {
      'company-identifier.domain': 'domain takes a host name',
      'company-identifier.domain.scheme-and-path': 'domain may carry scheme and path',
      'company-identifier.pnet-url': 'pnet-url takes the https URL of the company page',
      'company-identifier.pnet-org-id': 'pnet-org-id takes a string of digits',
      'company-identifier.pnet-org-id.digits-only': 'an org_id with other characters is a 400',
      'company-identifier.advanced': 'advanced finds the company by li_org_id',
      'company-identifier.advanced.li-org-id-required':
        'advanced without li_org_id or with an empty one is a 400',
      'company-identifier.advanced.optional-members':
        'advanced takes its seven optional members, source csv or null',
    },
  ),
  ...group(
    { source: 'SPEC Resources, headquartersCountryCode values' },
    {
      'country-code.every-alpha-3': 'every ISO 3166-1 alpha-3 code is accepted',
      'country-code.kosovo': 'XKX is accepted',
      'country-code.territories': 'territory codes such as PRI, GUM, HKG and TWN are accepted',
      'country-code.every-region': 'each of the 49 region codes is accepted',
      'country-code.region-expands': 'a region code keeps companies of its member countries',
      'country-code.region-in-none-of': 'a region code in noneOf drops companies of its member countries',
      'country-code.unknown': 'any other code is a 400',
    },
  ),
  ...group(
    { source: 'SPEC Resources, headquartersLocation strategies' },
    {
      'location-strategy.discriminated': 'strategy decides the members; an unknown strategy is a 400',
      'location-strategy.radial-distance': 'radial-distance keeps rows within the radius of the center',
      'location-strategy.radial-distance.latitude': 'latitude is required and -90..90',
      'location-strategy.radial-distance.longitude': 'longitude is required and -180..180',
      'location-strategy.radial-distance.labels': 'center takes name and address, text or null',
      'location-strategy.radial-distance.radius-required': 'radial-distance without radius is a 400',
      'location-strategy.free-form-city': 'free-form-city keeps rows within the radius of the named city',
      'location-strategy.free-form-city.city': 'city is required and not empty',
      'location-strategy.free-form-city.country-code':
        'countryCode is null or exactly 3 characters, and narrows',
      'location-strategy.free-form-city.radius-required': 'free-form-city without radius is a 400',
      'location-strategy.polygon': 'polygon keeps rows inside its vertices',
      'location-strategy.polygon.vertices': 'vertices has 4 to 1000 points; 3 and 1001 are a 400',
      'location-strategy.polygon.vertex-bounds': 'each vertex has latitude -90..90 and longitude -180..180',
      'location-strategy.antimeridian': 'radius and polygon are right across the antimeridian',
      'radius.miles': 'a radius in miles has quantity 0..12500',
      'radius.kilometers': 'a radius in kilometers has quantity 0..20100',
      'radius.both-members': 'unit and quantity are both required',
    },
  ),
  ...group(
    { source: 'SHAPES 2, filters of issue 2' },
    {
      'company-params.employee-count': 'employeeCountV2 takes the listed exclusive and inclusive bounds',
      'company-params.industries': 'industriesV2 takes anyOf, allOf and noneOf of 49 industries',
      'company-params.keywords': 'keywords takes containsAll, containsAny and containsNone',
      'company-params.stage': 'stage takes anyOf and noneOf of 19 stages',
      'company-params.founded-on': 'foundedOn takes absolute, relative and calendar ranges',
      'company-params.tags': 'tags takes anyOf, allOf and noneOf of the company tags',
      'company-params.hq-location.subtract-all':
        'headquartersLocation.subtractAll drops rows in any strategy',
    },
  ),
  ...group(
    { source: 'SHAPES 2, further filters' },
    {
      'company-params.status': 'status takes anyOf and noneOf of three values',
      'company-params.name-like': 'nameLike matches names in normal form',
      'company-params.tlds': 'tlds takes anyOf and noneOf of top-level domains',
      'company-params.pnet-industries': 'pnetIndustries takes anyOf and noneOf',
      'company-params.naics-codes': 'naicsCodes takes anyOf, allOf and noneOf',
      'company-params.technologies': 'technologies takes predefined and custom ones',
      'company-params.investors': 'investors takes ids, URLs and domains',
      'company-params.categories': 'categories and categoryGroups take anyOf, allOf and noneOf',
      'company-params.total-funding': 'totalFundingUSD and lastFundingUSD take ranges',
      'company-params.words-in-name': 'numWordsInName takes a range',
      'company-params.revenue': 'revenueUSD takes min and max with a suffix',
      'company-params.last-funded-on': 'lastFundedOn takes the three date strategies',
      'company-params.offices': 'officeLocationsV2 takes worldwide, country or region, and geography',
      'company-params.employee-trends': 'employeeTrends takes change and count criteria by function',
      'company-params.accelerators': 'acceleratorsV2 takes names, batches and years',
      'company-params.fortune-rankings': 'fortuneRankings takes a list, a rank range and a year',
      'company-params.employees': 'employees takes rules on how many people match',
      'company-params.job-posting-stats': 'jobPostingStats takes total and share rules',
      'company-params.job-postings': 'jobPostingsV2 takes anyOf, allOf and noneOf of posting filters',
      'company-params.pnet-slugs': 'pnetSlugs and specialFlags filter',
    },
  ),
  ...group(
    { source: 'SHAPES 2, request' },
    {
      'company-search.page-size': 'pageSize is 1..1000, default 25',
      'company-search.cursor': 'nextCursor continues; absent or null at the end',
      'company-search.cursor-foreign': 'a cursor of another query, organization or altered bytes is a 400',
      'company-search.no-repeat-no-gap': 'pages neither repeat nor skip while rows are written',
      'company-search.unknown-parameter-warned': 'an unknown filter is a warning with its full path',
      'company-search.matches-naive': 'every filter, alone and combined, equals a naive evaluation',
      'company-count.equals-paging': 'companyCount equals the rows that paging to the end returns',
    },
  ),
  ...group(
    { source: 'SHAPES 2, request' },
    {
      'company-search.exclusion-lists': 'companyExclusionListIDs drops the companies of these lists',
    },
  ),
  ...group(
    { source: 'issue 3' },
    {
      'company-params.empty-any-of': 'an empty anyOf matches nothing and says so in advice',
      'company-params.group': 'nested and, or, not groups work over the same filters, bounded in depth',
    },
  ),
]
