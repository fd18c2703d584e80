import { group } from './entry.ts'

/** Person and company look-ups, quick resolves, reverse look-ups and standardization. */
export const resolvers = [
  ...group(
    { source: 'SPEC Endpoints, Person lookup' },
    {
      'person-lookup.only-key-required': 'every member but apiKey is optional',
      'person-lookup.accuracy-order': 'profileIdentifier decides before emailAddress, and that before names',
      'person-lookup.profile-identifier': 'profileIdentifier takes pnetSlug, pnetUrl or userID with value',
      'person-lookup.profile-identifier.bare-url': 'a URL may omit scheme and www',
      'person-lookup.email-address': 'emailAddress is an email or null; another text is a 400',
      'person-lookup.person-name': 'personName has a value of at least one character',
      'person-lookup.person-name.strict': 'looseMatch is false by default: first and last name must agree',
      'person-lookup.person-name.loose': 'looseMatch true allows partial and out-of-order matches',
      'person-lookup.job-title': 'jobTitle has a value of at least one character and narrows',
      'person-lookup.company-identifier': 'companyIdentifier takes pnetSlug, pnetUrl or pnetOrgID with value',
      'person-lookup.pnet-headline': 'pnetHeadline has a value and looseMatch, default false',
      'person-lookup.company-name': 'companyName has a value of at least one character and narrows',
      'person-lookup.company-domain': 'companyDomain has a value of at least one character and narrows',
      'person-lookup.profile-location':
        'profileLocation takes countryCode (3 characters), stateName, locality',
      'person-lookup.num-profiles': 'numProfiles is 1..10, default 1; 0 and 11 are a 400',
      'person-lookup.num-profiles.best-first': 'no more than numProfiles are returned, the best first',
      'person-lookup.live-fetch.member': 'liveFetch is a boolean or null, default false',
      'person-lookup.force-company-match': 'forceCompanyMatch true keeps people at the given company only',
      'person-lookup.force-company-match.default': 'forceCompanyMatch is false by default',
      'person-lookup.school-name': 'schoolName has a value of at least one character and narrows',
      'person-lookup.school-identifier': 'schoolIdentifier takes pnetOrgID, pnetUrl or pnetSlug with value',
      'person-lookup.school-domain': 'schoolDomain has a value of at least one character and narrows',
      'person-lookup.fuzzy-search.member': 'fuzzySearch is a boolean or null, default false',
      'person-lookup.thoroughness.member': 'thoroughness is low, high or null, default high',
      'person-lookup.get-detailed-education.member':
        'getDetailedEducation is a boolean or null, default false',
      'person-lookup.get-detailed-work.member':
        'getDetailedWorkExperience is a boolean or null, default false',
      'person-lookup.record': 'a match is a person profile record',
      'person-lookup.price': 'a lookup that finds someone costs 2 credits',
      'person-lookup.fuzzy-search.effect': 'fuzzySearch true finds misspelt names and companies',
      'person-lookup.more-information-more-accurate': 'more identifying members never lower the confidence',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Person lookup', open: 5 },
    {
      'person-lookup.live-fetch.effect': 'liveFetch true reads a live source, or warns that it could not',
      'person-lookup.live-fetch.price': 'liveFetch true costs 2 credits more',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Person lookup', open: 3 },
    {
      'person-lookup.thoroughness.effect': 'thoroughness low is faster and never less precise',
    },
  ),
  ...group(
    { source: 'SHAPES 7' },
    {
      'person-lookup.wrapper': 'the answer is {data, message?}',
      'person-lookup.no-match': 'no match is an empty list with 200, free',
      'company-lookup.identifier': 'companyIdentifier finds exactly one company',
      'company-lookup.name': 'companyName finds by normal form, legal forms aside',
      'company-lookup.domain': 'companyDomain finds by any known domain',
      'company-lookup.num-companies': 'numCompanies is 1..10, default 1',
      'company-lookup.no-match': 'no match is an empty list with 200, free',
      'quick-person-resolve.identifiers': 'people takes 1..100 of pnetSlug, pnetUserId, pnetUrl, entityUrn',
      'quick-person-resolve.aligned': 'each item is answered in order with found and person or null',
      'quick-person-resolve.price': 'only resolved items are charged, 1 each',
      'quick-company-resolve.identifiers': 'companies takes 1..100 of pnetSlug, pnetUrl, pnetOrgId, domain',
      'quick-company-resolve.aligned': 'each item is answered in order with found and company or null',
      'quick-company-resolve.price': 'only resolved items are charged, 1 each',
      'resolve.confidence': 'a match carries confidence and evidence; minConfidence is honoured',
      'bulk-lookup.bounds': 'bulk person and company look-ups take 1..50 items',
      'bulk-lookup.aligned': 'bulk answers are aligned with the request by index',
      'bulk-lookup.price': 'bulk look-ups charge for found items only',
      'standardize-company.single': 'standardizeCompany answers one found or not found company',
      'standardize-company.bulk': 'standardizeCompanyBulk answers companiesFound and companiesNotFound',
      'standardize-profile.shape': 'standardizeProfile answers the normalised profile identifier',
      'reverse-email.shape': 'reverseEmailLookup answers data and rejection',
      'reverse-email.rejection-reasons': 'rejection.reason is one of seven values',
      'reverse-email.lite': 'the lite form answers ids only',
    },
  ),
  ...group(
    { source: 'SHAPES 7', open: 3 },
    {
      'domain-lookup.poll': 'domain look-up answers candidates with confidence and rationale',
      'social-lookup.poll': 'social-media look-up answers accounts, single and batch',
      'microblog-handle.shape': 'a microblog handle is answered with the network URL',
    },
  ),
  ...group(
    { source: 'SPEC Endpoints, Free operations' },
    { 'reverse-phone.free-on-miss': 'reversePhoneLookup charges only when a result is found' },
  ),
]
