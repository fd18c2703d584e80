import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

/** A watched profile. */
export interface WatchedProfile {
  id: string
  /** Name of the member in `platform/lists`: identifier tokens between spaces, strongest first. */
  identifier: string
  pnetUrl: string
  /** Entity id, decimal; null until the corpus knows the person. */
  entityId: string | null
  /** The commit of the first comparison; each later scan continues from the previous one. */
  sinceCommit: number | null
}

const watchedProfileRow = rowShape<WatchedProfile>({
  id: column.text(),
  identifier: column.text(),
  pnetUrl: column.text(),
  entityId: nullable(column.text()),
  sinceCommit: nullable(column.int()),
})

/** The list whose profiles these are, and its organization. */
export interface OfList {
  organizationId: string
  listId: string
}

const columns = sql`id, identifier, pnet_url AS "pnetUrl", entity_id::text AS "entityId", since_commit AS "sinceCommit"`
const inList = ({ organizationId, listId }: OfList) =>
  sql`organization_id = ${organizationId} AND list_id = ${listId}`

export async function insertProfiles(
  tx: Queryable,
  of: OfList,
  { profiles, addedAt }: { profiles: readonly WatchedProfile[]; addedAt: Date },
): Promise<void> {
  await tx.query(sql`
    INSERT INTO job_change_profiles (organization_id, list_id, id, identifier, pnet_url, entity_id, since_commit, added_at)
    SELECT ${of.organizationId}, ${of.listId}, p.id, p.identifier, p.url, p.entity::bigint, p.commit, ${addedAt}
    FROM unnest(${profiles.map(({ id }) => id)}::text[], ${profiles.map(({ identifier }) => identifier)}::text[],
      ${profiles.map(({ pnetUrl }) => pnetUrl)}::text[], ${profiles.map(({ entityId }) => entityId)}::text[],
      ${profiles.map(({ sinceCommit }) => sinceCommit)}::int[]) AS p (id, identifier, url, entity, commit)`)
}

/** Profiles by id, unordered. */
export function selectProfiles(on: Queryable, of: OfList, ids: readonly string[]): Promise<WatchedProfile[]> {
  return on.query(sql.rows(watchedProfileRow)`
    SELECT ${columns} FROM job_change_profiles WHERE ${inList(of)} AND id = ANY(${[...ids]}::text[])`)
}

/** Profiles after an id; `isKnown`: only those that the corpus knows, or only those it does not. */
export function selectProfilesAfter(
  on: Queryable,
  of: OfList,
  { after, isKnown, most }: { after: string; isKnown?: boolean; most: number },
): Promise<WatchedProfile[]> {
  return on.query(sql.rows(watchedProfileRow)`
    SELECT ${columns} FROM job_change_profiles WHERE ${inList(of)} AND id > ${after} AND ${filterKnown(isKnown)}
    ORDER BY id LIMIT ${most}`)
}

function filterKnown(isKnown: boolean | undefined) {
  if (isKnown === undefined) return sql`true`
  return isKnown ? sql`entity_id IS NOT NULL` : sql`entity_id IS NULL`
}

const identifierRow = rowShape({ identifier: column.text() })

/** Removes profiles with their movements; returns their identifiers. */
export async function deleteProfiles(tx: Queryable, of: OfList, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.query(sql.rows(identifierRow)`
    DELETE FROM job_change_profiles WHERE ${inList(of)} AND id = ANY(${[...ids]}::text[]) RETURNING identifier`)
  return rows.map(({ identifier }) => identifier)
}

export async function deleteAllProfiles(tx: Queryable, of: OfList): Promise<void> {
  await tx.query(sql`DELETE FROM job_change_profiles WHERE ${inList(of)}`)
}

/** Sets the entities of profiles, and the commit from which they are compared. */
export async function bindProfiles(
  tx: Queryable,
  of: OfList,
  bound: readonly { id: string; entityId: string; sinceCommit: number }[],
): Promise<void> {
  // The condition is repeated: a plan cached while there were few profiles would read the whole list for each chunk.
  const ids = bound.map(({ id }) => id)
  await tx.query(sql`
    UPDATE job_change_profiles p SET entity_id = b.entity::bigint, since_commit = b.commit
    FROM unnest(${ids}::text[], ${bound.map(({ entityId }) => entityId)}::text[],
      ${bound.map(({ sinceCommit }) => sinceCommit)}::int[]) AS b (id, entity, commit)
    WHERE p.organization_id = ${of.organizationId} AND p.list_id = ${of.listId} AND p.id = b.id
      AND p.id = ANY(${ids}::text[])`)
}
