import type { Postgres } from '../../store/postgres/index.ts'
import { readPublishedCommit } from '../commits/index.ts'
import type { CorpusKind } from '../kinds/index.ts'
import { withoutTokens } from './remove-tokens.ts'
import { replaceVersion } from './replace-version.ts'
import type { CommitRows } from './rows.ts'
import { knownVersions } from './stored-versions.ts'

/**
 * Takes outside ids from entities, as rows of the commit that is being written: their source says that they were wrong.
 * All else stays, with the history. `tokens` are those that go, by entity id.
 */
export async function dropIdentifiers(
  db: Postgres,
  kind: CorpusKind,
  { tokens, rows }: { tokens: ReadonlyMap<string, readonly string[]>; rows: CommitRows },
): Promise<void> {
  const stored = await knownVersions(db, kind, [...tokens.keys()], await readPublishedCommit(db, kind.name))
  for (const version of stored.values()) {
    const now = withoutTokens(kind, version, { id: version.id, tokens: tokens.get(version.id) ?? [] })
    replaceVersion(kind, rows, { version, now })
  }
}
