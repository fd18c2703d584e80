import type { ChargeListener, CreditLedger } from './credit-ledger.ts'

/** The ledger, telling a listener of every charge. */
export function countCharges(ledger: Omit<CreditLedger, 'watchCharges'>): CreditLedger {
  let listener: ChargeListener | undefined
  return {
    ...ledger,
    watchCharges(added) {
      listener = added
    },
    async settle(request) {
      const settled = await ledger.settle(request)
      listener?.(settled.charged, 'request')
      return settled
    },
    async captureForJob(tx, job, lines) {
      const charged = await ledger.captureForJob(tx, job, lines)
      listener?.(charged, 'job')
      return charged
    },
  }
}
