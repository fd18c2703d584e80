import { z } from 'zod'
import { Failure, free, invalidMember, optional, perMinute, withDefault } from '../../../operation/index.ts'
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
    'Takes the code that accountSendOtp sent. A new address gets an organization with a trial subscription of 500 credits and a first key; an address that has an organization gets one more key for it, and its existing keys stay valid. The key is shown once, in this answer. Needs no key.',
  input: z.object({
    email: emailAddress,
    otp: z
      .string()
      .regex(/^\d{6}$/, 'Expected six digits.')
      .describe('The six digits.'),
    organizationName: optional(z.string().trim().min(1).max(200)).describe(
      'For a new organization; default the domain of the address.',
    ),
    keyName: withDefault(z.string().trim().min(1).max(200), 'Key from sign-in'),
    ...keySettings,
  }),
  output: z.object({
    organizationId: z.string(),
    isNewOrganization: z.boolean(),
    apiKey: newApiKeyView,
  }),
  price: free('Signing up is free.'),
  limit: perMinute(5),
  access: 'public',
  fails: ['too-many-keys'],
  examples: [{ name: 'A code that arrived', input: { email: 'ann@acme.example', otp: '012345' } }],
  effect: 'changes',
  async handle({ input, call, deps }) {
    const { email, otp, organizationName, keyName } = input
    refuseFlood(deps, 'accountVerifyOtp', email)
    const settings = settingsOfNewKey(input, call.nowMs)
    if (settings instanceof Failure) return settings
    const by = { actor: 'sign-up', address: call.address, requestId: call.requestId }
    const key = { ...settings, name: keyName }
    const entered = await deps.signUp.verify({ email, code: otp, organizationName, key, by })
    if (entered === undefined) {
      return invalidMember('otp', 'The code is wrong, used or expired. Request a new one.')
    }
    if (entered === 'too-many-keys') return accountFailures.of('too-many-keys')
    const { organizationId, isNewOrganization, record, rawKey } = entered
    return { organizationId, isNewOrganization, apiKey: { ...viewOfKey(record), key: rawKey } }
  },
})
