import { noCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import type { ChargeInfo } from '../envelope.ts'
import type { JobAnswer, JobCredits } from '../job-answer.ts'
import type { BalanceView } from '../ports.ts'
import { lowCreditAlert, type AnswerLinks } from './answer.ts'

/**
 * chargeInfo of an answer whose credits move with a job; undefined when nothing moves (a sandbox key, a price of 0, a job
 * without results) and the answer is free. `charged`: what a start set aside.
 */
export function jobChargeInfo(
  credits: JobCredits | undefined,
  moved: { charged: MilliCredits; balance: BalanceView | undefined },
  links: AnswerLinks,
): ChargeInfo | undefined {
  if (credits === undefined) return undefined
  const isUnheld = credits.method === 'charging-later' && credits.unheld === true
  if (!isUnheld && readAmount(credits, moved.charged) === noCredits) return undefined
  const alert = moved.balance === undefined ? null : lowCreditAlert(moved.balance, links)
  const amount = toCredits(readAmount(credits, moved.charged))
  const notice = { message: credits.message, lowCreditAlert: alert }
  switch (credits.method) {
    case 'charging-later':
      return { method: 'charging-later', ...notice }
    case 'held-upfront':
    case 'charged-for-async-process':
      return { method: 'charged-for-async-process', creditsCharged: amount, ...notice }
    case 'credits-refunded':
      return { method: 'credits-refunded', creditsRefunded: amount, ...notice }
  }
}

/** What the answer's headers and the request log report as charged: for a job, only the credits its start takes at once. */
export function shownCharge(job: JobAnswer | undefined, charged: MilliCredits): MilliCredits {
  return job === undefined || job.credits.method === 'held-upfront' ? charged : noCredits
}

function readAmount(credits: JobCredits, heldAmount: MilliCredits): MilliCredits {
  switch (credits.method) {
    case 'charged-for-async-process':
      return credits.charged
    case 'credits-refunded':
      return credits.refunded
    default:
      return heldAmount
  }
}
