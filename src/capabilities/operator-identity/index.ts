export { findEntity } from './find-entity.ts'
export { summarizeEntity, summarizeMerge, type MergeSummary } from './summary.ts'
