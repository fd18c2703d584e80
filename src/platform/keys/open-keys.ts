import type { Clock } from '../../lib/clock.ts'
import { noCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Authenticator, Caller } from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Audit, AuditOrigin } from '../audit/index.ts'
import { describeChange, describeNewKey, type KeyChange } from './key-changes.ts'
import { formatKey, keyHasher, parseKey, type KeyMode } from './key-format.ts'
import { createKeyCache } from './key-cache.ts'
import {
  deleteSignIns,
  insertKey,
  lockKey,
  selectActor,
  selectActors,
  selectKey,
  selectKeyByHash,
  selectKeys,
  selectKeysByPrefix,
  selectAudited,
  selectKnownKey,
  selectOwner,
  selectSandboxOwner,
  takeFromLimit,
  updateKey,
  updateSecret,
  type KeyRecord,
  type KnownKey,
} from './key-records.ts'

/** Below the promised second, so that the round trip fits too. */
const maxAgeMs = 900
const maxEntries = 10_000
const system: AuditOrigin = { actor: 'system' }

export interface KeysSettings {
  db: Postgres
  clock: Clock
  /** The secret under which keys are hashed; at least 32 bytes. */
  secret: Buffer
  audit: Audit
}

export interface NewKey {
  /** For a test key the sandbox of the organization. */
  organizationId: string
  name: string
  mode?: KeyMode
  expiresAt?: Date | null
  maxCredits?: MilliCredits | null
  /** A key of the organization with which it is made: where that has a limit, `maxCredits` is taken out of it. */
  madeWith?: string
  /** Patterns of operation ids; an empty list allows every operation. */
  scopes?: readonly string[]
  isReadOnly?: boolean
  /** Addresses and CIDR ranges; an empty list allows any address. */
  allowedAddresses?: readonly string[]
  /** Installs this key instead of a random one; must be well formed. */
  rawKey?: string
  /** The creator, for the audit; default: the system. */
  by?: AuditOrigin
  /** The person who makes it. */
  memberId?: string | undefined
}

export interface Keys extends Authenticator {
  /** The caller behind the id of a key of any kind; undefined unless the key works now. */
  findCaller(keyId: string): Promise<Caller | undefined>
  /** Whom requests and charges of keys are from, as the audit writes it: the person, or the key itself. */
  nameActors(keyIds: readonly string[]): Promise<(keyId: string) => string>
  /** Organization whose audit tells of a key, whether it works or not; that of the organization for one of its sandbox. */
  findAuditOwner(keyId: string, tx: Queryable): Promise<string | undefined>
  /** Only the answer contains the raw key. Pass `tx` when the caller is in a transaction. */
  createKey(key: NewKey, tx?: Queryable): Promise<{ record: KeyRecord; rawKey: string }>
  /** Oldest first; those of the organization's sandbox among them. */
  listKeys(organizationId: string, options?: { includeRevoked?: boolean }): Promise<KeyRecord[]>
  getKey(organizationId: string, keyId: string): Promise<KeyRecord | undefined>
  /** The key with an id or a display prefix; `ambiguous` when several have the prefix. */
  findKey(organizationId: string, idOrPrefix: string): Promise<KeyRecord | 'ambiguous' | undefined>
  /** For operators, who know a key's id only. */
  findOrganization(keyId: string): Promise<string | undefined>
  /**
   * Changes one key, alone: `change` sees it as it is and nobody changes it meanwhile. Answers the changed record, or
   * undefined when the organization has no such key. What `change` throws leaves the key as it was.
   */
  changeKey(
    organizationId: string,
    keyId: string,
    change: (current: KeyRecord) => KeyChange,
    by?: AuditOrigin,
  ): Promise<KeyRecord | undefined>
  /** Keeps the first instant of revocation. */
  revokeKey(organizationId: string, keyId: string, by?: AuditOrigin): Promise<KeyRecord | undefined>
  setExpiration(
    organizationId: string,
    keyId: string,
    expiresAt: Date | null,
    by?: AuditOrigin,
  ): Promise<KeyRecord | undefined>
  /** For anyone but the key itself, which then cannot exceed this limit. */
  setCreditLimit(
    organizationId: string,
    keyId: string,
    maxCredits: MilliCredits | null,
    by?: AuditOrigin,
  ): Promise<KeyRecord | undefined>
  /**
   * A new secret for the same key; the one before works for `overlapMs` more, an even older one no longer. Console sessions
   * that the key was exchanged for and agents that signed in with it end at once. Undefined for an unknown key and for a revoked one, whose new secret would
   * never work.
   */
  rotateKey(
    organizationId: string,
    keyId: string,
    rotation: { overlapMs: number; by?: AuditOrigin },
  ): Promise<{ record: KeyRecord; rawKey: string } | undefined>
}

/** Text that is not a key of ours: wrong shape or checksum. */
export class MalformedKey extends Error {
  override readonly name = 'MalformedKey'
}

/** The key with which another is made has not so much of its limit left. */
export class LimitTooLow extends Error {
  override readonly name = 'LimitTooLow'
}

type Hashing = KeysSettings & { hashKey: (rawKey: string) => Buffer }

export function openKeys(settings: KeysSettings): Keys {
  const { db, clock, secret } = settings
  if (secret.length < 32) throw new RangeError('the key secret is shorter than 32 bytes')
  const hashKey = keyHasher(secret)
  const cache = createKeyCache({
    clock,
    maxAgeMs,
    maxEntries,
    find: (hash) => selectKeyByHash(db, hash),
  })
  const forget = () => cache.clear()
  const hashing = { ...settings, hashKey }
  const { changeKey, rotateKey } = keyChanges(hashing, forget)
  return {
    async authenticate(rawKey) {
      if (parseKey(rawKey) === undefined) return undefined
      const key = await cache.get(hashKey(rawKey))
      return callerNow(key, clock)
    },
    findCaller: async (keyId) => callerNow(await selectKnownKey(db, keyId), clock),
    async nameActors(keyIds) {
      const rows = keyIds.length === 0 ? [] : await selectActors(db, [...new Set(keyIds)])
      const actors = new Map(rows.map(({ id, actor }) => [id, actor]))
      return (keyId) => actors.get(keyId) ?? `key:${keyId}`
    },
    findAuditOwner: (keyId, tx) => selectAudited(tx, keyId),
    createKey: keyMaker(hashing, forget),
    listKeys: (organizationId, options) => selectKeys(db, organizationId, options?.includeRevoked ?? false),
    getKey: (organizationId, keyId) => selectKey(db, organizationId, keyId),
    async findKey(organizationId, idOrPrefix) {
      if (idOrPrefix.startsWith('key_')) return selectKey(db, organizationId, idOrPrefix)
      const [match, other] = await selectKeysByPrefix(db, organizationId, idOrPrefix)
      return other === undefined ? match : 'ambiguous'
    },
    findOrganization: (keyId) => selectOwner(db, keyId),
    changeKey,
    revokeKey: (organizationId, keyId, by) =>
      changeKey(organizationId, keyId, (key) => ({ revokedAt: key.revokedAt ?? new Date(clock.now()) }), by),
    setExpiration: (organizationId, keyId, expiresAt, by) =>
      changeKey(organizationId, keyId, () => ({ expiresAt, imposedExpiresAt: expiresAt }), by),
    setCreditLimit: (organizationId, keyId, maxCredits, by) =>
      changeKey(organizationId, keyId, () => ({ maxCredits, imposedCredits: maxCredits }), by),
    rotateKey,
  }
}

function callerNow(key: KnownKey | undefined, clock: Clock): Caller | undefined {
  if (key === undefined || key.expiresAtMs <= clock.now()) return undefined
  const { organizationId, id, prefix, mode, restrictions, isOutgoing, sandboxOf, person } = key
  return {
    organizationId,
    keyId: id,
    keyPrefix: prefix,
    mode,
    ...(restrictions === undefined ? {} : { restrictions }),
    ...(isOutgoing === true ? { isOutgoing } : {}),
    ...(sandboxOf === null ? {} : { sandboxOf }),
    ...(person === undefined ? {} : { person }),
  }
}

/** Makes keys; `forget` empties the cache, which may have remembered the new key as unknown. */
function keyMaker({ db, clock, hashKey, audit }: Hashing, forget: () => void): Keys['createKey'] {
  return async (key, tx) => {
    const rawKey = key.rawKey ?? formatKey(key.mode ?? 'live')
    const parts = parseKey(rawKey)
    if (parts === undefined) throw new MalformedKey('not a well-formed API key: wrong shape or checksum')
    const { organizationId, name } = key
    const view = {
      id: newId('key', clock),
      organizationId,
      name,
      ...parts,
      expiresAt: key.expiresAt ?? null,
      maxCredits: key.maxCredits ?? null,
      createdAt: new Date(clock.now()),
      scopes: key.scopes ?? [],
      isReadOnly: key.isReadOnly ?? false,
      allowedAddresses: key.allowedAddresses ?? [],
    }
    let madeBy: string | null = null
    const write = async (inside: Queryable) => {
      const sandboxOf = await selectSandboxOwner(inside, organizationId)
      if (sandboxOf !== undefined && (sandboxOf === null) !== (parts.mode === 'live')) {
        throw new Error('test keys belong to a sandbox and live keys to none')
      }
      madeBy = key.memberId === undefined ? null : await selectActor(inside, key.memberId)
      await insertKey(inside, { ...view, memberId: key.memberId ?? null, hash: hashKey(rawKey) })
      const { id } = view
      const detail = describeNewKey(view)
      const entry = { organizationId: sandboxOf ?? organizationId, by: key.by ?? system }
      if (key.madeWith !== undefined) {
        const rest = await takeFromLimit(inside, key.madeWith, view.maxCredits)
        if (rest === undefined)
          throw new LimitTooLow(`${key.madeWith} has less left than the new key may spend`)
        if (rest.maxCredits !== null) {
          const moved = { maxCredits: toCredits(rest.maxCredits), movedTo: id }
          const change = { action: 'key.limit-changed', subject: key.madeWith, detail: moved }
          await audit.append(inside, { ...entry, ...change })
        }
      }
      await audit.append(inside, { ...entry, action: 'key.created', subject: id, detail })
    }
    await (tx === undefined ? db.transact(write) : write(tx))
    forget()
    const record: KeyRecord = {
      ...view,
      imposedCredits: view.maxCredits,
      imposedExpiresAt: view.expiresAt,
      creditsUsed: noCredits,
      revokedAt: null,
      previousExpiresAt: null,
      madeBy,
    }
    return { record, rawKey }
  }
}

/** What signed in with a key that expired has ended, whatever the expiration becomes. */
const hasExpired = ({ expiresAt }: KeyRecord, clock: Clock): boolean =>
  expiresAt !== null && expiresAt.getTime() <= clock.now()

/** Changes of sandbox keys go into the chain of the organization itself. */
async function auditedIn(tx: Queryable, { organizationId }: KeyRecord): Promise<string> {
  return (await selectSandboxOwner(tx, organizationId)) ?? organizationId
}

function keyChanges(
  { db, clock, hashKey, audit }: Hashing,
  forget: () => void,
): Pick<Keys, 'changeKey' | 'rotateKey'> {
  return {
    async changeKey(organizationId, keyId, change, by = system) {
      const changed = await db.transact(async (tx) => {
        const before = await lockKey(tx, organizationId, keyId)
        if (before === undefined) return undefined
        const after = { ...before, ...change(before) }
        const entry = describeChange(before, after)
        if (entry === undefined) return after
        await updateKey(tx, after)
        if (after.revokedAt !== null || hasExpired(before, clock)) await deleteSignIns(tx, keyId)
        await audit.append(tx, { organizationId: await auditedIn(tx, after), by, subject: keyId, ...entry })
        return after
      })
      // The cache is emptied, so that the change holds from the answer on.
      forget()
      return changed
    },
    async rotateKey(organizationId, keyId, { overlapMs, by = system }) {
      const rotated = await db.transact(async (tx) => {
        const before = await lockKey(tx, organizationId, keyId)
        if (before === undefined || before.revokedAt !== null) return undefined
        const rawKey = formatKey(before.mode)
        const parts = parseKey(rawKey)
        if (parts === undefined) throw new MalformedKey('a key was made that is not one')
        const previousExpiresAt = new Date(clock.now() + overlapMs)
        const { prefix, last4 } = parts
        const hash = hashKey(rawKey)
        await updateSecret(tx, keyId, { hash, prefix, last4, previousExpiresAt })
        await deleteSignIns(tx, keyId)
        const detail = { prefix: { from: before.prefix, to: prefix }, previousExpiresAt }
        const entry = { organizationId: await auditedIn(tx, before), by, action: 'key.rotated' }
        await audit.append(tx, { ...entry, subject: keyId, detail })
        return { record: { ...before, prefix, last4, previousExpiresAt }, rawKey }
      })
      forget()
      return rotated
    },
  }
}
