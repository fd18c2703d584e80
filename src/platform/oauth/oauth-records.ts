import { createHmac } from 'node:crypto'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../../lib/clock.ts'
import { openBytes, sealBytes } from '../../lib/sealed-bytes.ts'
import { deleteOldest, sql, type Postgres, type Queryable } from '../../store/postgres/index.ts'

export interface OAuthRecordsSettings {
  db: Postgres
  clock: Clock
  secret: Buffer
  /** Thrown when a code or token was already used, by whomever. */
  usedBefore(): Error
  /** Told when a sign-in is ended before its time, in the transaction that ends it. */
  ended(tx: Queryable, grant: GrantPayload): Promise<void>
}

/** Of a sign-in: whose key and which client. */
export interface GrantPayload {
  accountId: string
  clientId: string
}

/** What a sign-in yields, and nothing else does. */
const madeBySignIn = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken'])

/** How long a client is remembered after somebody signed in with it last, seconds. Unknown ones register again. */
const clientSeconds = 90 * 86_400

/**
 * Where the library keeps what it makes. An id is stored as its digest and a payload sealed: with the database alone nobody
 * has a token. What is consumed is consumed once, by the database: of two that come at the same time one is refused.
 */
export function oauthRecords(settings: OAuthRecordsSettings): AdapterFactory {
  const { db, clock, secret, usedBefore, ended } = settings
  const digest = (model: string, id: string) =>
    createHmac('sha256', secret).update(`oauth ${model}\0`).update(id).digest()
  const optionalDigest = (model: string, id: string | undefined) =>
    id === undefined ? null : digest(model, id)
  const seal = { key: secret, purpose: 'oauth' }

  return (model): Adapter => {
    const findPayload = async (
      where: ReturnType<typeof sql>,
      id?: string,
    ): Promise<AdapterPayload | undefined> => {
      const [row] = await db.query<{ payload: Buffer; consumedAt: Date | null }>(sql`
        SELECT payload, consumed_at AS "consumedAt" FROM oauth_records WHERE model = ${model} AND ${where}`)
      const bytes = row && openBytes(row.payload, model, seal)
      if (row === undefined || bytes === undefined) return undefined
      const payload = JSON.parse(bytes.toString()) as AdapterPayload
      return {
        ...payload,
        ...(id === undefined ? {} : { jti: id }),
        ...(row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1000) }),
      }
    }
    // What another process makes of a sign-in while it is ended is good for nothing either.
    const living = madeBySignIn.has(model)
      ? sql` AND EXISTS (SELECT 1 FROM oauth_records g WHERE g.model = 'Grant' AND g.id = oauth_records.grant_id)`
      : sql``
    /** A code or token used twice is in other hands too, and it is unclear which user is the client. */
    const endSignIn = async (id: string) =>
      db.transact(async (tx) => {
        const [ending] = await tx.query<{ id: Buffer; payload: Buffer }>(sql`
          DELETE FROM oauth_records g USING oauth_records used
          WHERE used.model = ${model} AND used.id = ${digest(model, id)} AND g.model = 'Grant' AND g.id = used.grant_id
          RETURNING g.id, g.payload`)
        if (ending === undefined) return
        await tx.query(sql`DELETE FROM oauth_records WHERE grant_id = ${ending.id}`)
        const bytes = openBytes(ending.payload, 'Grant', seal)
        if (bytes !== undefined) await ended(tx, JSON.parse(bytes.toString()) as GrantPayload)
      })
    return {
      async upsert(id, payload, expiresIn = clientSeconds) {
        const { jti: _id, ...stored } = payload
        // A session is looked up by another id than its own, so it needs to know its own.
        const written = model === 'Session' ? payload : stored
        const sealed = sealBytes(Buffer.from(JSON.stringify(written)), model, seal)
        const expiresAt = new Date(clock.now() + expiresIn * 1000)
        const clientId = optionalDigest('Client', payload.clientId)
        await db.query(sql`
          INSERT INTO oauth_records (model, id, payload, grant_id, uid, client_id, expires_at)
          VALUES (${model}, ${digest(model, id)}, ${sealed}, ${optionalDigest('Grant', payload.grantId)},
            ${optionalDigest('uid', payload.uid)}, ${clientId}, ${expiresAt})
          ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`)
        if (model === 'Grant' && clientId !== null) {
          const until = new Date(clock.now() + clientSeconds * 1000)
          await db.query(sql`
            UPDATE oauth_records SET expires_at = ${until} WHERE model = 'Client' AND id = ${clientId}`)
        }
      },
      find: (id) => findPayload(sql`id = ${digest(model, id)}${living}`, model === 'Client' ? undefined : id),
      findByUid: (uid) => findPayload(sql`uid = ${digest('uid', uid)}`),
      // Codes for devices are not offered.
      findByUserCode: async () => undefined,
      async consume(id) {
        const rows = await db.query(sql`
          UPDATE oauth_records SET consumed_at = ${new Date(clock.now())}
          WHERE model = ${model} AND id = ${digest(model, id)} AND consumed_at IS NULL RETURNING 1`)
        if (rows.length > 0) return
        await endSignIn(id)
        throw usedBefore()
      },
      async destroy(id) {
        await db.transact(async (tx) => {
          const [row] = await tx.query<{ payload: Buffer }>(sql`
            DELETE FROM oauth_records WHERE model = ${model} AND id = ${digest(model, id)} RETURNING payload`)
          const bytes = row && model === 'Grant' ? openBytes(row.payload, model, seal) : undefined
          if (bytes !== undefined) await ended(tx, JSON.parse(bytes.toString()) as GrantPayload)
        })
      },
      async revokeByGrantId(grantId) {
        await db.query(sql`
          DELETE FROM oauth_records WHERE model = ${model} AND grant_id = ${digest('Grant', grantId)}`)
      },
    }
  }
}

/** Removes what expired. Answers how many. */
export async function purgeOAuthRecords(db: Postgres, nowMs: number): Promise<number> {
  const where = sql`expires_at < ${new Date(nowMs)}`
  return deleteOldest(db, { table: 'oauth_records', where, by: 'expires_at', most: 10_000 })
}
