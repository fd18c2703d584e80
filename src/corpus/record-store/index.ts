export { readStatesBefore } from './state-page.ts'
export { dropConfirmations, readSaid, storeConfirmations, storeSightings } from './confirmations.ts'
export {
  readChangedIds,
  readFirstIdAfter,
  readGoneIds,
  readIdsBeside,
  readStatesAsOf,
  type Since,
} from './changed-records.ts'
export type { Dictionary } from './dictionaries.ts'
export {
  dropSnapshots,
  readInstants,
  readObserved,
  readSnapshots,
  restateSnapshots,
  rewriteSnapshots,
  type StoredSnapshot,
} from './history.ts'
export {
  confirmLines,
  dropLines,
  readKnownLines,
  renewLineRules,
  storeLines,
  type KnownLine,
  type KnownLines,
} from './line-digests.ts'
export {
  readMostAlike,
  identifierDigests,
  readOwners,
  readOwnersOfDigests,
  readOwnersAfter,
  readTokenCarriers,
  type MostAlikeRequest,
} from './identifiers.ts'
export { readMergedInto } from './merged-ids.ts'
export { nameWords, openNameWords, storeNameWords, type NameWords } from './name-words.ts'
export {
  countRecords,
  readByIds,
  readByTokens,
  readCarriers,
  readPage,
  readRanks,
  readVersions,
  sampleRecords,
  type RankedKey,
  type ReadRecord,
  type RecordKey,
  type WholeVersion,
} from './read-records.ts'
export {
  joinRecords,
  RecordBuilder,
  storeRecords,
  tokensWritten,
  type NewSnapshot,
  type RecordRows,
} from './record-rows.ts'
export { recordStore, type RecordStore } from './record-store.ts'
export { removeEnded, retireCommits } from './end-versions.ts'
export { listTables } from './tables.ts'
export {
  forgetRebuild,
  holdRebuild,
  identifierBuild,
  isRebuilding,
  readEnded,
  readRebuilds,
  rebuildPosition,
  type IdentifierBuild,
  type RebuildPosition,
  type RebuildState,
} from './rebuild-state.ts'
export { dropContested, readContested, storeContested } from './contested-tokens.ts'
