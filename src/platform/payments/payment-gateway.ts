/** A card as the processor knows it; numbers never come here. */
export interface SavedCard {
  customerId: string
  /** Null until a card is attached. */
  paymentMethodId: string | null
  brand: string | null
  last4: string | null
}

/** One payment to make, or that was made. */
export interface PaymentOrder {
  /** Names the payment at the processor: asked twice it is made once. */
  purchaseId: string
  organizationId: string
  card: SavedCard | undefined
  /** In the smallest unit of the currency. */
  priceMinor: number
  currency: string
  description: string
  createdAtMs: number
  /** The processor's name of the payment, where it was told. */
  reference: string | null
}

export type PaymentOutcome =
  | { state: 'succeeded'; reference: string }
  | { state: 'failed'; reference: string | null; reason: string }
  /** Under way: neither paid nor refused. */
  | { state: 'pending'; reference: string | null }

/** A verified message of the processor about a payment. */
export interface PaymentNotice {
  purchaseId: string
  outcome: PaymentOutcome
}

export interface AttachOrder {
  organizationId: string
  card: SavedCard | undefined
  /** The processor's name of the card; undefined asks how to enter one. */
  paymentMethodId: string | undefined
}

export interface Attached {
  card: SavedCard
  /** With it the card is entered at the processor; null when there is nothing left to do. */
  setup: { clientSecret: string; id: string } | null
}

/** Where purchases are paid. */
export interface PaymentGateway {
  readonly id: 'none' | 'ledger-only' | 'stripe'
  /** Shown with every purchase: what really happened to the money. */
  readonly notice: string
  /** Throws PaymentUnknown when it cannot be said whether the payment was made. */
  charge(order: PaymentOrder): Promise<PaymentOutcome>
  /** The outcome of a payment; undefined when it never arrived. Throws PaymentUnknown. */
  lookUp(order: PaymentOrder): Promise<PaymentOutcome | undefined>
  /** Throws PaymentUnknown, CardRefused. */
  attach(order: AttachOrder): Promise<Attached>
  /** Reads a message; undefined for one about something else. Throws BadSignature. */
  readNotice(body: Uint8Array, signature: string | undefined, nowMs: number): PaymentNotice | undefined
}

/** The processor did not answer, or not with an answer: the payment may have been made. */
export class PaymentUnknown extends Error {
  override readonly name = 'PaymentUnknown'
  /** It answered with an error: what it did is done, and looking it up tells. Otherwise the order may be on its way. */
  readonly isOver: boolean

  constructor(message: string, { cause, isOver = false }: { cause: unknown; isOver?: boolean }) {
    super(message, { cause })
    this.isOver = isOver
  }
}

export class CardRefused extends Error {
  override readonly name = 'CardRefused'
}

/** A message that the processor did not sign. */
export class BadSignature extends Error {
  override readonly name = 'BadSignature'
}
