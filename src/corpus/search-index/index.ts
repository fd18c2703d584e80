export { acceleratorToken, type AcceleratorPart } from './accelerator-tokens.ts'
export {
  readDayTagFacts,
  dayTags,
  findEarliestStudies,
  earnedToken,
  firstEarnedYear,
  findFirstRecentDay,
  isDayTag,
  promotionToken,
  findTagSince,
  listTagsOn,
  type DayTag,
  type DayTagFacts,
  type EarnedTag,
} from './day-tags.ts'
export { readTagDays, writeTagDays, type TagDays } from './tag-days.ts'
export { dayNumber, keywordText, organizationNumber, unknownDay } from './columns.ts'
export { naicsTokens, rankingPrefix, rankingToken } from './company-facets.ts'
export {
  activityLookups,
  commentColumns,
  commentIdentifiers,
  commentRow,
  reactionColumns,
  reactionIdentifiers,
  reactionRow,
} from './activity-rows.ts'
export { companyFlags, listFlags, type CompanyFlag } from './company-flags.ts'
export { mailboxTokens, personIdentifiers, type PersonContacts } from './person-identifiers.ts'
export { companyDomains, companyIdentifiers, companyNames } from './company-identifiers.ts'
export {
  companyBlockTokens,
  employerNumbers,
  employerTies,
  companyNameTokens,
  companyRow,
  companyWords,
  readHeadcount,
  incompleteCompanyTokens,
  traitsOfCompany,
  type CompanyRow,
} from './company-row.ts'
export { anyLeft, nightColumns, piecesOfStay } from './hotel-nights.ts'
export { hotelColumns, hotelFacets, hotelIdentifiers, hotelRow } from './hotel-row.ts'
export {
  hotelPricing,
  unpackedPricing,
  type HotelPricing,
  type PlanTerms,
  type RoomTerms,
} from './hotel-pricing.ts'
export { bucketsBetween, employeeBounds } from './employee-buckets.ts'
export { investorPageToken, investorRoundPrefix, investorToken } from './investor-tokens.ts'
export { companyLookups, entityLookups, referredCompany } from './media-columns.ts'
export {
  newsColumns,
  newsIdentifiers,
  newsLookups,
  newsRow,
  postColumns,
  postIdentifiers,
  postLookups,
  postRow,
  type Authored,
} from './media-rows.ts'
export {
  cityTierToken,
  elementToken,
  placeColumns,
  placeIdentifiers,
  placeIdToken,
  placeLookups,
  placeRow,
  placeTypeToken,
  townTypes,
} from './place-row.ts'
export { askedPlaceWords, placeTypesNamed } from './place-words.ts'
export {
  accountColumns,
  accountIdentifiers,
  accountLookups,
  accountOwnerTokens,
  accountRow,
  accountToken,
  platformFacet,
  makePlatformFacet,
  replyColumns,
  replyIdentifiers,
  replyLookups,
  replyRow,
  uploadColumns,
  uploadIdentifiers,
  uploadLookups,
  uploadRow,
  uploadTokens,
  uploadTypeFacet,
} from './platform-rows.ts'
export { postingColumns, postingIdentifiers, postingLookups, postingRow } from './posting-row.ts'
export { domainNumber, slugNumber } from './employer-domains.ts'
export { nameWordBits, nameWordNumber, nameWordsColumn } from './name-words.ts'
export {
  tokenBytes,
  tokenDigest,
  tokenNumber,
  blockToken,
  digestToken,
  employerKey,
  exactToken,
  externalIdToken,
  nameToken,
  ownSort,
  token,
  tokenValue,
  type FacetKind,
  type Identifier,
} from './tokens.ts'
export {
  nativeNameQuery,
  personAlikeTokens,
  personDomainTokens,
  personEmployerQuery,
  nameSounds,
  personEmployerTokens,
} from './person-employer.ts'
export { askedPlaceTokens, companyPlaceTokens } from './company-places.ts'
export { personLifeTokens } from './person-life.ts'
export { notLeft } from './person-career.ts'
export { isSameEmployer, positionsByEmployer } from './same-employer.ts'
export {
  careerTenures,
  employerNameNumber,
  employerNumber,
  functionBit,
  grades,
  type CareerTenure,
  type Grade,
} from './person-tenures.ts'
export { traitNumber } from './traits.ts'
export { schoolNumber, type TenureRow } from './tenure-rows.ts'
export {
  mailDomainTokens,
  personPageTokens,
  personRow,
  traitsOfPerson,
  type PersonRow,
  nameTokens,
} from './person-row.ts'
export { keywordMarks, personWords, type KeywordField } from './person-text.ts'
export { isStealthEmployer } from './stealth.ts'
export { postingStatKey, type PostingStat } from './posting-stats.ts'
export { maxMonthsBack as mostMonthsBack, type StaffSeries } from './staff-series.ts'
export { wantedCityTokens } from './city-tokens.ts'
export { stateTokens, wantedStateTokens } from './state-tokens.ts'
export { phraseTokens, type TitleColumns } from './titles.ts'
export { heldNames } from './person-names.ts'
