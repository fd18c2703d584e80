import { column, nullable, rowShape, sql } from '../../store/postgres/index.ts'
import type { EntityKind } from '../kinds/index.ts'
import type { RecordStore } from './record-store.ts'
import { identifierDigests } from './identifiers.ts'
import { nameIdentifiersTable, toRank, nameRecordsTable } from './tables.ts'

/** A version by entity and the commit that wrote it. Decimal. */
export interface RecordKey {
  id: string
  born: string
}

/** A record with its key. */
export interface ReadRecord {
  /** Entity id, decimal. */
  id: string
  born: number
  /** Small is prominent. */
  rank: number
  /** ISO 8601. */
  observedAt: string
  /** Stored JSON. */
  body: string
  /** Stored JSON of the sealed part; empty unless asked for. */
  sealed: string
}

interface Row {
  id: string
  born: number
  rank: number
  observed_at: Date
  dictionary: number
  body: Buffer
  sealed: Buffer | null
}

/** The columns of `columns`. */
const versionShape = {
  id: column.text(),
  born: column.int(),
  rank: column.int(),
  observed_at: column.instant(),
  dictionary: column.int(),
  body: column.bytes(),
  sealed: nullable(column.bytes()),
}

const versionRow = rowShape<Row>(versionShape)
/** Of a version: which of the wanted tokens found it, counted from 1. */
const foundVersionRow = rowShape({ ...versionShape, found_by: column.ints() })
const wholeVersionRow = rowShape({ ...versionShape, dead: nullable(column.int()) })

/** Columns read together with a record's body. */
interface Parts {
  sealed: boolean
}

const columns = ({ sealed }: Parts) =>
  sql`r.id::text AS id, r.born, r.rank, r.observed_at, r.dictionary, r.body, ${sealed ? sql`r.sealed` : sql`NULL::bytea`} AS sealed`

/** The condition for versions of `alias` that a snapshot shows. */
const visible = (alias: string, asOf: number) =>
  sql`${sql.id(alias, 'born')} <= ${asOf} AND (${sql.id(alias, 'dead')} IS NULL OR ${sql.id(alias, 'dead')} > ${asOf})`

async function recordsFrom(
  store: RecordStore,
  kind: EntityKind,
  rows: readonly Row[],
): Promise<ReadRecord[]> {
  const bodies = await store.texts(
    kind,
    rows.map(({ dictionary, body }) => ({ dictionary, bytes: body })),
  )
  const withSealed = rows.flatMap(({ dictionary, sealed }) =>
    sealed === null ? [] : [{ dictionary, bytes: sealed }],
  )
  const sealed = await store.texts(kind, withSealed)
  return rows.map(({ id, born, rank, observed_at }, index) => ({
    id,
    born,
    rank,
    observedAt: observed_at.toISOString(),
    body: bodies[index] as string,
    sealed: sealed[index] ?? '',
  }))
}

export interface ByTokens {
  tokens: readonly string[]
  /** Commit of the snapshot. */
  asOf: number
  /** Records answered for one token at most, the most prominent first. */
  perToken: number
  sealed?: boolean | undefined
}

/**
 * Records that carry one of some identifiers, each once with the tokens that found it, the most prominent first and those of
 * one rank by id: where somebody takes the first, it must not depend on how rows lie on disk. One statement for
 * any number: the index gives the most prominent carriers of each token, then records are read by key. It is LATERAL
 * because in a plan for any number Postgres expects a thousand carriers and may read all records instead (100,000: 21
 * ms).
 */
export async function readByTokens(
  store: RecordStore,
  kind: EntityKind,
  { tokens, asOf, perToken, sealed = false }: ByTokens,
): Promise<(ReadRecord & { tokens: string[] })[]> {
  const { ids, carried } = splitTokens(tokens)
  const [ofIds, ofCarried] = await Promise.all([
    readHeirs(store, kind, { ids, asOf, sealed }),
    readByCarried(store, kind, { tokens: carried, asOf, perToken, sealed }),
  ])
  if (ofIds.length === 0) return ofCarried.toSorted(byRank)
  const byId = new Map(ofCarried.map((record) => [record.id, record]))
  for (const record of ofIds) {
    const same = byId.get(record.id)
    if (same === undefined) byId.set(record.id, record)
    else same.tokens.push(...record.tokens)
  }
  return [...byId.values()].toSorted(byRank)
}

const byRank = (a: ReadRecord, b: ReadRecord) => a.rank - b.rank || Number(a.id) - Number(b.id)

/**
 * Carriers of a token of which the first by rank and id are taken. The index knows no order by id, so that of thin companies,
 * which have one rank, all carriers would be read and sorted. A question, whose answer no plan can know (identifiers.ts).
 */
const maxCompared = 2_000

/** The same of tokens that rows carry. */
async function readByCarried(
  store: RecordStore,
  kind: EntityKind,
  { tokens: wanted, asOf, perToken, sealed = false }: ByTokens,
): Promise<(ReadRecord & { tokens: string[] })[]> {
  if (wanted.length === 0) return []
  const rows = await store.db.query(sql.rows(foundVersionRow)`
    SELECT ${columns({ sealed })}, c.found_by
    FROM (
      SELECT i.id, array_agg(t.place::int) AS found_by
      FROM unnest(${identifierDigests(wanted)}::bigint[]) WITH ORDINALITY AS t (digest, place)
        CROSS JOIN LATERAL (
          SELECT first.id FROM (
            SELECT i.id, i.rank FROM ${sql.id(nameIdentifiersTable(kind))} i
            WHERE i.digest = t.digest AND ${visible('i', asOf)}
            ORDER BY i.rank LIMIT (SELECT greatest(${maxCompared}, ${perToken})::bigint)) AS first
          ORDER BY first.rank, first.id LIMIT ${perToken}) AS i
      GROUP BY i.id) AS c
      CROSS JOIN LATERAL (
        SELECT * FROM ${sql.id(nameRecordsTable(kind))} r WHERE r.id = c.id AND ${visible('r', asOf)} LIMIT 1) AS r`)
  const records = await recordsFrom(store, kind, rows)
  return records.map((record, index) => {
    const places = rows[index]?.found_by ?? []
    return Object.assign(record, { tokens: places.map((place) => wanted[place - 1] as string) })
  })
}

const entityPrefix = 'entity:'

/** Tokens of entities by their ids, as ids, and those that rows carry; each once. */
function splitTokens(tokens: readonly string[]): { ids: string[]; carried: string[] } {
  const ids: string[] = []
  const carried: string[] = []
  for (const token of new Set(tokens)) {
    if (token.startsWith(entityPrefix)) ids.push(token.slice(entityPrefix.length))
    else carried.push(token)
  }
  return { ids, carried }
}

/**
 * Which entities some ids name in a snapshot: themselves, or where they were merged away, whoever they became part of. A
 * merge is followed only from an entity that the snapshot does not show, so an id never names two.
 */
const heirs = (kind: EntityKind, { ids, asOf }: { ids: readonly string[]; asOf: number }) => sql`
  heirs (place, id) AS (
    SELECT t.place::int, t.id FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS t (id, place)
    UNION
    SELECT h.place, m.entity_id
    FROM heirs h JOIN corpus_merges m ON m.kind = ${kind} AND m.merged_id = h.id
    WHERE m.commit_number <= ${asOf} AND (m.undone_commit IS NULL OR m.undone_commit > ${asOf})
      AND NOT EXISTS (SELECT FROM ${sql.id(nameRecordsTable(kind))} r WHERE r.id = h.id AND ${visible('r', asOf)}))`

/** Records of entities by their ids, with the tokens that name them. */
async function readHeirs(
  store: RecordStore,
  kind: EntityKind,
  { ids, asOf, sealed }: { ids: readonly string[]; asOf: number; sealed: boolean },
): Promise<(ReadRecord & { tokens: string[] })[]> {
  if (ids.length === 0) return []
  const rows = await store.db.query(sql.rows(foundVersionRow)`
    WITH RECURSIVE ${heirs(kind, { ids, asOf })}
    SELECT ${columns({ sealed })}, c.found_by
    FROM (SELECT id, array_agg(place) AS found_by FROM heirs GROUP BY id) AS c
      CROSS JOIN LATERAL (
        SELECT * FROM ${sql.id(nameRecordsTable(kind))} r WHERE r.id = c.id AND ${visible('r', asOf)} LIMIT 1) AS r`)
  const records = await recordsFrom(store, kind, rows)
  return records.map((record, index) => {
    const places = rows[index]?.found_by ?? []
    return Object.assign(record, {
      tokens: places.map((place) => `${entityPrefix}${ids[place - 1] as string}`),
    })
  })
}

/** Greater ids are not assigned yet; ids are given out in order. */
const maxId = 2n ** 63n - 1n

/** Records of some entities as a snapshot shows them, in no order. Entities that ended are missing. */
export async function readByIds(
  store: RecordStore,
  kind: EntityKind,
  { ids, asOf, sealed = false }: { ids: readonly string[]; asOf: number; sealed?: boolean | undefined },
): Promise<ReadRecord[]> {
  const wanted = [...new Set(ids)].filter((id) => BigInt(id) <= maxId)
  if (wanted.length === 0) return []
  const rows = await store.db.query(sql.rows(versionRow)`
    SELECT ${columns({ sealed })} FROM ${sql.id(nameRecordsTable(kind))} r
    WHERE r.id = ANY (${wanted}::bigint[]) AND ${visible('r', asOf)}`)
  return recordsFrom(store, kind, rows)
}

/** Records of some versions, in no order. */
export async function readVersions(
  store: RecordStore,
  kind: EntityKind,
  { keys, sealed = false }: { keys: readonly RecordKey[]; sealed?: boolean | undefined },
): Promise<ReadRecord[]> {
  if (keys.length === 0) return []
  const rows = await store.db.query(sql.rows(versionRow)`
    SELECT ${columns({ sealed })}
    FROM unnest(${keys.map(({ id }) => id)}::bigint[], ${keys.map(({ born }) => born)}::int[]) AS k (id, born)
      JOIN ${sql.id(nameRecordsTable(kind))} r ON r.id = k.id AND r.born = k.born`)
  return recordsFrom(store, kind, rows)
}

/** A version with everything its rows are built from. */
export interface WholeVersion extends ReadRecord {
  dead: number | null
}

/**
 * Versions of a kind that some commits wrote, after one of them, including superseded ones that are not removed yet.
 * Versions of all commits come in the order of their keys; those of a few commits by commit, so that nothing else is
 * read.
 */
export async function readPage(
  store: RecordStore,
  kind: EntityKind,
  { after, pass, limit }: { after: RecordKey; pass: { from: number; to: number }; limit: number },
): Promise<WholeVersion[]> {
  const isWhole = pass.from === 0
  const [keys, last] = isWhole
    ? [sql`r.id, r.born`, sql`${after.id}::bigint, ${after.born}::int`]
    : [sql`r.born, r.id`, sql`${after.born}::int, ${after.id}::bigint`]
  const rows = await store.db.query(sql.rows(wholeVersionRow)`
    SELECT ${columns({ sealed: true })}, r.dead FROM ${sql.id(nameRecordsTable(kind))} r
    WHERE (${keys}) > (${last}) AND r.born > ${pass.from} AND r.born <= ${pass.to}
    ORDER BY ${keys} LIMIT ${limit}`)
  const records = await recordsFrom(store, kind, rows)
  return records.map((record, index) => ({ ...record, dead: rows[index]?.dead ?? null }))
}

/** The keys of entities in the search tables. Up to 250,000 are read at once, so their rows are not checked (decision 0042). */
export interface RankedKey {
  rank: number
  /** Decimal. */
  id: string
}

/** The keys of entities that carry one of some identifiers in a snapshot: all of them, or at most `most`. */
export async function readCarriers(
  store: RecordStore,
  kind: EntityKind,
  { tokens, asOf, most = null }: { tokens: readonly string[]; asOf: number; most?: number | null },
): Promise<RankedKey[]> {
  const { ids, carried } = splitTokens(tokens)
  const ofIds =
    ids.length === 0
      ? []
      : await store.db.query<RankedKey>(sql`
          WITH RECURSIVE ${heirs(kind, { ids, asOf })}
          SELECT DISTINCT r.rank, r.id::text AS id FROM heirs h
            JOIN ${sql.id(nameRecordsTable(kind))} r ON r.id = h.id AND ${visible('r', asOf)}
          LIMIT ${most}::bigint`)
  if (carried.length === 0) return ofIds
  const rows = await store.db.query<RankedKey>(sql`
    SELECT DISTINCT i.rank, i.id::text AS id
    FROM unnest(${identifierDigests(carried)}::bigint[]) AS t (digest)
      JOIN ${sql.id(nameIdentifiersTable(kind))} i ON i.digest = t.digest AND ${visible('i', asOf)}
    LIMIT ${most}::bigint`)
  const own = rows.map(({ rank, id }) => ({ rank: toRank(rank), id }))
  const ownIds = new Set(own.map(({ id }) => id))
  return [...own, ...ofIds.filter(({ id }) => !ownIds.has(id))]
}

/** The keys of some entities as of a snapshot. Entities that ended are missing. */
export async function readRanks(
  store: RecordStore,
  kind: EntityKind,
  { ids, asOf }: { ids: readonly string[]; asOf: number },
): Promise<RankedKey[]> {
  if (ids.length === 0) return []
  const rows = await store.db.query<RankedKey>(sql`
    SELECT r.rank, r.id::text AS id FROM ${sql.id(nameRecordsTable(kind))} r
    WHERE r.id = ANY (${[...ids]}::bigint[]) AND ${visible('r', asOf)}`)
  return rows.map(({ rank, id }) => ({ rank, id }))
}

/** Some current records from all over a kind, with their sealed parts. */
export async function sampleRecords(
  store: RecordStore,
  kind: EntityKind,
  { asOf, most }: { asOf: number; most: number },
): Promise<ReadRecord[]> {
  const rows = await store.db.query(sql.rows(versionRow)`
    WITH bounds AS (SELECT COALESCE(max(b.id), 0) AS last FROM ${sql.id(nameRecordsTable(kind))} b WHERE b.born <= ${asOf})
    SELECT DISTINCT ON (r.id) ${columns({ sealed: true })}
    FROM bounds, generate_series(1, ${most}) AS n
      CROSS JOIN LATERAL (
        SELECT * FROM ${sql.id(nameRecordsTable(kind))} r
        WHERE r.id >= bounds.last * n / ${most} AND ${visible('r', asOf)} ORDER BY r.id LIMIT 1) AS r
    ORDER BY r.id`)
  return recordsFrom(store, kind, rows)
}

const countsRow = rowShape({ versions: column.int(), current: column.int() })

/** Counts the versions of a kind that are stored up to a commit, and the current ones among them. */
export async function countRecords(
  store: RecordStore,
  kind: EntityKind,
  asOf: number,
): Promise<{ versions: number; current: number }> {
  const [row] = await store.db.query(sql.rows(countsRow)`
    SELECT count(*) AS versions, count(*) FILTER (WHERE r.dead IS NULL OR r.dead > ${asOf}) AS current
    FROM ${sql.id(nameRecordsTable(kind))} r WHERE r.born <= ${asOf}`)
  return row ?? { versions: 0, current: 0 }
}
