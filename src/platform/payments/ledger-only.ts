import { BadSignature, type PaymentGateway } from './payment-gateway.ts'

/**
 * Purchases are entered in the ledger and nobody is charged: for sandboxes, and for operators who say that they bill by
 * other means, from the monthly statement.
 */
export function ledgerOnly(): PaymentGateway {
  const paid = (purchaseId: string) =>
    ({ state: 'succeeded', reference: `ledger-only:${purchaseId}` }) as const
  return {
    id: 'ledger-only',
    notice:
      'Ledger-only: the credits are booked and no card was charged. The operator bills them by other means.',
    charge: async ({ purchaseId }) => paid(purchaseId),
    // A purchase that was begun counts as made, since there is no processor on whose way it could be lost.
    lookUp: async ({ purchaseId }) => paid(purchaseId),
    attach: async ({ organizationId }) => ({
      card: { customerId: organizationId, paymentMethodId: 'ledger-only', brand: null, last4: null },
      setup: null,
    }),
    readNotice() {
      throw new BadSignature('no payment processor is set')
    },
  }
}
