import { createHash } from 'node:crypto'
import { sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

/** What became of a mail at one of its addresses before. */
export type Mailed = 'new' | 'taken' | 'unknown'

/** Deliveries go with their events; what is left of mails that never ended is as old. */
const keepMs = 30 * 86_400_000

export const addressDigest = (address: string): Buffer => createHash('sha256').update(address).digest()

/**
 * Begins a mail of some deliveries, or one that was begun before: whom it is sent to now is noted before it is sent. Answers each
 * address with what became of it: one that was begun and never ended is not begun again, for nobody knows whether it arrived.
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
    const before = await tx.query<{ address: Buffer; isTaken: boolean }>(sql`
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

/** The mail server took it for an address. */
export async function noteTaken(on: Queryable, id: string, address: string, now: Date): Promise<void> {
  await on.query(sql`
    UPDATE webhook_mails SET taken_at = ${now} WHERE id = ${id} AND address = ${addressDigest(address)}`)
}

/** The mail server refused it for an address, which may be tried again. */
export async function noteRefused(on: Queryable, id: string, address: string): Promise<void> {
  await on.query(sql`DELETE FROM webhook_mails WHERE id = ${id} AND address = ${addressDigest(address)}`)
}
