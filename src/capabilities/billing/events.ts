import { creditsLow as lowCredits } from '../../platform/payments/index.ts'

/** Told by platform/payments, which watches balances; discovered here. */
export const creditsLow = lowCredits
