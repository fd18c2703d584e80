export { openBodies, type BodyReader, type ShownBody } from './bodies.ts'
export { carriersOfFirst, findNow, firstNamed } from './by-identifier.ts'
export { openLabels, type Labels } from './labels.ts'
export {
  personHeadOf,
  readCompanyHead,
  readPersonCareer,
  readPersonHead,
  type CompanyHead,
  type PersonCareer,
  type PersonHead,
} from './record-heads.ts'
export { batchAlike, batchLookups } from './batch-lookups.ts'
export type {
  AlikeEachRequest,
  AlikeRequest,
  FoundRecord,
  LookupIdsRequest,
  LookupRequest,
} from './lookup-request.ts'
export {
  findNamedEntities,
  nameOfItem,
  recordKind,
  type NamedEntities,
  type NamedItem,
} from './named-entities.ts'
export { openLookups, type Lookups } from './open-lookups.ts'
export type { FoundPicture, PicturedKind } from './pictures.ts'
export { recordTracer, type TraceRequest } from './trace-origins.ts'
