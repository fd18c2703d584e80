import type { EntityKind } from '../kinds/index.ts'

/** Tables of a kind (`corpus_add_kind`, migrations/postgres/0002_kinds.sql). */
export const nameRecordsTable = (kind: EntityKind) => `corpus_records_${kind}`
export const nameIdentifiersTable = (kind: EntityKind) => `corpus_identifiers_${kind}`
export const nameLinesTable = (kind: EntityKind) => `corpus_lines_${kind}`
export const nameSnapshotsTable = (kind: EntityKind) => `corpus_snapshots_${kind}`

/** All tables of a kind, for work that each of them needs. */
export const listTables = (kind: EntityKind): string[] =>
  [nameRecordsTable, nameIdentifiersTable, nameLinesTable, nameSnapshotsTable].map((of) => of(kind))

/** Ranks are unsigned in the engine and signed in four bytes here, in the same order. */
const lowest = 2_147_483_648
export const storedRank = (rank: number): number => rank - lowest
export const toRank = (stored: number): number => stored + lowest
