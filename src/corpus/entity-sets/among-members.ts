import { column, rowShape, sql, type Postgres } from '../../store/postgres/index.ts'
import type { EntitySet } from './members.ts'

/** Numbers as search rows hold them, unsigned. */
export interface MemberNumbers {
  /** For tokens: the keys of a row. */
  tokens: readonly bigint[]
  /** For domains and pages, as people name their employers by them (`employerTie`). */
  domains?: readonly bigint[] | undefined
}

const memberNumberRow = rowShape({ isDomain: column.bool(), number: column.text() })

/**
 * Which of some numbers belong to members of one of the sets. This looks up each number and set, for the rows of a
 * page; a condition would read every member (a million: 0.2 s each time it stands in a statement).
 */
export async function amongMembers(
  db: Postgres,
  sets: readonly EntitySet[],
  { tokens, domains = [] }: MemberNumbers,
): Promise<{ tokens: Set<bigint>; domains: Set<bigint> }> {
  const ids = [...new Set(tokens)].map(signed)
  const askedDomains = [...new Set(domains)].map(signed)
  if (sets.length === 0 || ids.length + askedDomains.length === 0)
    return { tokens: new Set(), domains: new Set() }
  const within = sql`unnest(${sets.map(({ organizationId }) => organizationId)}::text[], ${sets.map(({ id }) => id)}::text[],
    ${sets.map(({ version }) => version)}::bigint[]) AS s (organization_id, set_id, version)`
  const last = (column: 'digest' | 'domain_digest') => sql`
    CROSS JOIN LATERAL (
      SELECT is_member FROM entity_set_members m
      WHERE m.organization_id = s.organization_id AND m.set_id = s.set_id AND m.${sql.id(column)} = n.number
        AND m.version <= s.version
      ORDER BY m.version DESC LIMIT 1) AS last
    WHERE last.is_member`
  const rows = await db.query(sql.rows(memberNumberRow)`
    SELECT DISTINCT false AS "isDomain", n.number::text AS number
    FROM ${within} CROSS JOIN unnest(${ids}::bigint[]) AS n (number) ${last('digest')}
    UNION ALL
    SELECT DISTINCT true, n.number::text
    FROM ${within} CROSS JOIN unnest(${askedDomains}::bigint[]) AS n (number) ${last('domain_digest')}`)
  const of = (domain: boolean) =>
    new Set(
      rows.flatMap(({ isDomain, number }) =>
        isDomain === domain ? [BigInt.asUintN(64, BigInt(number))] : [],
      ),
    )
  return { tokens: of(false), domains: of(true) }
}

/** As Postgres holds it. */
const signed = (number: bigint): string => String(BigInt.asIntN(64, number))
