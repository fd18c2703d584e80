export { openRecordReads, type ReadExtent, type RecordKind, type RecordReads } from './open-record-reads.ts'
