import { sql, type Postgres } from '../../store/postgres/index.ts'
import { kinds, leftEntrySources, withoutMentions, type CorpusKind, type EntityKind } from '../kinds/index.ts'
import type { MergeChanges } from './merge-changes.ts'

/** The parts of a merge that may be about people. */
interface MergeTexts {
  evidence: string[]
  changes: MergeChanges
}

interface StoredMerge extends MergeTexts {
  id: string
  kind: EntityKind
}

/** Merges in memory at once. */
const perPage = 200

/** Tokens of the people that a merge's lines are of or name. */
export function namedInMerge(kind: CorpusKind, { evidence, changes }: MergeTexts): string[] {
  const { members, sealed } = changes.merged
  const named = [...listSides(changes), { evidence }].flatMap((side) => kind.named(side))
  return [...new Set([...kind.subjects(members, sealed), ...named])]
}

function listSides({ members, merged }: MergeChanges): Record<string, unknown>[] {
  const changed = Object.entries(members)
  const side = (at: 0 | 1) => Object.fromEntries(changed.map(([name, values]) => [name, values[at]]))
  return [side(0), side(1), merged.members]
}

/** The merge without what names some people; undefined where all that was merged is theirs. */
function mergeWithout(
  kind: CorpusKind,
  merge: MergeTexts,
  removedTokens: ReadonlySet<string>,
): MergeTexts | undefined {
  const { evidence, changes } = merge
  const { merged } = changes
  if (kind.subjects(merged.members, merged.sealed).some((token) => removedTokens.has(token))) return undefined
  const { mentions } = kind
  if (mentions === undefined) return merge
  const clear = (members: Record<string, unknown>) => withoutMentions(mentions, members, removedTokens)
  const [before, after, members] = listSides(changes).map(clear) as [MembersOf, MembersOf, MembersOf]
  const names = Object.keys(changes.members)
  // Which of its digests are of entries that are gone is not known of the state before: the log has what changed of it.
  const { entrySources: _noted, ...sealedBefore } = changes.sealedBefore
  const sealed = { ...merged.sealed, ...leftEntrySources(kind, { members, sealed: merged.sealed }) }
  return {
    evidence: clear({ evidence })['evidence'] as string[],
    changes: {
      ...changes,
      members: Object.fromEntries(names.map((name) => [name, [before[name], after[name]]])),
      sealedBefore,
      merged: { ...merged, members, sealed },
    },
  }
}

type MembersOf = Record<string, unknown>

/**
 * Takes some people, by their tokens, out of the log of merges of others: what was merged and undone may be theirs,
 * and lines about companies name founders. It runs after the records are done, when no writer brings them back. Safe
 * to repeat.
 */
export async function forgetInMerges(db: Postgres, tokens: readonly string[]): Promise<void> {
  await nameMerges(db)
  const removedTokens = new Set(tokens)
  for (let last = '0'; ;) {
    const page = await db.query<StoredMerge>(sql`
      SELECT id::text AS id, kind, evidence, changes FROM corpus_merges
      WHERE named && ${[...tokens]}::text[] AND id > ${last}::bigint ORDER BY id LIMIT ${perPage}`)
    for (const merge of page) await forgetInMerge(db, merge, removedTokens)
    if (page.length < perPage) return
    last = page.at(-1)?.id ?? last
  }
}

async function forgetInMerge(
  db: Postgres,
  merge: StoredMerge,
  removedTokens: ReadonlySet<string>,
): Promise<void> {
  const kind = kinds[merge.kind]
  const texts = mergeWithout(kind, merge, removedTokens)
  if (texts === undefined) {
    await db.query(sql`DELETE FROM corpus_merges WHERE id = ${merge.id}::bigint`)
    return
  }
  await db.query(sql`
    UPDATE corpus_merges SET evidence = ${JSON.stringify(texts.evidence)}::jsonb,
      changes = ${JSON.stringify(texts.changes)}::jsonb, named = ${namedInMerge(kind, texts)}::text[]
    WHERE id = ${merge.id}::bigint`)
}

/** Finds out which people the merges of an earlier version name. */
async function nameMerges(db: Postgres): Promise<void> {
  for (;;) {
    const page = await db.query<StoredMerge>(sql`
      SELECT id::text AS id, kind, evidence, changes FROM corpus_merges WHERE named IS NULL ORDER BY id LIMIT ${perPage}`)
    for (const merge of page)
      await db.query(sql`
        UPDATE corpus_merges SET named = ${namedInMerge(kinds[merge.kind], merge)}::text[] WHERE id = ${merge.id}::bigint`)
    if (page.length < perPage) return
  }
}
