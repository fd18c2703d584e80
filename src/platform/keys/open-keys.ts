import type { Clock } from '../../lib/clock.ts'
import type { MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Authenticator } from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { formatKey, hashKey, parseKey, type KeyMode } from './key-format.ts'
import { createKeyCache } from './key-cache.ts'
import {
  insertKey,
  selectKey,
  selectKeyByHash,
  selectKeys,
  selectOwner,
  updateCreditLimit,
  updateExpiration,
  updateRevoked,
  type KeyRecord,
} from './key-records.ts'

/** Below the promised second, so that the round trip fits too. */
const MAX_AGE_MS = 900
const MAX_ENTRIES = 10_000

export interface KeysSettings {
  db: Postgres
  clock: Clock
  /** Under which keys are hashed; at least 32 bytes. */
  secret: Buffer
}

export interface NewKey {
  organizationId: string
  name: string
  mode?: KeyMode
  expiresAt?: Date | null
  maxCredits?: MilliCredits | null
  /** Installs this key instead of a random one; must be well formed. */
  rawKey?: string
}

export interface Keys extends Authenticator {
  /** The raw key is in the answer and nowhere else. In `tx` when the caller is in a transaction. */
  createKey(key: NewKey, tx?: Queryable): Promise<{ record: KeyRecord; rawKey: string }>
  /** Oldest first. */
  listKeys(organizationId: string, options?: { includeRevoked?: boolean }): Promise<KeyRecord[]>
  getKey(organizationId: string, keyId: string): Promise<KeyRecord | undefined>
  /** For operators, who know a key's id only. */
  organizationOf(keyId: string): Promise<string | undefined>
  /** These three answer the changed record, or undefined when the organization has no such key. */
  revokeKey(organizationId: string, keyId: string): Promise<KeyRecord | undefined>
  setExpiration(organizationId: string, keyId: string, expiresAt: Date | null): Promise<KeyRecord | undefined>
  setCreditLimit(
    organizationId: string,
    keyId: string,
    maxCredits: MilliCredits | null,
  ): Promise<KeyRecord | undefined>
}

/** Text that is not a key of ours: wrong shape or checksum. */
export class MalformedKey extends Error {
  override readonly name = 'MalformedKey'
}

export function openKeys({ db, clock, secret }: KeysSettings): Keys {
  if (secret.length < 32) throw new RangeError('the key secret is shorter than 32 bytes')
  const cache = createKeyCache({
    clock,
    maxAgeMs: MAX_AGE_MS,
    maxEntries: MAX_ENTRIES,
    find: (hash) => selectKeyByHash(db, hash),
  })

  /** Changes one key, then forgets what was cached, so that the change holds from the answer on. */
  async function change(organizationId: string, keyId: string, apply: () => Promise<void>) {
    await apply()
    cache.clear()
    return selectKey(db, organizationId, keyId)
  }

  return {
    async authenticate(rawKey) {
      if (parseKey(rawKey) === undefined) return undefined
      const known = await cache.get(hashKey(secret, rawKey))
      if (known === undefined || known.expiresAtMs <= clock.now()) return undefined
      return {
        organizationId: known.organizationId,
        keyId: known.id,
        keyPrefix: known.prefix,
        mode: known.mode,
      }
    },
    async createKey(key, tx = db) {
      const rawKey = key.rawKey ?? formatKey(key.mode ?? 'live')
      const parts = parseKey(rawKey)
      if (parts === undefined) throw new MalformedKey('not a well-formed API key: wrong shape or checksum')
      const row = {
        id: newId('key', clock),
        organizationId: key.organizationId,
        name: key.name,
        mode: parts.mode,
        hash: hashKey(secret, rawKey),
        prefix: parts.prefix,
        last4: parts.last4,
        expiresAt: key.expiresAt ?? null,
        maxCredits: key.maxCredits ?? null,
        createdAt: new Date(clock.now()),
      }
      await insertKey(tx, row)
      cache.clear()
      const { hash: _, ...shown } = row
      return { record: { ...shown, creditsUsed: 0, revokedAt: null }, rawKey }
    },
    listKeys: (organizationId, options) => selectKeys(db, organizationId, options?.includeRevoked ?? false),
    getKey: (organizationId, keyId) => selectKey(db, organizationId, keyId),
    organizationOf: (keyId) => selectOwner(db, keyId),
    revokeKey: (organizationId, keyId) =>
      change(organizationId, keyId, () => updateRevoked(db, organizationId, keyId, new Date(clock.now()))),
    setExpiration: (organizationId, keyId, expiresAt) =>
      change(organizationId, keyId, () => updateExpiration(db, organizationId, keyId, expiresAt)),
    setCreditLimit: (organizationId, keyId, maxCredits) =>
      change(organizationId, keyId, () => updateCreditLimit(db, organizationId, keyId, maxCredits)),
  }
}
