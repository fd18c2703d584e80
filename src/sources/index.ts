export { forgetAnswers } from './answer-cache.ts'
export type { Probed, SourceState } from './guarded-calls.ts'
export type { AskOptions } from './ask-options.ts'
export { attemptOutcomes, type AskOutcome, type Attempt, type Provided } from './attempt.ts'
export {
  capabilityIds,
  type CapabilityAnswer,
  type Capability,
  type FamilyCapability,
  type GivenAnswer,
  type Question,
} from './capabilities.ts'
export { boardNameOf } from './job-boards/index.ts'
export { iconLinks } from './page/index.ts'
export { maskSources, type SourcesDocument } from './configuration.ts'
export { SourcesRefused, type NewSource, type SourcesEdit } from './sources-file.ts'
export { discoverSourceKinds } from './discover.ts'
export { failureOfStatus } from './failures.ts'
export { openLiveRecords, type FetchedRecord, type LiveRecords } from './live-records.ts'
export { readLines } from './lines.ts'
export { noSources, openSources, type Sources } from './open-sources.ts'
export { namedCompany, namedPerson, otherCompany, otherPerson } from './answer-identity.ts'
export {
  defineSource,
  type Answering,
  type Answerings,
  type Probe,
  type SourceAnswer,
  type SourceCall,
  type SourceHost,
  type SourceKind,
} from './source.ts'
export { freshness, isCharged, nothingFound, warnLeftOut, warnNotLive, type LiveStatus } from './freshness.ts'
export { stateOfAttempts, type LiveAnswer, type LivePage } from './live-answer.ts'
export { bindSourceOperations, type SourceOperationSpec } from './source-operation.ts'
export { bindSourceRecords, type RecordQuestion, type SourceRecordSpec } from './source-record.ts'
export {
  sourcePage,
  type CorpusPage,
  type CorpusRequest,
  type SourcePage,
  type SourcePageDeps,
  type SourceQuestion,
} from './source-page.ts'
export { townSource } from './town-source.ts'
export { yieldTo } from './yielding.ts'
