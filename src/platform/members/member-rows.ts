import type { MilliCredits } from '../../lib/credits.ts'
import type { Role } from '../../operation/index.ts'
import { column, deleteOldest, nullable, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import { actorOf } from '../keys/index.ts'

export type MemberState = 'invited' | 'active' | 'removed'

/** A person of an organization. */
export interface Member {
  id: string
  organizationId: string
  /** In normal form; null for an account on the machine of the service. */
  email: string | null
  name: string | null
  role: Role
  state: MemberState
  /** As the audit writes it: `person:ann@acme.example`, `operator:root`. */
  actor: string
  /** The actor who invited them; null where nobody did. */
  invitedBy: string | null
  invitationExpiresAt: Date | null
  /** Most they may spend in the console in a calendar month (UTC); null for no limit. */
  monthCredits: MilliCredits | null
  /** What they spent in the console in this calendar month. */
  usedThisMonth: MilliCredits
  createdAt: Date
  seenAt: Date | null
}

const memberRow = rowShape<Member>({
  id: column.text(),
  organizationId: column.text(),
  email: nullable(column.text()),
  name: nullable(column.text()),
  role: column.text(),
  state: column.text(),
  actor: column.text(),
  invitedBy: nullable(column.text()),
  invitationExpiresAt: nullable(column.instant()),
  monthCredits: nullable(column.credits()),
  usedThisMonth: column.credits(),
  createdAt: column.instant(),
  seenAt: nullable(column.instant()),
})

const columns = sql`m.id, m.organization_id AS "organizationId", m.email, m.name, m.role, m.state,
  ${actorOf(sql`m`)} AS actor, m.invited_by AS "invitedBy", m.invitation_expires_at AS "invitationExpiresAt",
  m.month_credits AS "monthCredits", m.created_at AS "createdAt", m.seen_at AS "seenAt",
  COALESCE((SELECT u.used FROM api_keys k JOIN api_key_usage u ON u.key_id = k.id
    WHERE k.member_id = m.id AND k.kind = 'console' AND k.organization_id = m.organization_id), 0) AS "usedThisMonth"`

/** Oldest first. */
export async function selectMembers(
  db: Queryable,
  organizationId: string,
  state: MemberState,
): Promise<Member[]> {
  return db.query(sql.rows(memberRow)`
    SELECT ${columns} FROM organization_members m
    WHERE m.organization_id = ${organizationId} AND m.state = ${state} ORDER BY m.created_at, m.id`)
}

/** Everybody of an organization, locked until the transaction ends, so that the last owner is judged by one at a time. */
export async function lockMembers(tx: Queryable, organizationId: string): Promise<void> {
  await tx.query(sql`SELECT pg_advisory_xact_lock(hashtextextended(${organizationId}, 34))`)
}

export async function selectMember(
  db: Queryable,
  organizationId: string,
  memberId: string,
): Promise<Member | undefined> {
  const [row] = await db.query(sql.rows(memberRow)`
    SELECT ${columns} FROM organization_members m
    WHERE m.organization_id = ${organizationId} AND m.id = ${memberId}`)
  return row
}

export async function selectByEmail(
  db: Queryable,
  organizationId: string,
  email: string,
): Promise<Member | undefined> {
  const [row] = await db.query(sql.rows(memberRow)`
    SELECT ${columns} FROM organization_members m
    WHERE m.organization_id = ${organizationId} AND m.email = ${email}`)
  return row
}

/** The person that an account on the machine of the service is, in any state. */
export async function selectAccount(
  tx: Queryable,
  organizationId: string,
  account: string,
): Promise<Member | undefined> {
  const [row] = await tx.query(sql.rows(memberRow)`
    SELECT ${columns} FROM organization_members m
    WHERE m.organization_id = ${organizationId} AND m.email IS NULL AND m.name = ${account}`)
  return row
}

/** Where an address belongs or is invited now: first where it was seen last, invitations at the end. */
export async function selectPlaces(db: Queryable, email: string, now: Date): Promise<Member[]> {
  return db.query(sql.rows(memberRow)`
    SELECT ${columns} FROM organization_members m JOIN organizations o ON o.id = m.organization_id
    WHERE m.email = ${email} AND o.sandbox_of IS NULL AND o.archived_at IS NULL
      AND (m.state = 'active' OR m.state = 'invited' AND m.invitation_expires_at > ${now})
    ORDER BY m.state, m.seen_at DESC NULLS LAST, m.created_at, m.id`)
}

/** The open invitation behind a token, in an organization that is no sandbox. */
export async function selectInvited(tx: Queryable, hash: Buffer, now: Date): Promise<Member | undefined> {
  const [row] = await tx.query(sql.rows(memberRow)`
    SELECT ${columns} FROM organization_members m JOIN organizations o ON o.id = m.organization_id
    WHERE m.invitation_hash = ${hash} AND m.invitation_expires_at > ${now} AND o.sandbox_of IS NULL
    FOR UPDATE OF m`)
  return row
}

const countRow = rowShape({ count: column.int() })

export async function countOwners(tx: Queryable, organizationId: string): Promise<number> {
  const [row] = await tx.query(sql.rows(countRow)`
    SELECT count(*) AS count FROM organization_members
    WHERE organization_id = ${organizationId} AND state = 'active' AND role = 'owner'`)
  return row?.count ?? 0
}

export async function countMembers(tx: Queryable, organizationId: string): Promise<number> {
  const [row] = await tx.query(sql.rows(countRow)`
    SELECT count(*) AS count FROM organization_members
    WHERE organization_id = ${organizationId} AND state <> 'removed'`)
  return row?.count ?? 0
}

/** A new person; throws UniqueViolation where the organization has the address or the account. */
export async function insertMember(
  tx: Queryable,
  member: Pick<Member, 'id' | 'organizationId' | 'email' | 'name' | 'role' | 'createdAt'>,
): Promise<void> {
  await tx.query(sql`
    INSERT INTO organization_members (id, organization_id, email, name, role, created_at)
    VALUES (${member.id}, ${member.organizationId}, ${member.email}, ${member.name}, ${member.role}, ${member.createdAt})`)
}

export interface InvitationRow extends Pick<
  Member,
  'id' | 'organizationId' | 'email' | 'name' | 'role' | 'monthCredits' | 'createdAt'
> {
  invitedBy: string
  hash: Buffer
  expiresAt: Date
}

/** An invitation; one to somebody who was removed, or is invited already, takes the place of what was there. */
export async function upsertInvitation(tx: Queryable, invitation: InvitationRow): Promise<void> {
  const { id, organizationId, email, name, role, monthCredits, createdAt, invitedBy, hash, expiresAt } =
    invitation
  await tx.query(sql`
    INSERT INTO organization_members (id, organization_id, email, name, role, state, month_credits, invited_by,
      invitation_hash, invitation_expires_at, created_at)
    VALUES (${id}, ${organizationId}, ${email}, ${name}, ${role}, 'invited', ${monthCredits}::bigint, ${invitedBy}, ${hash},
      ${expiresAt}, ${createdAt})
    ON CONFLICT (organization_id, email) DO UPDATE SET name = COALESCE(EXCLUDED.name, organization_members.name),
      role = EXCLUDED.role, state = 'invited', month_credits = EXCLUDED.month_credits, invited_by = EXCLUDED.invited_by,
      invitation_hash = EXCLUDED.invitation_hash, invitation_expires_at = EXCLUDED.invitation_expires_at`)
}

export async function activate(tx: Queryable, memberId: string): Promise<void> {
  await tx.query(sql`
    UPDATE organization_members SET state = 'active', invitation_hash = NULL, invitation_expires_at = NULL
    WHERE id = ${memberId}`)
}

export async function updateMember(
  tx: Queryable,
  member: Pick<Member, 'id' | 'name' | 'role' | 'monthCredits'>,
): Promise<void> {
  await tx.query(sql`
    UPDATE organization_members SET name = ${member.name}, role = ${member.role},
      month_credits = ${member.monthCredits}::bigint
    WHERE id = ${member.id}`)
}

/** Keys and entries may name them, so the row stays; of an invitation that nobody accepted nothing does. */
export async function takeOut(tx: Queryable, { id }: Pick<Member, 'id'>): Promise<void> {
  await tx.query(sql`
    UPDATE organization_members SET state = 'removed', invitation_hash = NULL, invitation_expires_at = NULL
    WHERE id = ${id}`)
}

export async function updateSeen(db: Queryable, memberId: string, now: Date): Promise<void> {
  await db.query(sql`UPDATE organization_members SET seen_at = ${now} WHERE id = ${memberId}`)
}

/** Invitations that lapsed, of people who never came, a batch; answers how many. */
export async function deleteLapsed(db: Queryable, before: Date, most: number): Promise<number> {
  const where = sql`state = 'invited' AND invitation_expires_at < ${before}
    AND NOT EXISTS (SELECT FROM api_keys k WHERE k.member_id = organization_members.id)`
  return deleteOldest(db, { table: 'organization_members', where, by: 'invitation_expires_at', most })
}
