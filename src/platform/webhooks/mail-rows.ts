import { createHash } from 'node:crypto'
import { column, rowShape, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** The state of a mail at one of its addresses. */
export type Mailed = 'new' | 'taken' | 'unknown'

/** As long as events and their deliveries are kept. */
const keepMs = 30 * 86_400_000

export const addressDigest = (address: string): Buffer => createHash('sha256').update(address).digest()

const addressRow = rowShape({ address: column.bytes(), isTaken: column.bool() })

/**
 * Begins a mail of some deliveries, or continues one. Its addresses are stored before it is sent. Returns the state of each: a
 * mail that was begun and never ended is not sent again, because nobody knows whether it arrived.
 */
export async function beginMail(
  db: Postgres,
  mail: {
    id: string
    endpointId: string
    deliveryIds: readonly string[]
    addresses: readonly string[]
    now: Date
  },
): Promise<Map<string, Mailed>> {
  const { id, endpointId, deliveryIds, addresses, now } = mail
  const digests = addresses.map(addressDigest)
  return db.transact(async (tx) => {
    await tx.query(sql`
      UPDATE webhook_deliveries SET mail_id = ${id} WHERE id = ANY(${[...deliveryIds]}::text[]) AND mail_id IS NULL`)
    await tx.query(sql`
      DELETE FROM webhook_mails
      WHERE endpoint_id = ${endpointId} AND begun_at < ${new Date(now.getTime() - keepMs)}`)
    const before = await tx.query(sql.rows(addressRow)`
      SELECT address, taken_at IS NOT NULL AS "isTaken" FROM webhook_mails WHERE id = ${id}`)
    await tx.query(sql`
      INSERT INTO webhook_mails (id, address, endpoint_id, begun_at)
      SELECT ${id}, address, ${endpointId}, ${now}::timestamptz FROM unnest(${digests}::bytea[]) AS a (address)
      ON CONFLICT DO NOTHING`)
    return new Map(
      addresses.map((address, place) => {
        const row = before.find((each) => each.address.equals(digests[place] as Buffer))
        if (row === undefined) return [address, 'new']
        return [address, row.isTaken ? 'taken' : 'unknown']
      }),
    )
  })
}

/** Notes that the mail server accepted the mail for an address. */
export async function noteTaken(on: Queryable, id: string, address: string, now: Date): Promise<void> {
  await on.query(sql`
    UPDATE webhook_mails SET taken_at = ${now} WHERE id = ${id} AND address = ${addressDigest(address)}`)
}

/** Notes that the mail server refused the mail for an address, which may be tried again. */
export async function noteRefused(on: Queryable, id: string, address: string): Promise<void> {
  await on.query(sql`DELETE FROM webhook_mails WHERE id = ${id} AND address = ${addressDigest(address)}`)
}
