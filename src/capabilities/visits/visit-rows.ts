import { sql, type Queryable } from '../../store/postgres/index.ts'

/** What a visit asks about. */
export type About = 'postings' | 'site' | 'news'

/**
 * Companies that were not visited since a moment, those never visited first, then the longest ago. One statement for any
 * number of them.
 */
export async function selectDue(
  db: Queryable,
  { about, ids, before, most }: { about: About; ids: readonly string[]; before: Date; most: number },
): Promise<string[]> {
  const rows = await db.query<{ id: string }>(sql`
    SELECT wanted.id::text AS id
    FROM unnest(${ids}::bigint[]) AS wanted(id)
    LEFT JOIN company_visits visit ON visit.company_id = wanted.id AND visit.about = ${about}
    WHERE visit.visited_at IS NULL OR visit.visited_at < ${before}
    ORDER BY visit.visited_at NULLS FIRST, wanted.id
    LIMIT ${most}`)
  return rows.map(({ id }) => id)
}

export async function storeVisit(
  db: Queryable,
  { companyId, about, at }: { companyId: string; about: About; at: Date },
): Promise<void> {
  await db.query(sql`
    INSERT INTO company_visits (company_id, about, visited_at) VALUES (${companyId}, ${about}, ${at})
    ON CONFLICT (company_id, about) DO UPDATE SET visited_at = excluded.visited_at`)
}
