import { movementsOfVersion, type Movements } from '../../platform/lists/index.ts'
import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

export type BuildStatus = 'RUNNING' | 'COMPLETED' | 'FAILED' | 'CANCELED'

/** Identifies a build of an audience. */
export interface BuildName {
  organizationId: string
  audienceId: string
  id: string
}

/** A build of an audience, as stored. */
export interface BuildRow extends BuildName {
  taskId: string
  /** Number of its search parameters; null where nothing is searched. */
  search: number | null
  status: BuildStatus
  progressPercent: number
  startedAt: Date
  finishedAt: Date | null
  /** Version of the list's members; null unless the build is completed. */
  version: number | null
  movements: Record<'company' | 'person', Movements> | null
  /** Members that cost nothing, because they were paid for; null where a build charges nothing, or has not yet. */
  paidBefore: number | null
  error: string | null
}

const buildRow = rowShape<BuildRow>({
  organizationId: column.text(),
  audienceId: column.text(),
  id: column.text(),
  taskId: column.text(),
  search: nullable(column.int()),
  status: column.text(),
  progressPercent: column.int(),
  startedAt: column.instant(),
  finishedAt: nullable(column.instant()),
  version: nullable(column.int()),
  movements: column.json(),
  paidBefore: nullable(column.int()),
  error: nullable(column.text()),
})

const columns = sql`organization_id AS "organizationId", audience_id AS "audienceId", id, task_id AS "taskId", search,
  status, progress_percent AS "progressPercent", started_at AS "startedAt", finished_at AS "finishedAt", version,
  COALESCE(${movementsOfVersion(sql`audience_id`, sql`audience_builds.version`)}, movements) AS movements,
  paid_before AS "paidBefore", error`

const named = ({ organizationId, audienceId, id }: BuildName) =>
  sql`organization_id = ${organizationId} AND audience_id = ${audienceId} AND id = ${id}`

/** False where another build of the audience is running. */
export async function insertBuild(
  tx: Queryable,
  build: BuildName & Pick<BuildRow, 'taskId' | 'search' | 'startedAt'>,
): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO audience_builds (organization_id, audience_id, id, task_id, search, status, started_at)
    VALUES (${build.organizationId}, ${build.audienceId}, ${build.id}, ${build.taskId}, ${build.search}, 'RUNNING',
      ${build.startedAt})
    ON CONFLICT (audience_id) WHERE status = 'RUNNING' DO NOTHING RETURNING id`)
  return rows.length > 0
}

/** The newest build of each of some audiences; audiences that were never built are omitted. */
export async function selectNewest(
  on: Queryable,
  organizationId: string,
  audienceIds: readonly string[],
): Promise<Map<string, BuildRow>> {
  const rows = await on.query(sql.rows(buildRow)`
    SELECT b.* FROM unnest(${audienceIds}::text[]) AS a (id)
    CROSS JOIN LATERAL (
      SELECT ${columns} FROM audience_builds
      WHERE organization_id = ${organizationId} AND audience_id = a.id ORDER BY number DESC LIMIT 1
    ) b`)
  return new Map(rows.map((row) => [row.audienceId, row]))
}

export async function selectBuild(on: Queryable, build: BuildName): Promise<BuildRow | undefined> {
  const [row] = await on.query(
    sql.rows(buildRow)`SELECT ${columns} FROM audience_builds WHERE ${named(build)}`,
  )
  return row
}

/** False when the build has ended, which tells the worker to stop. */
export async function raiseProgress(on: Queryable, build: BuildName, percent: number): Promise<boolean> {
  const rows = await on.query(sql`
    UPDATE audience_builds SET progress_percent = GREATEST(progress_percent, ${Math.floor(percent)})
    WHERE ${named(build)} AND status = 'RUNNING' RETURNING 1`)
  return rows.length > 0
}

/** Ends a build; false when it had ended before. */
export async function endBuild(
  tx: Queryable,
  build: BuildName,
  end: { finishedAt: Date } & (
    | ({ status: 'COMPLETED'; version: number; movements: Record<'company' | 'person', Movements> } & Pick<
        BuildRow,
        'paidBefore'
      >)
    | { status: 'FAILED' | 'CANCELED'; error: string }
  ),
): Promise<boolean> {
  const isDone = end.status === 'COMPLETED'
  const rows = await tx.query(sql`
    UPDATE audience_builds SET status = ${end.status}, finished_at = ${end.finishedAt},
      progress_percent = CASE WHEN ${isDone} THEN 100 ELSE progress_percent END,
      version = ${isDone ? end.version : null}, movements = ${isDone ? JSON.stringify(end.movements) : null},
      paid_before = ${isDone ? end.paidBefore : null}, error = ${isDone ? null : end.error}
    WHERE ${named(build)} AND status = 'RUNNING' RETURNING 1`)
  return rows.length > 0
}

/** Builds that have not ended, begun before an instant. */
export async function selectUnended(on: Queryable, beforeMs: number): Promise<BuildRow[]> {
  return on.query(sql.rows(buildRow)`
    SELECT ${columns} FROM audience_builds WHERE status = 'RUNNING' AND started_at < ${new Date(beforeMs)} LIMIT 500`)
}
