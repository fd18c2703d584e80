import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'

const payAsYouGoRow = rowShape({ is: column.bool() })

/** Whether a key belongs to a machine that buys what it needs: its purchases may be small. */
export async function isPayAsYouGo(db: Queryable, keyId: string): Promise<boolean> {
  const [row] = await db.query(
    sql.rows(payAsYouGoRow)`SELECT pay_as_you_go AS is FROM api_keys WHERE id = ${keyId}`,
  )
  return row?.is === true
}

/** False when there is no such key. */
export async function setPayAsYouGo(db: Queryable, keyId: string, is: boolean): Promise<boolean> {
  const rows = await db.query(sql`UPDATE api_keys SET pay_as_you_go = ${is} WHERE id = ${keyId} RETURNING 1`)
  return rows.length === 1
}
