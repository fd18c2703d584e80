export { dayNumber, keywordText, organizationNumber, unknownDay } from './columns.ts'
export {
  companyIdentifiers,
  companyNameTokens,
  companyRow,
  headcountOf,
  type CompanyRow,
} from './company-row.ts'
export { bucketsBetween, employeeBounds, employeeBucket } from './employee-buckets.ts'
export { personIdentifiers, personRow, type PersonContacts, type PersonRow } from './person-row.ts'
export { titleLevels, titleLevelsOf, type TitleLevel } from './title-levels.ts'
export { phraseTokens, titleColumns, wordsAndPairs, type TitleColumns } from './titles.ts'
export { searchIndexVersions } from './version.ts'
export { digestToken, exactToken, nameToken, token, type Facet, type Identifier } from './tokens.ts'
