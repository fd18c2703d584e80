import { randomBytes } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { countMilli, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import { dayMs } from '../../lib/time.ts'
import { isRoleBeyond, type Role } from '../../operation/index.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Audit, AuditOrigin } from '../audit/index.ts'
import { beginMonths, endConsoleKeys, limitConsoleKeys } from '../keys/index.ts'
import {
  activate,
  countMembers,
  countOwners,
  deleteLapsed,
  insertMember,
  lockMembers,
  selectAccount,
  selectByEmail,
  selectInvited,
  selectMember,
  selectMembers,
  selectPlaces,
  takeOut,
  updateMember,
  upsertInvitation,
  type Member,
} from './member-rows.ts'
import { hasher } from './hash-secret.ts'
import { deleteSessionsOf } from './session-rows.ts'

export const invitationDays = 7
/** People and open invitations of one organization. */
const maxMembers = 1_000
/** Invitations that lapsed stay visible so long. */
const lapsedDays = 30
const purgeBatch = 1_000

/** Who changes people, and what they may do with owners. */
export interface Acting {
  /** An API key acts as an admin. */
  role: Role
  /** The person themself; undefined for an API key. */
  memberId?: string | undefined
  /** The API key is bounded in some way, which no person is: it makes nobody, and nobody more powerful. */
  isNarrow?: boolean
  by: AuditOrigin
}

/** Why people were left as they are. */
export type Refusal =
  | 'unknown'
  | 'owners-only'
  | 'last-owner'
  | 'member-already'
  | 'too-many'
  | 'account'
  | Excess

/** Why somebody may not get so much. */
type Excess = 'beyond-key' | 'own-raise' | 'beyond-own-limit'

export interface Invitation {
  email: string
  name: string | null
  role: Role
  monthCredits: MilliCredits | null
}

export interface MemberChange {
  name?: string | undefined
  role?: Role | undefined
  monthCredits?: MilliCredits | null | undefined
}

export interface MembersSettings {
  db: Postgres
  clock: Clock
  /** Hashes tokens; the secret of the installation. */
  secret: Buffer
  audit: Audit
}

export interface Members {
  /** Those who belong to an organization now, oldest first. */
  listMembers(organizationId: string): Promise<Member[]>
  /** Open invitations and those that lapsed lately, oldest first. */
  listInvitations(organizationId: string): Promise<Member[]>
  /** Proven addresses of an organization, oldest first. */
  listAddresses(organizationId: string): Promise<string[]>
  getMember(organizationId: string, memberId: string): Promise<Member | undefined>
  /** Where an address belongs, first where it was seen last, then where it is invited. */
  findPlaces(email: string, tx?: Queryable): Promise<Member[]>
  /** Makes the first person of a new organization its owner. */
  addOwner(tx: Queryable, owner: { organizationId: string; email: string }): Promise<Member>
  /**
   * Somebody whom the provider of their company vouches for: they join in a role at their first sign-in. `removed` for one who
   * was taken out of the organization, whom only an invitation brings back.
   */
  admit(
    tx: Queryable,
    person: { organizationId: string; email: string; name: string | undefined; role: Role },
    by: AuditOrigin,
  ): Promise<Member | 'removed' | 'too-many'>
  /** The account on the machine of the service, as an owner; added at its first sign-in and after a removal. */
  openAccount(tx: Queryable, of: { organizationId: string; account: string }): Promise<Member>
  /** Takes an open invitation up, for whoever has proven its address. */
  accept(tx: Queryable, guest: Member, by: AuditOrigin): Promise<Member>
  /** The same for whoever has its token. Undefined for one that is used, withdrawn, lapsed or unknown. */
  acceptToken(tx: Queryable, token: string, by: Omit<AuditOrigin, 'actor'>): Promise<Member | undefined>
  /** Answers the token of its link, here and nowhere else; an earlier one for the same address no longer works. */
  invite(
    organizationId: string,
    invitation: Invitation,
    acting: Acting,
  ): Promise<{ member: Member; token: string } | Refusal>
  withdraw(organizationId: string, memberId: string, acting: Acting): Promise<Member | Refusal>
  changeMember(
    organizationId: string,
    memberId: string,
    change: MemberChange,
    acting: Acting,
  ): Promise<Member | Refusal>
  /** Their sessions and console keys end with it. */
  removeMember(organizationId: string, memberId: string, acting: Acting): Promise<Member | Refusal>
  /** Begins the month of everybody whose spending is counted in the one before, a batch; answers how many. */
  beginMonths(nowMs: number): Promise<number>
  /** Removes invitations that lapsed a month ago, a batch; answers how many. */
  purgeInvitations(nowMs: number): Promise<number>
}

export function openMembers(settings: MembersSettings): Members {
  const { db, clock, secret, audit } = settings
  const hash = hasher(secret)
  return {
    listMembers: (organizationId) => selectMembers(db, organizationId, 'active'),
    listInvitations: (organizationId) => selectMembers(db, organizationId, 'invited'),
    async listAddresses(organizationId) {
      const members = await selectMembers(db, organizationId, 'active')
      return members.flatMap(({ email }) => email ?? [])
    },
    getMember: (organizationId, memberId) => selectMember(db, organizationId, memberId),
    findPlaces: (email, tx = db) => selectPlaces(tx, email, new Date(clock.now())),
    async addOwner(tx, { organizationId, email }) {
      return add(settings, tx, { organizationId, email, name: null })
    },
    async admit(tx, { organizationId, email, name = null, role }, by) {
      await lockMembers(tx, organizationId)
      const member = await selectByEmail(tx, organizationId, email)
      if (member?.state === 'active') return member
      if (member?.state === 'invited') return takeUp(settings, tx, { guest: member, by })
      if (member !== undefined) return 'removed'
      if ((await countMembers(tx, organizationId)) >= maxMembers) return 'too-many'
      const newcomer = await add(settings, tx, { organizationId, email, name, role })
      const detail = { role }
      await audit.append(tx, { organizationId, by, action: 'member.joined', subject: newcomer.id, detail })
      return newcomer
    },
    async openAccount(tx, { organizationId, account }) {
      await lockMembers(tx, organizationId)
      const owner = await selectAccount(tx, organizationId, account)
      if (owner === undefined) return add(settings, tx, { organizationId, email: null, name: account })
      if (owner.state === 'active') return owner
      await updateMember(tx, { ...owner, role: 'owner' })
      await activate(tx, owner.id)
      return { ...owner, role: 'owner', state: 'active' }
    },
    accept: (tx, guest, by) => takeUp(settings, tx, { guest, by }),
    async acceptToken(tx, token, by) {
      const guest = await selectInvited(tx, hash('invitation', token), new Date(clock.now()))
      if (guest === undefined) return undefined
      return takeUp(settings, tx, { guest, by: { ...by, actor: guest.actor } })
    },
    ...invitations(settings),
    ...changes(settings),
    beginMonths: (nowMs) => beginMonths(db, nowMs),
    purgeInvitations: (nowMs) => deleteLapsed(db, new Date(nowMs - lapsedDays * dayMs), purgeBatch),
  }
}

async function add(
  { clock }: MembersSettings,
  tx: Queryable,
  person: Pick<Member, 'organizationId' | 'email' | 'name'> & { role?: Role },
): Promise<Member> {
  const id = newId('mbr', clock)
  await insertMember(tx, { role: 'owner', ...person, id, createdAt: new Date(clock.now()) })
  return (await selectMember(tx, person.organizationId, id)) as Member
}

async function takeUp(
  { audit }: MembersSettings,
  tx: Queryable,
  { guest, by }: { guest: Member; by: AuditOrigin },
): Promise<Member> {
  const { organizationId, id, role } = guest
  await activate(tx, id)
  await audit.append(tx, { organizationId, by, action: 'member.joined', subject: id, detail: { role } })
  return { ...guest, state: 'active' }
}

/** Works on one person, alone: nobody changes people of the organization meanwhile. */
function withMember(
  { db }: MembersSettings,
  { organizationId, memberId }: { organizationId: string; memberId: string },
  work: (tx: Queryable, member: Member) => Promise<Member | Refusal>,
): Promise<Member | Refusal> {
  return db.transact(async (tx) => {
    await lockMembers(tx, organizationId)
    const member = await selectMember(tx, organizationId, memberId)
    return member === undefined ? 'unknown' : work(tx, member)
  })
}

function invitations(settings: MembersSettings): Pick<Members, 'invite' | 'withdraw'> {
  const { db, clock, secret, audit } = settings
  const hash = hasher(secret)
  return {
    invite: (organizationId, invitation, acting) =>
      db.transact(async (tx) => {
        const { role, by } = acting
        if (invitation.role === 'owner' && role !== 'owner') return 'owners-only'
        await lockMembers(tx, organizationId)
        const excess = await findExcess(tx, { organizationId, acting, after: invitation })
        if (excess !== undefined) return excess
        const before = await selectByEmail(tx, organizationId, invitation.email)
        if (before?.state === 'active') return 'member-already'
        if (before?.state === 'invited' && before.role === 'owner' && role !== 'owner') return 'owners-only'
        if (before?.state !== 'invited' && (await countMembers(tx, organizationId)) >= maxMembers)
          return 'too-many'
        const token = randomBytes(32).toString('base64url')
        const now = new Date(clock.now())
        await upsertInvitation(tx, {
          ...invitation,
          id: newId('mbr', clock),
          organizationId,
          invitedBy: by.actor,
          hash: hash('invitation', token),
          expiresAt: new Date(now.getTime() + invitationDays * dayMs),
          createdAt: now,
        })
        const member = (await selectByEmail(tx, organizationId, invitation.email)) as Member
        const detail = { email: invitation.email, role: invitation.role }
        await audit.append(tx, { organizationId, by, action: 'member.invited', subject: member.id, detail })
        return { member, token }
      }),
    withdraw: (organizationId, memberId, { role, by }) =>
      withMember(settings, { organizationId, memberId }, async (tx, member) => {
        if (member.state !== 'invited') return 'unknown'
        if (member.role === 'owner' && role !== 'owner') return 'owners-only'
        await takeOut(tx, member)
        await audit.append(tx, {
          organizationId,
          by,
          action: 'member.invitation-withdrawn',
          subject: memberId,
        })
        return member
      }),
  }
}

function changes(settings: MembersSettings): Pick<Members, 'changeMember' | 'removeMember'> {
  const { clock, audit } = settings
  return {
    changeMember: (organizationId, memberId, change, acting) =>
      withMember(settings, { organizationId, memberId }, async (tx, member) => {
        const { role, by } = acting
        if (member.state !== 'active') return 'unknown'
        const after = { ...member, ...withoutUndefined(change) }
        // The account is what its name says.
        if (member.email === null && after.name !== member.name) return 'account'
        const isOfOwner = member.role === 'owner' || after.role === 'owner'
        if (isOfOwner && role !== 'owner') return 'owners-only'
        if (member.role === 'owner' && after.role !== 'owner' && (await countOwners(tx, organizationId)) < 2)
          return 'last-owner'
        const excess = await findExcess(tx, { organizationId, acting, before: member, after })
        if (excess !== undefined) return excess
        const detail = describe(member, after)
        if (detail === undefined) return member
        await updateMember(tx, after)
        await limitConsoleKeys(tx, memberId, after.monthCredits)
        await audit.append(tx, { organizationId, by, action: 'member.changed', subject: memberId, detail })
        return after
      }),
    removeMember: (organizationId, memberId, { role, by }) =>
      withMember(settings, { organizationId, memberId }, async (tx, member) => {
        if (member.state !== 'active') return 'unknown'
        if (member.role === 'owner' && role !== 'owner') return 'owners-only'
        if (member.role === 'owner' && (await countOwners(tx, organizationId)) < 2) return 'last-owner'
        await takeOut(tx, member)
        await endConsoleKeys(tx, memberId, new Date(clock.now()))
        await deleteSessionsOf(tx, memberId)
        const { actor, role: was } = member
        const detail = { who: actor, role: was }
        await audit.append(tx, { organizationId, by, action: 'member.removed', subject: memberId, detail })
        return { ...member, state: 'removed' }
      }),
  }
}

type Standing = Pick<Member, 'role' | 'monthCredits'>

/** Whether somebody would get a role or a limit that the one acting may not give; `before` is undefined for a newcomer. */
async function findExcess(
  tx: Queryable,
  change: { organizationId: string; acting: Acting; before?: Member; after: Standing },
): Promise<Excess | undefined> {
  const { organizationId, acting, before, after } = change
  const isHigherRole = before === undefined || isRoleBeyond(after.role, before.role)
  const isHigherLimit = before === undefined || isLimitBeyond(after.monthCredits, before.monthCredits)
  if (!isHigherRole && !isHigherLimit) return undefined
  if (acting.isNarrow === true) return 'beyond-key'
  if (acting.memberId === undefined) return undefined
  if (acting.memberId === before?.id) return 'own-raise'
  const own = await selectMember(tx, organizationId, acting.memberId)
  if (own === undefined || own.monthCredits === null) return undefined
  const isBeyond =
    (isHigherLimit && isLimitBeyond(after.monthCredits, own.monthCredits)) ||
    (isHigherRole && isRoleBeyond(after.role, own.role))
  return isBeyond ? 'beyond-own-limit' : undefined
}

/** Limits of which null stands for none. */
const isLimitBeyond = (limit: MilliCredits | null, than: MilliCredits | null) =>
  than !== null && (limit === null || countMilli(limit) > countMilli(than))

function withoutUndefined(change: MemberChange): Partial<Pick<Member, 'name' | 'role' | 'monthCredits'>> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
}

/** What changed, for the audit, amounts in credits; undefined for nothing. */
function describe(before: Member, after: Member): Record<string, unknown> | undefined {
  const names = (['name', 'role', 'monthCredits'] as const).filter((name) => before[name] !== after[name])
  if (names.length === 0) return undefined
  const display = (member: Member, name: (typeof names)[number]) =>
    name === 'monthCredits' && member.monthCredits !== null ? toCredits(member.monthCredits) : member[name]
  return Object.fromEntries(
    names.map((name) => [name, { from: display(before, name), to: display(after, name) }]),
  )
}
