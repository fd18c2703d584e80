import { column, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { ContactKind } from '../contacts/index.ts'
import type { BuildStatus } from './build-rows.ts'
import type { EnrichmentItems } from './enrichment-order.ts'

/** An enrichment of an audience, as stored. */
export interface EnrichmentRow extends EnrichmentItems {
  organizationId: string
  audienceId: string
  id: string
  taskId: string
  status: BuildStatus
  createdAt: Date
  finishedAt: Date | null
  companiesFetched: number
  prospectsFetched: number
  prospectsWithContacts: number
  unavailable: number
}

const enrichmentRow = rowShape<EnrichmentRow>({
  liveCompanyItems: column.int(),
  liveProspectItems: column.int(),
  contactItems: column.int(),
  organizationId: column.text(),
  audienceId: column.text(),
  id: column.text(),
  taskId: column.text(),
  status: column.text(),
  createdAt: column.instant(),
  finishedAt: nullable(column.instant()),
  companiesFetched: column.int(),
  prospectsFetched: column.int(),
  prospectsWithContacts: column.int(),
  unavailable: column.int(),
})

export type EnrichmentName = Pick<EnrichmentRow, 'organizationId' | 'id'>

const columns = sql`organization_id AS "organizationId", audience_id AS "audienceId", id, task_id AS "taskId",
  live_company_items AS "liveCompanyItems", live_prospect_items AS "liveProspectItems", contact_items AS "contactItems",
  status, created_at AS "createdAt", finished_at AS "finishedAt", companies_fetched AS "companiesFetched",
  prospects_fetched AS "prospectsFetched", prospects_with_contacts AS "prospectsWithContacts", unavailable`

/** False where another enrichment of the audience is running. */
export async function insertEnrichment(
  tx: Queryable,
  row: Pick<EnrichmentRow, 'organizationId' | 'audienceId' | 'id' | 'taskId' | 'createdAt'> & EnrichmentItems,
): Promise<boolean> {
  const rows = await tx.query(sql`
    INSERT INTO audience_enrichments (organization_id, audience_id, id, task_id, live_company_items, live_prospect_items,
      contact_items, status, created_at)
    VALUES (${row.organizationId}, ${row.audienceId}, ${row.id}, ${row.taskId}, ${row.liveCompanyItems},
      ${row.liveProspectItems}, ${row.contactItems}, 'RUNNING', ${row.createdAt})
    ON CONFLICT (audience_id) WHERE status = 'RUNNING' DO NOTHING RETURNING id`)
  return rows.length > 0
}

/** The newest enrichment of an audience. */
export async function selectNewestEnrichment(
  on: Queryable,
  organizationId: string,
  audienceId: string,
): Promise<EnrichmentRow | undefined> {
  const [row] = await on.query(sql.rows(enrichmentRow)`
    SELECT ${columns} FROM audience_enrichments
    WHERE organization_id = ${organizationId} AND audience_id = ${audienceId} ORDER BY number DESC LIMIT 1`)
  return row
}

/** Counts what an item delivered. */
export async function addDelivered(
  tx: Queryable,
  { organizationId, id }: EnrichmentName,
  more: { companies?: number; prospects?: number; contacts?: number; unavailable?: number },
): Promise<void> {
  const { companies = 0, prospects = 0, contacts = 0, unavailable = 0 } = more
  await tx.query(sql`
    UPDATE audience_enrichments SET companies_fetched = companies_fetched + ${companies},
      prospects_fetched = prospects_fetched + ${prospects},
      prospects_with_contacts = prospects_with_contacts + ${contacts}, unavailable = unavailable + ${unavailable}
    WHERE organization_id = ${organizationId} AND id = ${id}`)
}

/** An enrichment that has already ended does not change. */
export async function endEnrichment(
  tx: Queryable,
  { organizationId, id }: EnrichmentName,
  { status, finishedAt }: { status: 'COMPLETED' | 'FAILED' | 'CANCELED'; finishedAt: Date },
): Promise<void> {
  await tx.query(sql`
    UPDATE audience_enrichments SET status = ${status}, finished_at = ${finishedAt}
    WHERE organization_id = ${organizationId} AND id = ${id} AND status = 'RUNNING'`)
}

/** Enrichments that have not ended, begun before an instant. */
export async function selectUnendedEnrichments(on: Queryable, beforeMs: number): Promise<EnrichmentRow[]> {
  return on.query(sql.rows(enrichmentRow)`
    SELECT ${columns} FROM audience_enrichments WHERE status = 'RUNNING' AND created_at < ${new Date(beforeMs)}
    LIMIT 500`)
}

interface AudienceName {
  organizationId: string
  audienceId: string
}

/** Adds the kinds delivered for some people to those delivered before. */
export async function addContacts(
  tx: Queryable,
  { organizationId, audienceId }: AudienceName,
  reads: readonly { personId: string; kinds: readonly ContactKind[] }[],
): Promise<void> {
  const rows = reads.flatMap(({ personId, kinds }) => kinds.map((kind) => ({ personId, kind })))
  await tx.query(sql`
    INSERT INTO audience_contacts AS c (organization_id, audience_id, person_id, kinds)
    SELECT ${organizationId}, ${audienceId}, g.person_id, array_agg(DISTINCT g.kind ORDER BY g.kind)
    FROM unnest(${rows.map(({ personId }) => personId)}::numeric[], ${rows.map(({ kind }) => kind)}::text[])
      AS g (person_id, kind)
    GROUP BY g.person_id
    ON CONFLICT (organization_id, audience_id, person_id) DO UPDATE
      SET kinds = ARRAY(SELECT DISTINCT k FROM unnest(c.kinds || EXCLUDED.kinds) AS u (k) ORDER BY k)`)
}

const personKindsRow = rowShape({ personId: column.text(), kinds: column.texts<ContactKind>() })

/** The kinds delivered for some people. */
export async function selectContacts(
  on: Queryable,
  { organizationId, audienceId }: AudienceName,
  personIds: readonly string[],
): Promise<Map<string, ContactKind[]>> {
  const rows = await on.query(sql.rows(personKindsRow)`
    SELECT person_id::text AS "personId", kinds FROM audience_contacts
    WHERE organization_id = ${organizationId} AND audience_id = ${audienceId}
      AND person_id = ANY(${personIds}::numeric[])`)
  return new Map(rows.map(({ personId, kinds }) => [personId, kinds]))
}
