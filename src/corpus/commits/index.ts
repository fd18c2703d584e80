export { entityKinds, type EntityKind } from '../kinds/index.ts'
export { BeingRebuilt } from './being-rebuilt.ts'
export {
  holdWriters,
  markRenewed,
  readPublishedCommit,
  readCommitStates,
  readIndexState,
  runCommit,
  versionsBetween,
  type Commit,
  type CommitResult,
  type CommitStores,
  type Heard,
  type IndexState,
} from './commit-log.ts'
export { isCurrentIndex, findLacks, requireTokens, type Lacks, type StoredRules } from './lacks.ts'
export { openSnapshots, type Snapshot, type Snapshots } from './snapshots.ts'
export { standStill, tryCompactLock, waitForCompaction } from './stand-still.ts'
