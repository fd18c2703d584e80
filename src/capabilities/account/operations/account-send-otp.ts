import { z } from 'zod'
import { Failure, free, perMinute } from '../../../operation/index.ts'
import { CODE_MINUTES } from '../../../platform/sign-up/index.ts'
import { lastingEmailAddress, refuseFlood } from '../sign-up-input.ts'
import { billingTag, operation } from '../slice.ts'

export const accountSendOtp = operation({
  id: 'accountSendOtp',
  route: 'POST /v1/account/send-otp',
  tag: billingTag,
  summary: 'Start a sign-up',
  tasks: ['create an account, register'],
  describe:
    'Sends a code of six digits to an e-mail address. It is valid for 10 minutes, 5 tries and one use; a newer code replaces it. The answer does not reveal whether the address is known. Needs no key. Addresses of disposable mailboxes are refused with 400. An address gets at most 10 codes in 24 hours; each address and each network address may ask 5 times a minute.',
  input: z.object({ email: lastingEmailAddress }),
  output: z.object({
    isSent: z.literal(true),
    expiresInSeconds: z.number().int().describe('How long the code is valid.'),
  }),
  price: free('Signing up is free.'),
  limit: perMinute(5),
  access: 'public',
  examples: [{ name: 'A code for an address', input: { email: 'ann@acme.example' } }],
  effect: 'changes',
  async handle({ input, deps }) {
    refuseFlood(deps, 'accountSendOtp', input.email)
    const wait = await deps.signUp.sendCode(input.email).catch((cause: unknown) => {
      throw mailFailure(cause)
    })
    if (wait !== undefined) return new Failure('rate-limited', { retryAfterSeconds: wait.waitSeconds })
    return { isSent: true as const, expiresInSeconds: CODE_MINUTES * 60 }
  },
})

function mailFailure(cause: unknown): unknown {
  const isMail = cause instanceof Error && cause.name === 'MailUnavailable'
  return isMail ? new Failure('unavailable', { cause, retryAfterSeconds: 30 }) : cause
}
