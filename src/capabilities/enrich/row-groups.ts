import { noCredits, type MilliCredits } from '../../lib/credits.ts'
import {
  column,
  nullable,
  rowShape,
  sql,
  type Postgres,
  type Queryable,
  type Transaction,
} from '../../store/postgres/index.ts'
import { rowsPerItem, type EnrichStats } from './enrich-params.ts'

export const rowStates = ['matched', 'unsure', 'not_found', 'unreadable', 'blank'] as const
export type RowState = (typeof rowStates)[number]

export const decisions = ['same', 'none'] as const
export type Decision = (typeof decisions)[number]

/** Rows of a run that are looked up by the same cells, or one row that was decided alone. */
export interface RowGroup {
  value: Buffer
  /** 0 for all rows, else the number of the row decided alone. */
  row: number
  state: RowState
  rowCount: number
  firstRow: number
  /** Of the matched record. */
  entity: string | null
  decision: Decision | null
  isShown: boolean
}

/** Rows that a batch of a run adds to a group. */
export type AddedRows = Pick<RowGroup, 'value' | 'state' | 'rowCount' | 'firstRow' | 'entity' | 'decision'>

const groupColumns = {
  value: column.bytes(),
  row: column.int(),
  state: column.text<RowState>(),
  rowCount: column.int(),
  firstRow: column.int(),
  entity: nullable(column.text()),
  decision: nullable(column.text<Decision>()),
  isShown: column.bool(),
}
const groupRow = rowShape<RowGroup>(groupColumns)
const groupSelection = sql`g.value, g."row", g.state, g.row_count AS "rowCount", g.first_row AS "firstRow",
  g.entity::text AS entity, g.decision, g.is_shown AS "isShown"`

/** A group with its first row as it was stored. */
export interface StoredGroup extends RowGroup {
  /** Stored JSON; null where the row was withdrawn. */
  input: string | null
  output: string | null
}

const storedGroupRow = rowShape<StoredGroup>({
  ...groupColumns,
  input: nullable(column.text()),
  output: nullable(column.text()),
})

const firstRowOf = sql`LEFT JOIN LATERAL (
    SELECT (i.input->'rows'->((g.first_row - 1) % ${rowsPerItem}::int))::text AS input,
      (i.output->((g.first_row - 1) % ${rowsPerItem}::int))::text AS output
    FROM job_items i WHERE i.job_id = g.job_id AND i.position = (g.first_row - 1) / ${rowsPerItem}::int) AS f ON true`

const stateRow = rowShape({ state: column.text<RowState>(), rows: column.int() })

/** Adds the rows of a batch, in the transaction that stores them. */
export async function addRows(
  tx: Queryable,
  jobId: string,
  { groups, ...records }: { groups: readonly AddedRows[]; paid: number; paidBefore: number },
): Promise<void> {
  const counts = await tx.query(sql.rows(stateRow)`
    WITH added AS (
      SELECT * FROM unnest(${groups.map(({ value }) => value)}::bytea[], ${groups.map(({ state }) => state)}::text[],
        ${groups.map(({ rowCount }) => rowCount)}::int[], ${groups.map(({ firstRow }) => firstRow)}::int[],
        ${groups.map(({ entity }) => (entity === null ? null : BigInt(entity)))}::bigint[],
        ${groups.map(({ decision }) => decision)}::text[]) AS a (value, state, row_count, first_row, entity, decision)),
    stored AS (
      INSERT INTO enrich_groups AS g (job_id, value, state, row_count, first_row, entity, decision)
      SELECT ${jobId}, value, state, row_count, first_row, entity, decision FROM added ORDER BY value
      ON CONFLICT (job_id, value, "row") DO UPDATE SET row_count = g.row_count + EXCLUDED.row_count
      RETURNING value, state)
    SELECT stored.state, sum(added.row_count)::int AS rows FROM stored JOIN added USING (value) GROUP BY stored.state`)
  const more = new Map(counts.map(({ state, rows }) => [state, rows]))
  await countRows(tx, jobId, (state) => more.get(state) ?? 0, records)
}

/** Adds to the counts of a run; its row is locked until the transaction ends. */
export async function countRows(
  tx: Queryable,
  jobId: string,
  more: (state: RowState) => number,
  {
    paid = 0,
    paidBefore = 0,
    decisions: decided = 0,
    decisionCredits = noCredits,
  }: { paid?: number; paidBefore?: number; decisions?: number; decisionCredits?: MilliCredits } = {},
): Promise<void> {
  await tx.query(sql`
    INSERT INTO enrich_runs AS r (job_id, matched, unsure, not_found, unreadable, blank, paid, paid_before, decisions,
      decided_milli)
    VALUES (${jobId}, ${more('matched')}, ${more('unsure')}, ${more('not_found')}, ${more('unreadable')},
      ${more('blank')}, ${paid}, ${paidBefore}, ${decided},
      ${decisionCredits})
    ON CONFLICT (job_id) DO UPDATE SET matched = r.matched + EXCLUDED.matched, unsure = r.unsure + EXCLUDED.unsure,
      not_found = r.not_found + EXCLUDED.not_found, unreadable = r.unreadable + EXCLUDED.unreadable,
      blank = r.blank + EXCLUDED.blank, paid = r.paid + EXCLUDED.paid, paid_before = r.paid_before + EXCLUDED.paid_before,
      decisions = r.decisions + EXCLUDED.decisions, decided_milli = r.decided_milli + EXCLUDED.decided_milli`)
}

/** What a run has come to. */
export interface RunCounts extends Omit<EnrichStats, 'duplicates'> {
  paidBefore: number
  /** Decisions made and undone. */
  decisions: number
  /** What they cost, beside the run. */
  decisionCredits: MilliCredits
}

const countsRow = rowShape<RunCounts & { jobId: string }>({
  jobId: column.text(),
  matched: column.int(),
  unsure: column.int(),
  notFound: column.int(),
  unreadable: column.int(),
  blank: column.int(),
  paidBefore: column.int(),
  decisions: column.int(),
  decisionCredits: column.credits(),
})

/** Counts of some runs by job; runs of versions without them are missing. `lock` keeps them until the transaction ends. */
export async function selectCounts(
  on: Queryable,
  jobIds: readonly string[],
  lock = false,
): Promise<Map<string, RunCounts>> {
  const rows = await on.query(sql.rows(countsRow)`
    SELECT job_id AS "jobId", matched, unsure, not_found AS "notFound", unreadable, blank, paid_before AS "paidBefore",
      decisions, decided_milli AS "decisionCredits"
    FROM enrich_runs WHERE job_id = ANY(${[...jobIds]}::text[]) ${lock ? sql`FOR UPDATE` : sql``}`)
  return new Map(rows.map(({ jobId, ...counts }) => [jobId, counts]))
}

/** Where a page of groups ended. */
export interface GroupPosition {
  rowCount: number
  firstRow: number
  row: number
}

/** Groups of a run with their first rows, most rows first. */
export async function selectGroups(
  tx: Transaction,
  jobId: string,
  page: { state: RowState | undefined; after: GroupPosition | undefined; most: number },
): Promise<StoredGroup[]> {
  const { state, after, most } = page
  const ofState = state === undefined ? sql`` : sql`AND g.state = ${state}`
  const later =
    after === undefined
      ? sql``
      : sql`AND (-g.row_count, g.first_row, g."row") > (${-after.rowCount}::int, ${after.firstRow}::int, ${after.row}::int)`
  // Statistics taken while a run is being written count none of its rows: by them, reading and sorting all of it looks as cheap
  // as a page of the index that is in order.
  await tx.query(sql`SET LOCAL enable_sort = off`)
  return tx.query(sql.rows(storedGroupRow)`
    SELECT ${groupSelection}, f.input, f.output FROM (
      SELECT * FROM enrich_groups g WHERE g.job_id = ${jobId} ${ofState} ${later}
      ORDER BY -g.row_count, g.first_row, g."row" LIMIT ${most}) AS g
    ${firstRowOf} ORDER BY -g.row_count, g.first_row, g."row"`)
}

const cellsRow = rowShape({ input: nullable(column.text()), output: nullable(column.text()) })

/** One row of a run as it was stored; undefined where there is none. */
export async function selectRow(
  db: Postgres,
  jobId: string,
  row: number,
): Promise<{ input: string; output: string | null } | undefined> {
  const place = (row - 1) % rowsPerItem
  const [stored] = await db.query(sql.rows(cellsRow)`
    SELECT (input->'rows'->${place}::int)::text AS input, (output->${place}::int)::text AS output FROM job_items
    WHERE job_id = ${jobId} AND position = ${Math.floor((row - 1) / rowsPerItem)}`)
  return stored?.input === null || stored === undefined ? undefined : { ...stored, input: stored.input }
}

/** The group of a row: its own where it was decided alone, else that of all rows of its value. */
export async function selectGroup(
  on: Queryable,
  jobId: string,
  { value, row }: { value: Buffer; row: number },
): Promise<RowGroup | undefined> {
  const rows = await on.query(sql.rows(groupRow)`
    SELECT ${groupSelection} FROM enrich_groups g
    WHERE g.job_id = ${jobId} AND g.value = ${value} AND g."row" IN (0, ${row}) ORDER BY g."row" DESC LIMIT 1`)
  return rows[0]
}

/** Groups that somebody decided, for the file. */
export async function selectDecided(db: Postgres, jobId: string): Promise<RowGroup[]> {
  return db.query(sql.rows(groupRow)`
    SELECT ${groupSelection} FROM enrich_groups g WHERE g.job_id = ${jobId} AND g.decision IS NOT NULL`)
}

const candidatesRow = rowShape({ shown: column.int(), paid: column.int() })

/**
 * Groups whose candidates an organization was shown, and records that it paid for, in all of its runs: these are stored for
 * 30 days. Others who count wait until the transaction ends.
 */
export async function countCandidates(
  tx: Queryable,
  { organizationId, kind }: { organizationId: string; kind: string },
): Promise<{ shown: number; paid: number }> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`enrich_candidates:${organizationId}`}, 0))`,
  )
  const [counts] = await tx.query(sql.rows(candidatesRow)`
    SELECT COALESCE(sum(r.shown), 0)::int AS shown, COALESCE(sum(r.paid), 0)::int AS paid
    FROM jobs j JOIN enrich_runs r ON r.job_id = j.id
    WHERE j.organization_id = ${organizationId} AND j.kind = ${kind}`)
  return counts ?? { shown: 0, paid: 0 }
}

/** Notes that the candidates of a group were shown. */
export async function markShown(tx: Queryable, jobId: string, { value, row }: RowGroup): Promise<void> {
  await tx.query(sql`
    UPDATE enrich_groups SET is_shown = true WHERE job_id = ${jobId} AND value = ${value} AND "row" = ${row}`)
  await tx.query(sql`UPDATE enrich_runs SET shown = shown + 1 WHERE job_id = ${jobId}`)
}
