import type { CorpusKind } from '../kinds/index.ts'
import type { Entity } from './merge.ts'
import type { CommitRows } from './rows.ts'
import type { KnownVersion } from './stored-versions.ts'

/** Writes what an entity is now in place of a version, as of the same day, in the commit that is being written. */
export function replaceVersion(
  kind: CorpusKind,
  rows: CommitRows,
  { version, now: { members, sealed } }: { version: KnownVersion; now: Entity },
): void {
  const { id, observedAt } = version
  const record = kind.complete(members, id)
  rows.version({
    id,
    record,
    body: JSON.stringify(record),
    sealed,
    identifiers: kind.identifiers(record, sealed),
    observedAt,
    source: sealed.provenance[0]?.source ?? 'identity',
    replaces: version,
  })
}
