import { z } from 'zod'
import { normalizeEmail } from '../../../lib/email.ts'
import { Failure, free, optional, perMinute, type Call } from '../../../operation/index.ts'
import { invitationMail, MailUnavailable } from '../../../platform/mail/index.ts'
import { INVITATION_DAYS, type Member } from '../../../platform/members/index.ts'
import { findHome, readActing, requireChanged } from '../acting.ts'
import { operation, tag, type PeopleDeps } from '../slice.ts'
import {
  invitationView,
  monthCredits,
  optionalName,
  role,
  toMonthCredits,
  viewOfInvitation,
} from '../views.ts'

const emailAddress = z
  .string()
  .max(320)
  .transform((text, context) => {
    const email = normalizeEmail(text)
    if (email !== undefined) return email
    context.addIssue({ code: 'custom', message: 'Expected an e-mail address.' })
    return z.NEVER
  })

export const inviteMember = operation({
  id: 'inviteMember',
  route: 'POST /v1/organization/invitations',
  tag,
  summary: 'Invite somebody to the organization',
  tasks: ['add a user to the team', 'give a colleague access'],
  describe:
    'Mails an address a link with which it joins the organization in the role named. The link works once, for 7 days; a newer one for the same address takes its place. Where the installation has no mail server the answer holds the link (`link`), for you to hand over. An address that belongs already answers 409. Only owners invite owners; a key invites as an admin does, but not one with scopes, addresses, an expiration or a credit limit (403). In the sandbox nothing is mailed and no link is made.',
  input: z.object({
    email: emailAddress,
    name: optionalName,
    role,
    maxCreditsPerMonth: optional(monthCredits).describe(
      'Most credits the person may spend in the console in a calendar month (UTC); default no limit.',
    ),
  }),
  output: z.object({
    invitationId: z.string(),
    invitation: invitationView,
    isMailed: z.boolean(),
    link: z.string().nullable().describe('null where it was mailed. Shown only now.'),
  }),
  price: free('Inviting people is free.'),
  limit: perMinute(20),
  fails: ['owners-only', 'people-beyond-key', 'beyond-own-limit', 'member-already', 'too-many-members'],
  examples: [{ name: 'A colleague who searches', input: { email: 'bob@acme.example', role: 'member' } }],
  effect: 'changes',
  answersSecret: true,
  async handle({ input, call, deps }) {
    const { email, name = null, maxCreditsPerMonth } = input
    const invitation = {
      email,
      name,
      role: input.role,
      monthCredits: toMonthCredits(maxCreditsPerMonth) ?? null,
    }
    const { member, token } = requireChanged(
      await deps.members.invite(findHome(call), invitation, await readActing(deps, call)),
    )
    const answer = { invitationId: member.id, invitation: viewOfInvitation(member, call.nowMs) }
    if (call.mode === 'test' && call.person === undefined) return { ...answer, isMailed: false, link: null }
    const link = `${deps.baseUrl}/console/#invitation=${token}`
    if (deps.mail === undefined) return { ...answer, isMailed: false, link }
    await sendInvitation(deps, call, { member, link })
    return { ...answer, isMailed: true, link: null }
  },
})

/** An invitation that nobody gets is withdrawn, so that it can be made again. */
async function sendInvitation(
  deps: PeopleDeps,
  call: Call,
  { member, link }: { member: Member; link: string },
): Promise<void> {
  const { mail, members, organizations } = deps
  const organization = await organizations.getOrganization(member.organizationId)
  const message = invitationMail(member.email ?? '', {
    organization: organization?.name ?? '',
    link,
    days: INVITATION_DAYS,
  })
  try {
    await mail?.send(message)
  } catch (cause) {
    await members.withdraw(member.organizationId, member.id, await readActing(deps, call))
    throw cause instanceof MailUnavailable
      ? new Failure('unavailable', { cause, retryAfterSeconds: 30 })
      : cause
  }
}
