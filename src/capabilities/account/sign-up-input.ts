import { z } from 'zod'
import { normalizeEmail } from '../../lib/email.ts'
import { isDisposableEmail } from '../../lib/email-rejection.ts'
import { Failure, perMinute } from '../../operation/index.ts'
import type { AccountDeps } from './slice.ts'

/** An e-mail address in normal form. */
export const emailAddress = z
  .string()
  .max(320)
  .transform((text, context) => {
    const email = normalizeEmail(text)
    if (email !== undefined) return email
    context.addIssue({ code: 'custom', message: 'Expected an e-mail address.' })
    return z.NEVER
  })

/** An address that can sign up: none of a service of mailboxes that are thrown away, known or not. */
export const lastingEmailAddress = emailAddress.refine((email) => !isDisposableEmail(email), {
  error: 'Addresses of disposable mailboxes cannot sign up. Use an address that stays yours.',
})

/** Five requests a minute for one address, besides those that the pipeline allows one network address. */
export function refuseFlood(deps: AccountDeps, operationId: string, email: string): void {
  const admission = deps.limits.admitAddress(`mail to ${email}`, operationId, perMinute(5))
  if (!admission.admitted) {
    throw new Failure('rate-limited', { retryAfterSeconds: admission.retryAfterSeconds })
  }
}
