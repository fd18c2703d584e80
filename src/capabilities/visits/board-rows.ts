import { sql, type Queryable } from '../../store/postgres/index.ts'

/** What a board showed when it was last read. */
export interface BoardSnapshot {
  url: string
  /** Entity id, decimal. */
  companyId: string
  companyName: string | null
  source: string
  takenAt: Date
  /** Address of each open posting, by its id. */
  openPostings: Readonly<Record<string, string | null>>
  isDoubted: boolean
}

export async function selectSnapshot(db: Queryable, url: string): Promise<BoardSnapshot | undefined> {
  const [row] = await db.query<BoardSnapshot>(sql`
    SELECT url, company_id::text AS "companyId", company_name AS "companyName", source, taken_at AS "takenAt",
      open_postings AS "openPostings", is_doubted AS "isDoubted"
    FROM board_snapshots WHERE url = ${url}`)
  return row
}

/** Addresses of the boards that a company had. */
export async function selectBoardUrls(db: Queryable, companyId: string): Promise<string[]> {
  const rows = await db.query<{ url: string }>(sql`
    SELECT url FROM board_snapshots WHERE company_id = ${companyId} ORDER BY url LIMIT 100`)
  return rows.map(({ url }) => url)
}

export async function storeSnapshot(db: Queryable, snapshot: BoardSnapshot): Promise<void> {
  const { url, companyId, companyName, source, takenAt, openPostings, isDoubted } = snapshot
  await db.query(sql`
    INSERT INTO board_snapshots (url, company_id, company_name, source, taken_at, open_postings, is_doubted)
    VALUES (${url}, ${companyId}, ${companyName}, ${source}, ${takenAt}, ${JSON.stringify(openPostings)}, ${isDoubted})
    ON CONFLICT (url) DO UPDATE SET company_id = excluded.company_id, company_name = excluded.company_name,
      source = excluded.source, taken_at = excluded.taken_at, open_postings = excluded.open_postings,
      is_doubted = excluded.is_doubted`)
}

export async function deleteSnapshot(db: Queryable, url: string): Promise<void> {
  await db.query(sql`DELETE FROM board_snapshots WHERE url = ${url}`)
}
