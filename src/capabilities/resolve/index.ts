export type { LookupDeps, ResolveDeps } from './slice.ts'
export { companyQuestion, type CompanyQuestion } from './company-question.ts'
export { findByHandle, type HandleMatch } from './find-by-handle.ts'
export { findCompanies } from './find-companies.ts'
export { findPeople } from './find-people.ts'
export { personQuestion, type PersonQuestion } from './person-question.ts'
export {
  companyTokens,
  domainTokens,
  isMalformed,
  personTokens,
  phoneTokens,
  type Malformed,
  type Tokens,
} from './identifiers.ts'
export { companyIdentifier, emailAddress, textValue } from './schema.ts'
export { inBackground, type Asking } from './slice.ts'
export { accountsOfCompany, type SocialAccount } from './social-accounts.ts'
export { personWithAccounts, socialPerson, type SocialPerson } from './social-lookup.ts'
