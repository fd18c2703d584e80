import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { milli } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Audit, AuditOrigin } from '../audit/index.ts'
import type { KeyRecord, Keys, NewKey } from '../keys/index.ts'
import { signInCodeMail, type Mail } from '../mail/index.ts'
import type { Member, Members } from '../members/index.ts'
import type { Organizations } from '../organizations/index.ts'
import {
  deleteCode,
  deleteCodesBefore,
  insertCode,
  lockAddress,
  selectCodeTimes,
  takeTry,
  useCode,
} from './code-rows.ts'
import { dayMs } from '../../lib/time.ts'

export const codeMinutes = 10
const tries = 5
const codesADay = 10
const purgeBatch = 2_000
/** Live keys of one organization in use at a time. */
const maxKeys = 100
/** Milli-credits a new organization starts with. */
const trialCredits = milli(500_000)

export interface SignUpSettings {
  db: Postgres
  clock: Clock
  /** Hashes codes; the secret of the installation. */
  secret: Buffer
  audit: Audit
  keys: Keys
  mail: Mail
  members: Members
  organizations: Organizations
}

/** What proves an address, and where it leads. */
export interface Proof {
  email: string
  code: string
  /** Which of the organizations of the address is meant; default: where it was seen last. */
  organizationId?: string | undefined
  /** Name of the new organization. Default: the domain of the address. */
  organizationName?: string | undefined
  by: AuditOrigin
}

/** The organization of a proven address. */
export interface Entered {
  member: Member
  isNewOrganization: boolean
}

/** Why a proven address gets nothing. The code is used all the same. */
export type EntryRefusal =
  | 'too-many-keys'
  /** A role without keys of its own. */
  | 'role-without-keys'
  /** A monthly limit, which would not bind the key. */
  | 'limit-without-keys'
  | 'unknown-organization'

export interface SignedUp extends Entered {
  /** The raw key is here and nowhere else. Undefined where none was made. */
  key: { record: KeyRecord; rawKey: string } | undefined
}

export interface SignUp {
  /**
   * Mails a code to an address (in normal form), whether it is known or not. Answers undefined, or how many seconds the
   * address has to wait after ten codes in a day. Throws MailUnavailable; then the code does not count.
   */
  sendCode(email: string): Promise<{ waitSeconds: number } | undefined>
  /**
   * Undefined for a code that is wrong, expired, used, used up or of another address. `enter` works in the transaction that
   * uses the code up; what it throws leaves the code as it was, but for the try.
   */
  prove<T>(
    proof: Proof,
    enter: (tx: Queryable, entered: Entered) => Promise<T>,
  ): Promise<T | EntryRefusal | undefined>
  /** The same with an API key: a new organization gets one, an address that has one only where `wantsKey`. */
  verify(
    proof: Proof & { key: Omit<NewKey, 'organizationId' | 'by'>; wantsKey: boolean },
  ): Promise<SignedUp | EntryRefusal | undefined>
  /** Removes codes older than a day, a batch; answers how many. */
  purgeCodes(nowMs: number): Promise<number>
}

export function openSignUp(settings: SignUpSettings): SignUp {
  const { db, clock, secret, mail } = settings
  const hashParts = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['sign-up', ...parts]))
      .digest()

  const prove = prover(settings, hashParts)
  return {
    async sendCode(email) {
      const now = clock.now()
      const addressHash = hashParts(email)
      const code = String(randomInt(1_000_000)).padStart(6, '0')
      const id = newId('otp', clock)
      const wait = await db.transact(async (tx) => {
        await lockAddress(tx, addressHash)
        const times = await selectCodeTimes(tx, addressHash, new Date(now - dayMs))
        const oldest = times.at(-codesADay)
        if (oldest !== undefined) return { waitSeconds: Math.ceil((oldest.getTime() + dayMs - now) / 1_000) }
        await insertCode(tx, {
          id,
          addressHash,
          codeHash: hashParts(email, code),
          triesLeft: tries,
          createdAt: new Date(now),
          expiresAt: new Date(now + codeMinutes * 6e4),
        })
        return undefined
      })
      if (wait !== undefined) return wait
      try {
        await mail.send(signInCodeMail(email, code, codeMinutes))
      } catch (cause) {
        await deleteCode(db, id).catch(() => {})
        throw cause
      }
      return undefined
    },
    prove,
    verify: (proof) => prove(proof, (tx, entered) => withKey(settings, tx, { ...proof, entered })),
    purgeCodes: (nowMs) => deleteCodesBefore(db, new Date(nowMs - dayMs), purgeBatch),
  }
}

function prover(settings: SignUpSettings, hashParts: (...parts: string[]) => Buffer): SignUp['prove'] {
  const { db, clock } = settings
  return async <T>(
    proof: Proof,
    work: (tx: Queryable, entered: Entered) => Promise<T>,
  ): Promise<T | EntryRefusal | undefined> => {
    const now = new Date(clock.now())
    const addressHash = hashParts(proof.email)
    // Committed by itself: a try counts whatever happens next.
    const attempt = await takeTry(db, addressHash, now)
    const codeHash = hashParts(proof.email, proof.code)
    const isRight = timingSafeEqual(codeHash, attempt?.codeHash ?? hashParts('nobody'))
    if (attempt === undefined || !isRight) return undefined
    return db.transact(async (tx) => {
      await lockAddress(tx, addressHash)
      if (!(await useCode(tx, attempt.id, now))) return undefined
      const entered = await enter(settings, tx, proof)
      return entered === 'unknown-organization' ? entered : work(tx, entered)
    })
  }
}

/**
 * The organization of a proven address: the one it names, one that it belongs to, or a new one. An invitation is taken up only
 * by its name: strangers could else draw whoever signs up into an organization of theirs.
 */
async function enter(
  { audit, members, organizations }: SignUpSettings,
  tx: Queryable,
  { email, by, organizationId, organizationName }: Proof,
): Promise<Entered | 'unknown-organization'> {
  const places = await members.findPlaces(email, tx)
  const place = places.find((each) =>
    organizationId === undefined ? each.state === 'active' : each.organizationId === organizationId,
  )
  if (place !== undefined) {
    const member = place.state === 'active' ? place : await members.accept(tx, place, by)
    return { member, isNewOrganization: false }
  }
  if (organizationId !== undefined) return 'unknown-organization'
  const name = organizationName ?? email.slice(email.indexOf('@') + 1)
  const { organization } = await organizations.createOrganization({ name, credits: trialCredits }, tx)
  const { id } = organization
  const member = await members.addOwner(tx, { organizationId: id, email })
  const entry = { organizationId: id, by, action: 'organization.signed-up', subject: id, detail: { name } }
  await audit.append(tx, entry)
  return { member, isNewOrganization: true }
}

/** An API key of the organization that was entered, where one is wanted and may be made. */
async function withKey(
  { keys }: SignUpSettings,
  tx: Queryable,
  proof: Parameters<SignUp['verify']>[0] & { entered: Entered },
): Promise<SignedUp | EntryRefusal> {
  const { entered, by, wantsKey } = proof
  const { organizationId, role, monthCredits, id: memberId } = entered.member
  if (!entered.isNewOrganization) {
    if (!wantsKey) return { ...entered, key: undefined }
    // A key can do what an admin can.
    if (role !== 'owner' && role !== 'admin') return 'role-without-keys'
    if (monthCredits !== null) return 'limit-without-keys'
    const inUse = (await keys.listKeys(organizationId)).filter((key) => key.mode === 'live')
    if (inUse.length >= maxKeys) return 'too-many-keys'
  }
  return { ...entered, key: await keys.createKey({ ...proof.key, organizationId, by, memberId }, tx) }
}
