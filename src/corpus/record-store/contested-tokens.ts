import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { tokenDigest } from '../search-index/index.ts'

const tokenRow = rowShape({ token: column.text() })

/** The identifiers, among some, that rows of a source carried under different names. */
export async function readContested(
  db: Pick<Queryable, 'query'>,
  kind: EntityKind,
  { source, tokens }: { source: string; tokens: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (tokens.length === 0) return new Set()
  const byDigest = new Map(tokens.map((token) => [String(tokenDigest(token)), token]))
  const rows = await db.query(sql.rows(tokenRow)`
    SELECT token::text AS token FROM corpus_contested
    WHERE kind = ${kind} AND source = ${source} AND token = ANY (${[...byDigest.keys()]}::bigint[])`)
  return new Set(rows.map(({ token }) => byDigest.get(token) as string))
}

export async function storeContested(
  tx: Pick<Queryable, 'query'>,
  kind: EntityKind,
  { source, tokens }: { source: string; tokens: readonly string[] },
): Promise<void> {
  if (tokens.length === 0) return
  await tx.query(sql`
    INSERT INTO corpus_contested (kind, source, token)
    SELECT ${kind}, ${source}, unnest(${makeDigests(tokens)}::bigint[]) ON CONFLICT DO NOTHING`)
}

/** Forgets identifiers of a source, or all of its identifiers. */
export async function dropContested(
  tx: Pick<Queryable, 'query'>,
  kind: EntityKind,
  { source, tokens }: { source?: string; tokens: readonly string[] },
): Promise<void> {
  if (tokens.length === 0) return
  await tx.query(sql`
    DELETE FROM corpus_contested WHERE kind = ${kind} AND token = ANY (${makeDigests(tokens)}::bigint[])
      AND (${source ?? null}::text IS NULL OR source = ${source ?? null})`)
}

const makeDigests = (tokens: readonly string[]) => [
  ...new Set(tokens.map((token) => String(tokenDigest(token)))),
]
