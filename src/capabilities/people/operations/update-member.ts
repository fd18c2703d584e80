import { z } from 'zod'
import { free, invalidMember, optional, perMinute, resourceId } from '../../../operation/index.ts'
import { findHome, readActing, requireChanged } from '../acting.ts'
import { operation, tag } from '../slice.ts'
import { memberView, monthCredits, optionalName, role, toMonthCredits, viewOfMember } from '../views.ts'

export const updateMember = operation({
  id: 'updateMember',
  route: 'PATCH /v1/organization/members/{memberId}',
  tag,
  summary: 'Change the role or limit of a person',
  tasks: ['make somebody an admin', 'limit what a colleague may spend'],
  describe:
    'Changes the role of a person, what they may spend in the console in a month, or what they are called; what is left out stays. It holds on their next request. Only owners make, change and lower owners, and the last owner stays one (409). A key with scopes, addresses, an expiration or a credit limit raises nobody, and nobody raises themself (403).',
  input: z.object({
    memberId: resourceId('member', { prefix: 'mbr' }),
    name: optionalName,
    role: optional(role),
    maxCreditsPerMonth: monthCredits
      .nullable()
      .optional()
      .describe('Most credits in a calendar month (UTC); null takes the limit away.'),
  }),
  output: memberView,
  price: free('Changing people is free.'),
  limit: perMinute(60),
  follows: 'listMembers',
  fails: [
    'not-found',
    'owners-only',
    'people-beyond-key',
    'own-raise',
    'beyond-own-limit',
    'last-owner',
    'account-name',
  ],
  examples: [
    {
      name: 'An admin who may spend 1,000 credits a month',
      input: { memberId: 'mbr_01kf3wz3a0s6n4yq8b2c7d5e9f', role: 'admin', maxCreditsPerMonth: 1000 },
    },
  ],
  effect: 'changes',
  repeatable: true,
  async handle({ input, call, deps }) {
    const { memberId, name, role: next, maxCreditsPerMonth } = input
    const change = { name, role: next, monthCredits: toMonthCredits(maxCreditsPerMonth) }
    if (Object.values(change).every((value) => value === undefined))
      return invalidMember('role', 'Expected role, maxCreditsPerMonth or name.')
    const home = findHome(call)
    return viewOfMember(
      requireChanged(await deps.members.changeMember(home, memberId, change, await readActing(deps, call))),
    )
  },
})
