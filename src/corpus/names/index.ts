// What names say: of people and companies, in how many ways they are written, and whether two are the same.
export {
  type CompanyNameAgreement,
  companyNameBeginnings,
  companyNameFingerprints,
  companyNameForms,
  type CompanyNameForms,
  companyNameFuzzyFingerprints,
  companyNameLikeness,
  companyNameTrigrams,
} from './company-likeness.ts'
export { withoutMisspeltForm } from './company-misspelt-form.ts'
export { companyNameKey } from './company-name.ts'
export { type CompanyNameReading, companyNameReadings } from './company-notes.ts'
export {
  commonWords as COMMON_WORDS,
  genericWords as GENERIC_WORDS,
  minorWords as MINOR_WORDS,
} from './company-words.ts'
export { isKnownFirstName, isListedFamilyName, koreanFamilySpellings } from './family-names.ts'
export { firstNameAgreement, firstNameForms, normalName } from './first-name.ts'
export { isGivenName } from './given-names.ts'
export { type Identified, identifierOf, isNobodysEmail, type NoIdentifier, readValue } from './identifier.ts'
export { trailingForms as TRAILING_FORMS } from './legal-forms.ts'
export {
  hostAlone,
  isOnSharedHost,
  isOwnedBy,
  isPageOfMany,
  type MultiTenantHost,
  findSharedHost,
} from './multi-tenant-host.ts'
export { lastNameForms, misspellings, withLetterMissing } from './name-words.ts'
export { inLatin, matchPersonName, type NameMatching } from './person-match.ts'
export { pickNameWords } from './person-name-words.ts'
export { parsePersonName, type PersonName, personNameKey } from './person-name.ts'
export { readExternalId, registerNames } from './register-id.ts'
export {
  customaryReading,
  lastPortugueseSurname,
  type NameReading,
  nameReadings,
  listSurnames,
} from './person-readings.ts'
export {
  credentials as CREDENTIALS,
  dottedTitles as DOTTED_TITLES,
  generationWords as GENERATIONS,
  leftOut as LEFT_OUT,
  looseCredentials as LOOSE_CREDENTIALS,
  particleWords as PARTICLES,
  titles as TITLES,
  titlesOrNames as TITLES_OR_NAMES,
} from './person-words.ts'
