export { entityKinds, type EntityKind } from '../kinds/index.ts'
export {
  BeingRebuilt,
  isCurrentIndex,
  findLacks,
  requireTokens,
  type Lacks,
  type StoredRules,
} from './stored-rules.ts'
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
export { openSnapshots, type Snapshot, type Snapshots } from './snapshots.ts'
export { standStill, tryCompactLock, waitForCompaction } from './corpus-locks.ts'
