import { z } from 'zod'
import { Failure, free, invalidMember, optional, outsideId, perMinute } from '../../../operation/index.ts'
import { accountFailures } from '../failures.ts'
import { keySettings, settingsOfNewKey } from '../key-settings.ts'
import { newApiKeyView, viewOfKey } from '../key-view.ts'
import { emailAddress, refuseFlood } from '../sign-up-input.ts'
import { billingTag, operation } from '../slice.ts'

export const accountVerifyOtp = operation({
  id: 'accountVerifyOtp',
  route: 'POST /v1/account/verify-otp',
  tag: billingTag,
  summary: 'Complete a sign-up',
  describe:
    'Takes the code that accountSendOtp sent. A new address gets an organization with a trial subscription of 500 credits and a first key; an address that has one is answered that organization, with one more key where `isKeyWanted` asks for it and its role allows keys (owner, admin) and it has no monthly limit; existing keys stay valid. A key is shown once, in this answer. An invitation is taken up where `organizationId` names its organization. Needs no key.',
  input: z.object({
    email: emailAddress,
    otp: z
      .string()
      .regex(/^\d{6}$/, 'Expected six digits.')
      .describe('The six digits.'),
    organizationName: optional(z.string().trim().min(1).max(200)).describe(
      'For a new organization; default the domain of the address.',
    ),
    organizationId: optional(outsideId(z.string().max(100))).describe(
      'Which organization is meant: one that the address belongs to or is invited to; default the one where it was seen last.',
    ),
    isKeyWanted: optional(z.boolean()).describe(
      'Whether an address that has an organization gets one more key; default only where `keyName` is named. A new organization always gets its first key.',
    ),
    keyName: optional(z.string().trim().min(1).max(200)).describe('Default "Key from sign-in".'),
    ...keySettings,
  }),
  output: z.object({
    organizationId: z.string(),
    isNewOrganization: z.boolean(),
    apiKey: newApiKeyView.nullable().describe('null where none was made.'),
  }),
  price: free('Signing up is free.'),
  limit: perMinute(5),
  access: 'public',
  fails: ['too-many-keys', 'role-without-keys', 'limit-without-keys'],
  examples: [{ name: 'A code that arrived', input: { email: 'ann@acme.example', otp: '012345' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { email, otp, organizationName, organizationId, keyName } = input
    refuseFlood(deps, 'accountVerifyOtp', email)
    const settings = settingsOfNewKey(input, call.nowMs)
    if (settings instanceof Failure) return settings
    const by = { actor: 'sign-up', address: call.address, requestId: call.requestId }
    const key = { ...settings, name: keyName ?? 'Key from sign-in' }
    const wantsKey = input.isKeyWanted ?? keyName !== undefined
    const proof = { email, code: otp, organizationId, organizationName, by }
    const entered = await deps.signUp.verify({ ...proof, key, wantsKey })
    if (entered === undefined) {
      return invalidMember('otp', 'The code is wrong, used or expired. Request a new one.')
    }
    if (entered === 'unknown-organization') {
      return invalidMember('organizationId', 'The address does not belong to this organization.')
    }
    if (typeof entered === 'string') return accountFailures.of(entered)
    const { member, isNewOrganization, key: made } = entered
    const apiKey = made === undefined ? null : { ...viewOfKey(made.record), key: made.rawKey }
    return { organizationId: member.organizationId, isNewOrganization, apiKey }
  },
})
