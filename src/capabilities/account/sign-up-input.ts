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

/** An address that can sign up. Disposable mailboxes are refused, whether or not the address is known. */
export const lastingEmailAddress = emailAddress.refine((email) => !isDisposableEmail(email), {
  error: 'Disposable mailboxes cannot sign up. Use a permanent address.',
})

/** Five requests a minute for one e-mail address, in addition to the pipeline's limit for one network address. */
export function refuseFlood(deps: AccountDeps, operationId: string, email: string): void {
  const admission = deps.limits.admitAddress(`mail to ${email}`, operationId, perMinute(5))
  if (!admission.admitted) {
    throw new Failure('rate-limited', { retryAfterSeconds: admission.retryAfterSeconds })
  }
}
