export { entityKinds, type EntityKind } from '../kinds/index.ts'
export { renewIndex, runCommit, type Commit, type CommitResult, type CommitStores } from './commit-log.ts'
export { openSnapshots, type Snapshot, type Snapshots } from './snapshots.ts'
export { standStill, tryCompactLock } from './stand-still.ts'
