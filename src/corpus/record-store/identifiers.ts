import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import { tokenDigest } from '../search-index/index.ts'
import type { RecordStore } from './record-store.ts'
import { nameIdentifiersTable } from './tables.ts'

/** Tokens as the column `digest` holds them, decimal. */
export const identifierDigests = (tokens: readonly string[]): string[] =>
  tokens.map((token) => String(tokenDigest(token)))

/** Tokens of one statement. */
const chunk = 20_000
/**
 * Carriers of one token that are looked at, the most prominent ones; a token with more carriers means nobody. Former
 * carriers are counted apart: they stay stored for a while and must not hide one that continues.
 */
const maxCarriers = 32

/** What of the carriers of tokens is answered: as of a commit, so many of each, and whether present ones alone. */
interface OwnersWanted {
  asOf: number
  most: number
  isCurrent?: boolean
}

/**
 * Entities that carry each of some tokens, or did: present carriers first, then the newest. Tokens without carriers
 * are missing. `most` bounds the answers for each token, `asOf` what counts.
 */
export async function readOwners(
  store: { db: Queryable },
  kind: EntityKind,
  { tokens, ...bounds }: OwnersWanted & { tokens: readonly string[] },
): Promise<Map<string, string[]>> {
  const digests = identifierDigests(tokens)
  const owners = await readOwnersOfDigests(store, kind, { digests, ...bounds })
  return new Map(
    tokens.flatMap((token, index) => {
      const ids = owners.get(digests[index] as string)
      return ids === undefined ? [] : [[token, ids] as const]
    }),
  )
}

const carrierIdsRow = rowShape({ place: column.int(), ids: column.texts() })

/** The same by the digests of tokens. */
export async function readOwnersOfDigests(
  { db }: { db: Queryable },
  kind: EntityKind,
  { digests, asOf, most, isCurrent = false }: OwnersWanted & { digests: readonly string[] },
): Promise<Map<string, string[]>> {
  const owners = new Map<string, string[]>()
  for (let start = 0; start < digests.length; start += chunk) {
    const part = digests.slice(start, start + chunk)
    const current = sql`(dead IS NULL OR dead > ${asOf})`
    // COALESCE may answer for a null, so the index of ended rows, which holds no nulls, cannot serve. By statistics
    // from a time when nothing had ended, Postgres would read all of that index for each token.
    const ended = sql`COALESCE(dead, 2147483647) <= ${asOf}`
    const those = (life: typeof current) => sql`
      (SELECT id, born, dead FROM ${sql.id(nameIdentifiersTable(kind))}
        WHERE digest = t.digest AND born <= ${asOf} AND ${life} ORDER BY rank LIMIT ${maxCarriers})`
    const rows = await db.query(sql.rows(carrierIdsRow)`
      SELECT t.place::int AS place, o.ids
      FROM unnest(${part}::bigint[]) WITH ORDINALITY AS t (digest, place)
        CROSS JOIN LATERAL (
          SELECT array_agg(c.id::text ORDER BY c.gone, c.born DESC, c.id DESC) AS ids FROM (
            SELECT i.id, bool_and(COALESCE(i.dead <= ${asOf}, false)) AS gone, max(i.born) AS born
            FROM (${isCurrent ? those(current) : sql`${those(current)} UNION ALL ${those(ended)}`}) AS i
            GROUP BY i.id) AS c) AS o
      WHERE o.ids IS NOT NULL`)
    for (const { place, ids } of rows) owners.set(part[place - 1] as string, ids.slice(0, most))
  }
  return owners
}

const idRow = rowShape({ id: column.text() })

/** Entities that carry a token, or did, in the order of their ids, after one of them. */
export async function readOwnersAfter(
  store: RecordStore,
  kind: EntityKind,
  { token, last, limit }: { token: string; last: string; limit: number },
): Promise<string[]> {
  const rows = await store.db.query(sql.rows(idRow)`
    SELECT DISTINCT i.id::text AS id, i.id AS number FROM ${sql.id(nameIdentifiersTable(kind))} i
    WHERE i.digest = ${String(tokenDigest(token))}::bigint AND i.id > ${last}::bigint
    ORDER BY number LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

/** Carriers read of one token. For a common token this many say as much as all. */
const maxOwnersOfToken = 2_000
/**
 * The same bound as a question, whose answer no plan can know. As a number it is above what Postgres takes the average token
 * to have, so that it read and sorted all carriers of each common one: four times as many rows at 300,000 companies.
 */
const firstOwners = sql`LIMIT (SELECT ${maxOwnersOfToken}::bigint)`

export interface MostAlikeRequest {
  tokens: readonly string[]
  /** Commit. */
  asOf: number
  /** Tokens that count: those with the fewest carriers. */
  rarest: number
  /** Tokens that an entity must share. */
  least: number
  most: number
}

const carriersRow = rowShape({ place: column.int(), carriers: nullable(column.bytes()) })

/**
 * The carriers of some tokens in a snapshot, by token: 8 bytes of each id and 4 of its rank, the most prominent
 * first, and a limited number for a common token. Every token is in the answer.
 */
export async function readTokenCarriers(
  store: { db: Queryable },
  kind: EntityKind,
  { tokens, asOf }: Pick<MostAlikeRequest, 'tokens' | 'asOf'>,
): Promise<Map<string, Buffer>> {
  const rows = await store.db.query(sql.rows(carriersRow)`
    SELECT t.place::int AS place, (
      SELECT string_agg(int8send(c.id) || int4send(c.rank), ''::bytea ORDER BY c.rank) FROM (
        SELECT i.id, i.rank FROM ${sql.id(nameIdentifiersTable(kind))} i
        WHERE i.digest = t.digest AND i.born <= ${asOf} AND (i.dead IS NULL OR i.dead > ${asOf})
        ORDER BY i.rank ${firstOwners}) AS c) AS carriers
    FROM unnest(${identifierDigests(tokens)}::bigint[]) WITH ORDINALITY AS t (digest, place)`)
  return new Map(
    rows.map(({ place, carriers }) => [tokens[place - 1] as string, carriers ?? Buffer.alloc(0)]),
  )
}

/**
 * Entities that share the most of some tokens in a snapshot, at least `least`; a rare token counts more than a common
 * one. Only the `rarest` tokens are read, with a limited number of carriers each.
 */
export async function readMostAlike(
  store: { db: Queryable },
  kind: EntityKind,
  request: MostAlikeRequest,
): Promise<string[]> {
  const { tokens, asOf, rarest, least, most } = request
  const rows = await store.db.query(sql.rows(idRow)`
    WITH carriers AS MATERIALIZED (
      SELECT t.digest, c.id, c.rank
      FROM unnest(${identifierDigests(tokens)}::bigint[]) AS t (digest)
        CROSS JOIN LATERAL (
          SELECT i.id, i.rank FROM ${sql.id(nameIdentifiersTable(kind))} i
          WHERE i.digest = t.digest AND i.born <= ${asOf} AND (i.dead IS NULL OR i.dead > ${asOf})
          ORDER BY i.rank ${firstOwners}) AS c),
    weights AS (
      SELECT digest, ln(2) / ln(2 + count(*)) AS weight FROM carriers
      GROUP BY digest ORDER BY count(*), digest LIMIT ${rarest})
    SELECT c.id::text AS id FROM carriers c JOIN weights w USING (digest)
    GROUP BY c.id, c.rank HAVING count(*) >= ${least}
    ORDER BY sum(w.weight) DESC, c.rank, c.id LIMIT ${most}`)
  return rows.map(({ id }) => id)
}
