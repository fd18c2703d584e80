import { randomBytes } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { dayMs, hourMs, minuteMs } from '../../lib/time.ts'
import { Failure, type Caller } from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import { INSTALLATION, type Audit, type AuditOrigin } from '../audit/index.ts'
import { findConsoleKey, lockSecret, openConsoleKey, type Keys } from '../keys/index.ts'
import type { Organizations } from '../organizations/index.ts'
import { hasher } from './hash-secret.ts'
import { lockMembers, selectMember, updateSeen, type Member } from './member-rows.ts'
import type { Members } from './open-members.ts'
import {
  deleteCodes,
  deleteExpired,
  deleteSession,
  insertCode,
  insertSession,
  selectSession,
  selectSessions,
  takeCode,
  updateMode,
  updateSessionSeen,
  type Session,
} from './session-rows.ts'

export const codeMinutes = 15
const wholeMs = 7 * dayMs
const idleMs = 12 * hourMs
/** Operators change what is everybody's, so their sessions end sooner. */
const operatorIdleMs = 30 * minuteMs
const operatorWholeMs = 12 * hourMs
/** How exactly the last use is noted. */
const seenMs = minuteMs
const purgeBatch = 1_000
/** Of one organization, shown at a time. */
const maxShown = 1_000

export interface SessionsSettings {
  db: Postgres
  clock: Clock
  /** Hashes codes and cookies; the secret of the installation. */
  secret: Buffer
  audit: Audit
  keys: Keys
  members: Members
  organizations: Organizations
}

/** Where a sign-in comes from. */
export interface SignInOrigin {
  address: string
  browser: string | undefined
  requestId: string
}

/** A new session. */
export interface SignedIn {
  session: Session
  /** For the cookie; here and nowhere else. */
  token: string
}

/** A session that can be worked in, and the caller as which it works. */
export interface UsableSession {
  session: Session
  caller: Caller
}

export interface Sessions {
  /** A code of one sign-in, good for 15 minutes; `organizationId` null: as operator of the installation. */
  makeCode(of: { organizationId: string | null; account: string }): Promise<string>
  /** Undefined for a code that is used, expired or unknown. */
  signInByCode(code: string, origin: SignInOrigin): Promise<SignedIn | undefined>
  /** Undefined for a token that is used, withdrawn, lapsed or unknown. */
  signInByInvitation(token: string, origin: SignInOrigin): Promise<SignedIn | undefined>
  /** In the transaction that proved who it is. */
  signInMember(tx: Queryable, member: Member, origin: SignInOrigin): Promise<SignedIn>
  /** The session can do what the key can, and no more. Undefined for a secret that a rotation replaced. */
  signInByKey(caller: Caller, origin: SignInOrigin): Promise<SignedIn | undefined>
  /** Whoever has the operator's token or a code of the machine. */
  signInOperator(by: { code: string } | 'token', origin: SignInOrigin): Promise<SignedIn | undefined>
  /**
   * Undefined for a session that ended, and for one whose person or key may no longer work. `isWatching`: it does not count as
   * a use.
   */
  findSession(token: string, how?: { isWatching?: boolean }): Promise<UsableSession | undefined>
  findOperatorSession(token: string): Promise<Session | undefined>
  /** Undefined where the key of the session is one of the sandbox, which reaches nothing else. */
  setMode(usable: UsableSession, mode: 'live' | 'test'): Promise<UsableSession | undefined>
  /** Newest first. */
  listSessions(of: {
    organizationId: string
    memberId?: string | undefined
    keyId?: string | undefined
  }): Promise<Session[]>
  /** Ends sessions; answers how many there were. */
  endSessions(sessions: readonly Session[], by: AuditOrigin): Promise<number>
  /** Removes codes and sessions that are over, a batch; answers how many. */
  purgeSessions(nowMs: number): Promise<number>
}

export function openSessions(settings: SessionsSettings): Sessions {
  const { db, clock, secret, keys } = settings
  const hash = hasher(secret)
  const find = async (token: string, idle: number, isWatching = false): Promise<Session | undefined> => {
    const now = new Date(clock.now())
    const session = await selectSession(db, hash('session', token), {
      now,
      seenAfter: new Date(now.getTime() - idle),
    })
    if (session !== undefined && !isWatching && now.getTime() - session.seenAt.getTime() >= seenMs) {
      await updateSessionSeen(db, session.id, now)
      if (session.memberId !== null) await updateSeen(db, session.memberId, now)
    }
    return session
  }
  return {
    makeCode: (of) => makeConsoleCode(settings, of),
    ...signIns(settings),
    async findSession(token, { isWatching = false } = {}) {
      const session = await find(token, idleMs, isWatching)
      return session && usable(keys, session)
    },
    async findOperatorSession(token) {
      const session = await find(token, operatorIdleMs)
      return session?.organizationId === null ? session : undefined
    },
    setMode: modeSetter(settings),
    listSessions: ({ organizationId, memberId, keyId }) => {
      const now = new Date(clock.now())
      const of = { organizationId, memberId, keyId, most: maxShown }
      return selectSessions(db, of, { now, seenAfter: new Date(now.getTime() - idleMs) })
    },
    endSessions: sessionEnder(settings),
    async purgeSessions(nowMs) {
      const now = new Date(nowMs)
      return (await deleteCodes(db, now, purgeBatch)) + (await deleteExpired(db, now, purgeBatch))
    },
  }
}

/** As `makeCode`, for commands that open no more than the control plane. */
export async function makeConsoleCode(
  { db, clock, secret }: Pick<SessionsSettings, 'db' | 'clock' | 'secret'>,
  { organizationId, account }: { organizationId: string | null; account: string },
): Promise<string> {
  const code = randomBytes(16).toString('base64url')
  const createdAt = new Date(clock.now())
  const expiresAt = new Date(createdAt.getTime() + codeMinutes * minuteMs)
  const hash = hasher(secret)('code', code)
  await insertCode(db, { hash, organizationId, account, createdAt, expiresAt })
  return code
}

type SignIns = Pick<
  Sessions,
  'signInByCode' | 'signInByInvitation' | 'signInMember' | 'signInByKey' | 'signInOperator'
>

function signIns(settings: SessionsSettings): SignIns {
  const { db, clock, secret, members } = settings
  const hash = hasher(secret)
  const begin = sessionBeginner(settings)
  return {
    signInByCode: (code, origin) =>
      db.transact(async (tx) => {
        const now = new Date(clock.now())
        const slip = await takeCode(tx, hash('code', code), { isOperator: false, now })
        if (slip === undefined || slip.organizationId === null) return undefined
        const { organizationId, account } = slip
        return begin.ofMember(tx, await members.openAccount(tx, { organizationId, account }), origin)
      }),
    signInByInvitation: (token, origin) =>
      db.transact(async (tx) => {
        const member = await members.acceptToken(tx, token, origin)
        return member && begin.ofMember(tx, member, origin)
      }),
    signInMember: begin.ofMember,
    signInByKey: (caller, origin) =>
      db.transact(async (tx) => {
        // Its session would outlast the secret, and a rotation ends only those there are.
        const isCurrent = await lockSecret(tx, caller.keyId, caller.keyPrefix)
        return isCurrent ? begin.ofKey(tx, caller, origin) : undefined
      }),
    signInOperator: (by, origin) =>
      db.transact(async (tx) => {
        if (by === 'token') return begin.ofOperator(tx, 'operator:token', origin)
        const now = new Date(clock.now())
        const slip = await takeCode(tx, hash('code', by.code), { isOperator: true, now })
        return slip && begin.ofOperator(tx, `operator:${slip.account}`, origin)
      }),
  }
}

/** The caller as which a session works: its key, and where an API key was exchanged for it, no more than that key may. */
async function usable(keys: Keys, session: Session): Promise<UsableSession | undefined> {
  const { actingKeyId, keyId, id } = session
  if (actingKeyId === null) return undefined
  const acting = await keys.findCaller(actingKeyId)
  if (acting === undefined) return undefined
  if (keyId === null || keyId === actingKeyId) return { session, caller: { ...acting, sessionId: id } }
  const parent = await keys.findCaller(keyId)
  if (parent === undefined) return undefined
  const { restrictions } = parent
  const caller = { ...acting, ...(restrictions === undefined ? {} : { restrictions }), sessionId: id }
  return { session, caller }
}

type Ids = Pick<Session, 'organizationId' | 'memberId' | 'keyId' | 'actingKeyId' | 'mode' | 'actor'>

function sessionBeginner(settings: SessionsSettings) {
  const { clock, secret, audit } = settings
  const hash = hasher(secret)
  async function begin(tx: Queryable, ids: Ids, origin: SignInOrigin): Promise<SignedIn> {
    const token = randomBytes(32).toString('base64url')
    const now = new Date(clock.now())
    const session: Session = {
      ...ids,
      id: newId('ses', clock),
      address: origin.address,
      browser: origin.browser?.slice(0, 200) ?? null,
      createdAt: now,
      seenAt: now,
      expiresAt: new Date(now.getTime() + (ids.organizationId === null ? operatorWholeMs : wholeMs)),
    }
    await insertSession(tx, { ...session, hash: hash('session', token) })
    const { actor } = ids
    const { address, requestId } = origin
    await audit.append(tx, {
      organizationId: await auditedIn(settings, tx, session),
      by: { actor, address, requestId },
      action: 'session.started',
      subject: session.id,
    })
    return { session, token }
  }
  return {
    async ofMember(tx: Queryable, member: Member, origin: SignInOrigin) {
      const { id: memberId, organizationId, actor } = member
      await lockMembers(tx, organizationId)
      // Removed since they proved who they are.
      if ((await selectMember(tx, organizationId, memberId))?.state !== 'active')
        throw new Failure('unauthorized')
      const actingKeyId = await openConsoleKey(tx, {
        id: newId('key', clock),
        organizationId,
        memberId,
        name: member.email ?? `${member.name} on the machine of the service`,
        mode: 'live',
        monthCredits: member.monthCredits,
        expiresAt: null,
        now: new Date(clock.now()),
      })
      await updateSeen(tx, memberId, new Date(clock.now()))
      return begin(tx, { organizationId, memberId, keyId: null, actingKeyId, mode: 'live', actor }, origin)
    },
    ofKey(tx: Queryable, { organizationId, keyId, mode }: Caller, origin: SignInOrigin) {
      const actor = `key:${keyId}`
      return begin(tx, { organizationId, memberId: null, keyId, actingKeyId: keyId, mode, actor }, origin)
    },
    ofOperator(tx: Queryable, actor: string, origin: SignInOrigin) {
      const nobody = { organizationId: null, memberId: null, keyId: null, actingKeyId: null }
      return begin(tx, { ...nobody, mode: 'live', actor }, origin)
    },
  }
}

/** The chain in which a session has its entries: for a key of a sandbox that of the organization itself. */
async function auditedIn(
  { keys }: SessionsSettings,
  tx: Queryable,
  { organizationId, keyId }: Session,
): Promise<string> {
  if (organizationId === null) return INSTALLATION
  return (keyId === null ? undefined : await keys.findAuditOwner(keyId, tx)) ?? organizationId
}

function modeSetter(settings: SessionsSettings): Sessions['setMode'] {
  const { db, clock, keys, organizations } = settings
  return async ({ session, caller }, mode) => {
    if (session.mode === mode) return { session, caller }
    const { id, organizationId, memberId, keyId, expiresAt } = session
    if (organizationId === null) return undefined
    // A key of the sandbox was exchanged: it reaches nothing else.
    const own = keyId === null ? undefined : await keys.findCaller(keyId)
    if (own?.mode === 'test') return undefined
    const sandboxId = await organizations.openSandbox(organizationId)
    const changed = await db.transact(async (tx) => {
      const openInSandbox = () =>
        openConsoleKey(tx, {
          id: newId('key', clock),
          organizationId: sandboxId,
          memberId,
          name: `Sandbox of ${session.actor}`,
          mode: 'test',
          monthCredits: null,
          expiresAt: memberId === null ? expiresAt : null,
          now: new Date(clock.now()),
        })
      const findLive = async () => keyId ?? (await findConsoleKey(tx, memberId ?? '', organizationId))
      const actingKeyId = mode === 'test' ? await openInSandbox() : await findLive()
      if (actingKeyId === undefined) return undefined
      await updateMode(tx, { id, mode, actingKeyId })
      return { ...session, mode, actingKeyId }
    })
    return changed && usable(keys, changed)
  }
}

function sessionEnder(settings: SessionsSettings): Sessions['endSessions'] {
  const { db, audit } = settings
  return (sessions, by) =>
    db.transact(async (tx) => {
      let count = 0
      for (const session of sessions) {
        if (!(await deleteSession(tx, session.id))) continue
        count += 1
        await audit.append(tx, {
          organizationId: await auditedIn(settings, tx, session),
          by,
          action: 'session.ended',
          subject: session.id,
          detail: { who: session.actor },
        })
      }
      return count
    })
}
