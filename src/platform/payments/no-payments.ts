import { BadSignature, type PaymentGateway } from './payment-gateway.ts'

const notOffered = async () => {
  throw new Error('this installation takes no payments: ask `isOffered` first')
}

/** An installation without a payment processor: the operator grants credits, and nobody can buy any. */
export function noPayments(): PaymentGateway {
  return {
    id: 'none',
    notice: 'This installation sells no credits.',
    charge: notOffered,
    // Nothing is ever begun here; what another processor began is that one's to find.
    lookUp: async () => undefined,
    attach: notOffered,
    readNotice() {
      throw new BadSignature('no payment processor is set')
    },
  }
}
