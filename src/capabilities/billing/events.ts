import { creditsLow as lowCredits } from '../../platform/payments/index.ts'

/** Emitted by platform/payments, which watches balances; this file only lets discovery find them. */
export const creditsLow = lowCredits
