import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { MovementKind } from './classify.ts'
import type { MovementDetails, MovementView } from './movement-view.ts'
import type { OfList } from './profile-rows.ts'

/** A movement that a scan found. */
export interface FoundMovement {
  profileId: string
  pnetUrl: string
  /** The commit that wrote the state after. */
  commit: number
  movement: Exclude<MovementKind, 'no-change'>
  details: MovementDetails
}

export async function insertMovements(
  tx: Queryable,
  of: OfList,
  {
    movements,
    scanId,
    discoveredAt,
  }: { movements: readonly FoundMovement[]; scanId: string; discoveredAt: Date },
): Promise<void> {
  // A profile removed meanwhile no longer has a row, so its movement is dropped.
  await tx.query(sql`
    INSERT INTO job_change_movements (organization_id, list_id, profile_id, commit, scan_id, movement, discovered_at, details)
    SELECT ${of.organizationId}, ${of.listId}, m.profile, m.commit, ${scanId}, m.movement, ${discoveredAt}, m.details::jsonb
    FROM unnest(${movements.map(({ profileId }) => profileId)}::text[], ${movements.map(({ commit }) => commit)}::int[],
      ${movements.map(({ movement }) => movement)}::text[], ${movements.map(({ details }) => JSON.stringify(details))}::text[])
      AS m (profile, commit, movement, details)`)
}

const idRow = rowShape({ id: column.text() })

const idAtCommitRow = rowShape({ id: column.text(), commit: column.int() })

/** The given movements whose profile still exists, locked, and that were not reported before. */
export async function lockUntold(
  tx: Queryable,
  of: OfList,
  movements: readonly FoundMovement[],
): Promise<FoundMovement[]> {
  const rows = await tx.query(sql.rows(idRow)`
    SELECT id FROM job_change_profiles
    WHERE organization_id = ${of.organizationId} AND list_id = ${of.listId}
      AND id = ANY(${movements.map(({ profileId }) => profileId)}::text[]) ORDER BY id FOR KEY SHARE`)
  const existing = await tx.query(sql.rows(idAtCommitRow)`
    SELECT profile_id AS id, commit FROM job_change_movements
    WHERE organization_id = ${of.organizationId} AND list_id = ${of.listId}
      AND profile_id = ANY(${rows.map(({ id }) => id)}::text[])`)
  const there = new Set(rows.map(({ id }) => id))
  const keys = new Set(existing.map(({ id, commit }) => `${id} ${commit}`))
  return movements.filter(
    ({ profileId, commit }) => there.has(profileId) && !keys.has(`${profileId} ${commit}`),
  )
}

const movementRow = rowShape({
  profileId: column.text(),
  movement: column.text<MovementKind>(),
  discoveredAt: column.instant(),
  details: column.json<MovementDetails>(),
})

/** Movements of profiles, newest first, up to a maximum for each. */
export async function selectMovements(
  on: Queryable,
  of: OfList,
  { profileIds, most }: { profileIds: readonly string[]; most: number },
): Promise<Map<string, MovementView[]>> {
  const rows = await on.query(sql.rows(movementRow)`
    SELECT p.id AS "profileId", m.movement, m.discovered_at AS "discoveredAt", m.details
    FROM unnest(${[...profileIds]}::text[]) AS p (id) CROSS JOIN LATERAL (
      SELECT movement, discovered_at, details, commit FROM job_change_movements
      WHERE organization_id = ${of.organizationId} AND list_id = ${of.listId} AND profile_id = p.id
      ORDER BY commit DESC LIMIT ${most}) AS m
    ORDER BY p.id, m.commit DESC`)
  const views = rows.map(({ profileId, movement, discoveredAt, details }) => ({
    profileId,
    view: { movement, discoveredAt: discoveredAt.toISOString(), ...details },
  }))
  const grouped = Map.groupBy(views, ({ profileId }) => profileId)
  return new Map([...grouped].map(([id, all]) => [id, all.map(({ view }) => view)]))
}
