export {
  joinPacked,
  packRecord,
  splitPacked,
  unpackRecord,
  unpackText,
  type PackedRecords,
} from './line-packing.ts'
export { checkRecord, openWriter, type CorpusWriter } from './writer.ts'
export type {
  ImportRun,
  IngestItem,
  IngestOptions,
  IngestOutcome,
  NextCommit,
  Rejection,
  SuppressedPeople,
} from './ingest.ts'
export { compact } from './compact.ts'
export { openPartJoiner, type PartJoiner } from './join-parts.ts'
export { endLoad, noteLoaded } from './analyze-load.ts'
export { commitStores } from './abandon.ts'
export { countMarked } from './counts.ts'
export { readCorpusWork, type CorpusWork } from './rebuild-progress.ts'
export { followMerges } from './relink.ts'
export { keepRebuilding, noticeLoss, rebuildIndex } from './rebuild.ts'
export type { CorpusParts, RebuildWatch } from './rebuild-watch.ts'
export { emptySealed } from './merge.ts'
export { CommitRows, sendRows, writeRows, type BuiltRows, type TableText } from './rows.ts'
export { openSubjects, type DataSubject, type Subjects } from './subjects.ts'
export { emailSubjectTokens, phoneSubjectToken } from '../kinds/index.ts'
export type { LoggedMerge } from './merge-log.ts'
export type { PossibleJoin } from './identifiers-of-several.ts'
export { writeEmployers } from './employers.ts'
export { doubtfulScore } from './take-line.ts'
export { IdentityRefused, openIdentity, type Explanation, type Identity } from './identity.ts'
export {
  buildFresh,
  type BatchLines,
  type BuildAt,
  type BuiltFresh,
  type FreshLine,
  type PassedLine,
  type PassedLines,
} from './batch-lines.ts'
export {
  listNames,
  listTerms,
  prepareNames,
  readLine,
  summarizeLine,
  type Line,
  type LineSummary,
} from './read-line.ts'
export { dropIdentifiers } from './drop-identifiers.ts'
export { setValues, type OwnValues } from './set-values.ts'
export { findCurrentOwners, findOwners, isStrong } from './identify.ts'
export { knownVersions, type KnownVersion } from './stored-versions.ts'
export { withdrawSources, type SourceWords } from './withdraw-source.ts'
export { findHandMade } from './merge-log.ts'
export { writeCommit } from './write-commit.ts'
