export {
  openWriter,
  rejectionOf,
  type CorpusWriter,
  type IngestItem,
  type IngestOptions,
  type IngestOutcome,
  type Rejection,
} from './writer.ts'
export { compact } from './compact.ts'
export { openPartJoiner, type PartJoiner } from './join-parts.ts'
export { abandonCommit } from './abandon.ts'
export { followMerges } from './relink.ts'
export { rebuildIndex, type RebuildProgress } from './rebuild.ts'
export { emptySealed } from './merge.ts'
export { CommitRows, sendRows, type TableText } from './rows.ts'
export { openSubjects, type DataSubject, type Subjects } from './subjects.ts'
export type { SuppressedPeople } from './suppressed-people.ts'
export { emailSubjectTokens, phoneSubjectToken } from '../kinds/index.ts'
export { IdentityRefused, openIdentity, type Explanation, type Identity } from './identity.ts'
