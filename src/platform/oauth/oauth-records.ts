import { createHmac } from 'node:crypto'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import type { Clock } from '../../lib/clock.ts'
import { openBytes, sealBytes } from '../../lib/sealed-bytes.ts'
import {
  column,
  deleteOldest,
  nullable,
  rowShape,
  sql,
  type Postgres,
  type Queryable,
} from '../../store/postgres/index.ts'

export interface OAuthRecordsSettings {
  db: Postgres
  clock: Clock
  secret: Buffer
  /** Thrown when a code or token was already used, by whomever. */
  usedBefore(): Error
  /** Runs when a sign-in is ended early, in the transaction that ends it. */
  ended(tx: Queryable, grant: GrantPayload): Promise<void>
}

/** A sign-in: the key that signed in, and the client. */
export interface GrantPayload {
  accountId: string
  clientId: string
}

/** Models that only a sign-in creates. */
const madeBySignIn = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken'])

/** How long a client is remembered after somebody signed in with it last, seconds. Unknown ones register again. */
const clientSeconds = 90 * 86_400

/**
 * Where the library keeps what it makes. An id is stored as its digest and a payload sealed: with the database alone nobody
 * has a token. What is consumed is consumed once, by the database: of two that come at the same time one is refused.
 */
export function oauthRecords(settings: OAuthRecordsSettings): AdapterFactory {
  return (model) => new OAuthRecords(model, settings)
}

const payloadRow = rowShape({ payload: column.bytes() })

const recordRow = rowShape({ payload: column.bytes(), consumedAt: nullable(column.instant()) })

const grantRow = rowShape({ id: column.bytes(), payload: column.bytes() })

/** The records of one model of the library. */
class OAuthRecords implements Adapter {
  readonly #model: string
  readonly #settings: OAuthRecordsSettings
  readonly #seal: { key: Buffer; purpose: string }

  constructor(model: string, settings: OAuthRecordsSettings) {
    this.#model = model
    this.#settings = settings
    this.#seal = { key: settings.secret, purpose: 'oauth' }
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn = clientSeconds): Promise<void> {
    const { db, clock } = this.#settings
    const model = this.#model
    const { jti: _id, ...stored } = payload
    // A session is looked up by another id than its own, so it needs to know its own.
    const written = model === 'Session' ? payload : stored
    const sealed = sealBytes(Buffer.from(JSON.stringify(written)), model, this.#seal)
    const expiresAt = new Date(clock.now() + expiresIn * 1000)
    const clientId = this.#digestOptional('Client', payload.clientId)
    // By it a rotation or revocation finds the sign-ins that end (`deleteSignIns` of platform/keys).
    const keyId = model === 'Grant' ? (payload.accountId ?? null) : null
    await db.query(sql`
      INSERT INTO oauth_records (model, id, payload, grant_id, uid, client_id, key_id, expires_at)
      VALUES (${model}, ${this.#digest(model, id)}, ${sealed}, ${this.#digestOptional('Grant', payload.grantId)},
        ${this.#digestOptional('uid', payload.uid)}, ${clientId}, ${keyId}, ${expiresAt})
      ON CONFLICT (model, id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at`)
    if (model === 'Grant' && clientId !== null) {
      const until = new Date(clock.now() + clientSeconds * 1000)
      await db.query(sql`
        UPDATE oauth_records SET expires_at = ${until} WHERE model = 'Client' AND id = ${clientId}`)
    }
  }

  find(id: string): Promise<AdapterPayload | undefined> {
    const model = this.#model
    // A token that another process makes while the sign-in is being ended must not work either.
    const living = madeBySignIn.has(model)
      ? sql` AND EXISTS (SELECT 1 FROM oauth_records g WHERE g.model = 'Grant' AND g.id = oauth_records.grant_id)`
      : sql``
    const where = sql`id = ${this.#digest(model, id)}${living}`
    return this.#findPayload(where, model === 'Client' ? undefined : id)
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#findPayload(sql`uid = ${this.#digest('uid', uid)}`)
  }

  /** Codes for devices are not offered. */
  async findByUserCode(): Promise<undefined> {
    return undefined
  }

  async consume(id: string): Promise<void> {
    const { db, clock, usedBefore } = this.#settings
    const rows = await db.query(sql`
      UPDATE oauth_records SET consumed_at = ${new Date(clock.now())}
      WHERE model = ${this.#model} AND id = ${this.#digest(this.#model, id)} AND consumed_at IS NULL RETURNING 1`)
    if (rows.length > 0) return
    await this.#endSignIn(id)
    throw usedBefore()
  }

  async destroy(id: string): Promise<void> {
    const model = this.#model
    await this.#settings.db.transact(async (tx) => {
      const [row] = await tx.query(sql.rows(payloadRow)`
        DELETE FROM oauth_records WHERE model = ${model} AND id = ${this.#digest(model, id)} RETURNING payload`)
      if (row !== undefined && model === 'Grant') await this.#tellEnded(tx, row.payload)
    })
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#settings.db.query(sql`
      DELETE FROM oauth_records WHERE model = ${this.#model} AND grant_id = ${this.#digest('Grant', grantId)}`)
  }

  async #findPayload(where: ReturnType<typeof sql>, id?: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.#settings.db.query(sql.rows(recordRow)`
      SELECT payload, consumed_at AS "consumedAt" FROM oauth_records WHERE model = ${this.#model} AND ${where}`)
    const bytes = row && openBytes(row.payload, this.#model, this.#seal)
    if (row === undefined || bytes === undefined) return undefined
    const payload = JSON.parse(bytes.toString()) as AdapterPayload
    return {
      ...payload,
      ...(id === undefined ? {} : { jti: id }),
      ...(row.consumedAt === null ? {} : { consumed: Math.floor(row.consumedAt.getTime() / 1000) }),
    }
  }

  /** A code or token used twice is in other hands too, and it is unclear which user is the client. */
  async #endSignIn(id: string): Promise<void> {
    const model = this.#model
    await this.#settings.db.transact(async (tx) => {
      const [ending] = await tx.query(sql.rows(grantRow)`
        DELETE FROM oauth_records g USING oauth_records used
        WHERE used.model = ${model} AND used.id = ${this.#digest(model, id)} AND g.model = 'Grant' AND g.id = used.grant_id
        RETURNING g.id, g.payload`)
      if (ending === undefined) return
      await tx.query(sql`DELETE FROM oauth_records WHERE grant_id = ${ending.id}`)
      await this.#tellEnded(tx, ending.payload)
    })
  }

  async #tellEnded(tx: Queryable, payload: Buffer): Promise<void> {
    const bytes = openBytes(payload, 'Grant', this.#seal)
    if (bytes !== undefined) await this.#settings.ended(tx, JSON.parse(bytes.toString()) as GrantPayload)
  }

  #digest(model: string, id: string): Buffer {
    return createHmac('sha256', this.#settings.secret).update(`oauth ${model}\0`).update(id).digest()
  }

  #digestOptional(model: string, id: string | undefined): Buffer | null {
    return id === undefined ? null : this.#digest(model, id)
  }
}

/** Removes what expired. Answers how many. */
export async function purgeOAuthRecords(db: Postgres, nowMs: number): Promise<number> {
  const where = sql`expires_at < ${new Date(nowMs)}`
  return deleteOldest(db, { table: 'oauth_records', where, by: 'expires_at', most: 10_000 })
}
