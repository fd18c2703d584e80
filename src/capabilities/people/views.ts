import { z } from 'zod'
import { toCredits, toMilli, type MilliCredits } from '../../lib/credits.ts'
import { optional, roles } from '../../operation/index.ts'
import type { Member, Session } from '../../platform/members/index.ts'
import type { Organization } from '../../platform/organizations/index.ts'

export const role = z
  .enum(roles)
  .describe(
    'owner: everything. admin: everything but owners. member: searches, lists and whatever is made of them, also what costs credits. read-only: looks at what is there, for nothing. billing: balance, purchases and statements.',
  )
/** At most three decimals. */
export const monthCredits = z
  .number()
  .min(0)
  .max(1_000_000_000)
  .refine((value) => Math.abs(value * 1000 - Math.round(value * 1000)) < 1e-6, {
    message: 'Credits have at most three decimals.',
  })
export const optionalName = optional(z.string().trim().min(1).max(200)).describe('What the person is called.')

const creditMembers = {
  maxCreditsPerMonth: z
    .number()
    .nullable()
    .describe(
      'Most credits the person may spend in the console in a calendar month (UTC); null for no limit.',
    ),
}
const actor = z
  .string()
  .describe(
    'Who: `person:ADDRESS`, `operator:ACCOUNT` (an account on the machine of the service) or `key:ID`.',
  )

export const organizationView = z
  .object({ organizationId: z.string(), name: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'Organization' })

export const memberView = z
  .object({
    memberId: z.string(),
    email: z.string().nullable().describe('null for an account on the machine of the service.'),
    name: z.string().nullable(),
    role,
    ...creditMembers,
    creditsUsedThisMonth: z.number().describe('Spent in the console; keys count for themselves.'),
    invitedBy: actor.nullable(),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OrganizationMember' })

export const invitationView = z
  .object({
    invitationId: z.string(),
    email: z.string(),
    name: z.string().nullable(),
    role,
    ...creditMembers,
    invitedBy: actor.nullable(),
    expiresAt: z.iso.datetime().nullable(),
    isExpired: z.boolean(),
  })
  .meta({ id: 'Invitation' })

export const sessionView = z
  .object({
    sessionId: z.string(),
    actor,
    memberId: z.string().nullable().describe('null where an API key was exchanged for the session.'),
    keyId: z.string().nullable().describe('The API key that was exchanged for it.'),
    mode: z.enum(['live', 'test']).describe('test: it works in the sandbox now.'),
    address: z.string().describe('Network address of the sign-in.'),
    browser: z.string().nullable().describe('What the browser calls itself.'),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    isCurrent: z.boolean().describe('Whether the request belongs to it.'),
  })
  .meta({ id: 'ConsoleSession' })

const readCredits = (amount: MilliCredits | null) => (amount === null ? null : toCredits(amount))

/** null takes a limit away, undefined leaves it. */
export function toMonthCredits(credits: number | null | undefined): MilliCredits | null | undefined {
  return credits === undefined || credits === null ? credits : toMilli(credits)
}

export function viewOfOrganization({ id, name, createdAt }: Organization): z.infer<typeof organizationView> {
  return { organizationId: id, name, createdAt: createdAt.toISOString() }
}

export function viewOfMember(member: Member): z.infer<typeof memberView> {
  return {
    memberId: member.id,
    email: member.email,
    name: member.name,
    role: member.role,
    maxCreditsPerMonth: readCredits(member.monthCredits),
    creditsUsedThisMonth: toCredits(member.usedThisMonth),
    invitedBy: member.invitedBy,
    createdAt: member.createdAt.toISOString(),
    lastSeenAt: member.seenAt?.toISOString() ?? null,
  }
}

export function viewOfInvitation(member: Member, nowMs: number): z.infer<typeof invitationView> {
  const { invitationExpiresAt: expiresAt } = member
  return {
    invitationId: member.id,
    email: member.email ?? '',
    name: member.name,
    role: member.role,
    maxCreditsPerMonth: readCredits(member.monthCredits),
    invitedBy: member.invitedBy,
    expiresAt: expiresAt?.toISOString() ?? null,
    isExpired: expiresAt !== null && expiresAt.getTime() <= nowMs,
  }
}

export function viewOfSession(session: Session, currentId: string | undefined): z.infer<typeof sessionView> {
  const { id, actor: who, memberId, keyId, mode, address, browser } = session
  return {
    sessionId: id,
    actor: who,
    memberId,
    keyId,
    mode,
    address,
    browser,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.seenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    isCurrent: id === currentId,
  }
}
