export {
  entityKinds,
  renewIndex,
  runCommit,
  type Commit,
  type CommitResult,
  type CommitStores,
  type EntityKind,
} from './commit-log.ts'
export { openSnapshots, type Snapshot, type Snapshots } from './snapshots.ts'
export { standStill, tryCompactLock } from './stand-still.ts'
