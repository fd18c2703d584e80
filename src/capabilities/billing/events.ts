import { budgetReached as reachedBudget, creditsLow as lowCredits } from '../../platform/payments/index.ts'

/** Emitted by platform/payments, which watches balances and usage; this file only lets discovery find them. */
export const creditsLow = lowCredits
export const budgetReached = reachedBudget
