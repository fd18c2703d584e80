import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { milli } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Audit, AuditOrigin } from '../audit/index.ts'
import type { KeyRecord, Keys, NewKey } from '../keys/index.ts'
import { signInCodeMail, type Mail } from '../mail/index.ts'
import type { Organizations } from '../organizations/index.ts'
import {
  deleteCode,
  deleteCodesBefore,
  insertCode,
  insertMembership,
  lockAddress,
  selectCodeTimes,
  selectMembers,
  selectMembership,
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
  organizations: Organizations
}

export interface SignedUp {
  organizationId: string
  isNewOrganization: boolean
  record: KeyRecord
  /** Here and nowhere else. */
  rawKey: string
}

export interface SignUp {
  /**
   * Mails a code to an address (in normal form), whether it is known or not. Answers undefined, or how many seconds the
   * address has to wait after ten codes in a day. Throws MailUnavailable; then the code does not count.
   */
  sendCode(email: string): Promise<{ waitSeconds: number } | undefined>
  /** Undefined for a code that is wrong, expired, used, used up or of another address. */
  verify(proof: {
    email: string
    code: string
    /** Name of the new organization. Default: the domain of the address. */
    organizationName?: string | undefined
    key: Omit<NewKey, 'organizationId' | 'by'>
    by: AuditOrigin
  }): Promise<SignedUp | 'too-many-keys' | undefined>
  /** Proven addresses of an organization, oldest first. */
  listMembers(organizationId: string): Promise<string[]>
  /** Removes codes older than a day, a batch; answers how many. */
  purgeCodes(nowMs: number): Promise<number>
}

export function openSignUp(settings: SignUpSettings): SignUp {
  const { db, clock, secret, mail } = settings
  const hashParts = (...parts: string[]) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['sign-up', ...parts]))
      .digest()

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
    async verify(proof) {
      const now = new Date(clock.now())
      const addressHash = hashParts(proof.email)
      // Committed by itself: a try counts whatever happens next.
      const attempt = await takeTry(db, addressHash, now)
      const codeHash = hashParts(proof.email, proof.code)
      const isRight = timingSafeEqual(codeHash, attempt?.codeHash ?? hashParts('nobody'))
      if (attempt === undefined || !isRight) return undefined
      return db.transact(async (tx) => {
        await lockAddress(tx, addressHash)
        return (await useCode(tx, attempt.id, now)) ? enter(settings, tx, proof) : undefined
      })
    },
    listMembers: (organizationId) => selectMembers(db, organizationId),
    purgeCodes: (nowMs) => deleteCodesBefore(db, new Date(nowMs - dayMs), purgeBatch),
  }
}

/** The organization of a proven address, made when there is none, and a key of it. */
async function enter(
  { audit, clock, keys, organizations }: SignUpSettings,
  tx: Queryable,
  proof: Parameters<SignUp['verify']>[0],
): Promise<SignedUp | 'too-many-keys'> {
  const { email, by } = proof
  const memberOf = await selectMembership(tx, email)
  if (memberOf !== undefined) {
    const inUse = (await keys.listKeys(memberOf)).filter((key) => key.mode === 'live')
    if (inUse.length >= maxKeys) return 'too-many-keys'
  }
  const organizationId = memberOf ?? (await createOrganization())
  const { record, rawKey } = await keys.createKey({ ...proof.key, organizationId, by }, tx)
  return { organizationId, isNewOrganization: memberOf === undefined, record, rawKey }

  async function createOrganization(): Promise<string> {
    const name = proof.organizationName ?? email.slice(email.indexOf('@') + 1)
    const { organization } = await organizations.createOrganization({ name, credits: trialCredits }, tx)
    const { id } = organization
    await insertMembership(tx, { email, organizationId: id, createdAt: new Date(clock.now()) })
    await audit.append(tx, {
      organizationId: id,
      by,
      action: 'organization.signed-up',
      subject: id,
      detail: { name },
    })
    return id
  }
}
