export { accepted } from './accepted.ts'
export {
  companyNamed,
  readCompanyPage,
  companyReadings,
  readSlugOrPage,
  companyTokens,
  domainTokens,
  readHost,
  identityToken,
  pageIdentifier,
  type CompanyIdentifierKind,
  type CompanyIdentity,
} from './company.ts'
export { readAccount, emailTokens, mailboxTokens, phoneTokens } from './contact.ts'
export { entityNamed, entityTokens } from './entity.ts'
export {
  acceptedExternalId,
  type ExternalId,
  externalId,
  externalTokens,
  givenCompanyTokens,
  type GivenIdentifier,
  givenPersonTokens,
  identifierPair,
} from './external-id.ts'
export { isMalformed, malformed, type Malformed, type Tokens } from './malformed.ts'
export { companyPage, namedPage, personPage, type NamedPage } from './named-page.ts'
export {
  anyPersonTokens,
  personNamed,
  personReadings,
  personSpelling,
  personTokens,
  slugOfUnknown,
  slugOrPageTokens,
  type PersonIdentifierKind,
} from './person.ts'
export { postIds } from './post.ts'
export { accountToken, entityToken, organizationToken, postToken, slugToken, userIdToken } from './tokens.ts'
