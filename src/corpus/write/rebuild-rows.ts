import { kinds, type EntityKind, type Sealed } from '../kinds/index.ts'
import { RecordBuilder, type WholeVersion } from '../record-store/index.ts'
import { carriedTokens, searchRow } from './rows.ts'
import { tsvRow } from './tsv.ts'

/** Stored versions whose rows are to be built. */
export interface RebuildTask {
  kind: EntityKind
  versions: readonly WholeVersion[]
}

export interface RebuiltRows {
  /** Search rows, TabSeparated. */
  rows: Uint8Array
  /** Rows of the companion, TabSeparated. */
  companions: Uint8Array
  /** Rows of identifiers, as COPY reads them. */
  identifiers: Uint8Array
  nameWords: number[]
}

/** Builds the rows of stored versions by the rules of this program; pure. Runs in a worker thread. */
export function rebuildRows({ kind: name, versions }: RebuildTask): RebuiltRows {
  const kind = kinds[name]
  const rows: string[] = []
  const companions: string[] = []
  // Nothing is compressed here.
  const identifiers = new RecordBuilder({ number: 0, bytes: Buffer.alloc(0) }, 0)
  for (const { id, born, dead, rank, body, sealed: sealedText } of versions) {
    const record = JSON.parse(body) as Record<string, unknown>
    const sealed = JSON.parse(sealedText) as Sealed
    const tokens = carriedTokens(kind, { id, record, sealed })
    const built = searchRow(kind, { id, born, rank, record, sealed, tokens })
    rows.push(tsvRow(built.values))
    for (const each of built.companions) companions.push(tsvRow(each))
    for (const word of kind.nameWords?.(record) ?? []) identifiers.nameWord(word)
    for (const token of tokens) identifiers.identifier(token, { id, rank }, { born, dead })
  }
  const recordRows = identifiers.take()
  return {
    rows: Buffer.from(rows.join('')),
    companions: Buffer.from(companions.join('')),
    identifiers: recordRows.identifiers,
    nameWords: recordRows.nameWords,
  }
}
