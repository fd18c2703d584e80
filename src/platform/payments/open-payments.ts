import type { Log } from '../../lib/log.ts'
import type { Clock } from '../../lib/clock.ts'
import { toCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { Postgres, Queryable } from '../../store/postgres/index.ts'
import type { Audit, AuditOrigin } from '../audit/index.ts'
import { UnknownSubscription, usualSubscription, type CreditLedger } from '../ledger/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import {
  PaymentUnknown,
  type PaymentOrder,
  type PaymentOutcome,
  type PaymentGateway,
  type SavedCard,
} from './payment-gateway.ts'
import {
  insertPurchase,
  lockPurchase,
  lockPurchases,
  selectAlike,
  selectByKey,
  selectCard,
  selectPending,
  selectPurchase,
  selectPurchases,
  updatePurchase,
  upsertCard,
  type Purchase,
  type PurchaseOrigin,
} from './purchase-rows.ts'

const keyHours = 72
const alikeMinutes = 10
/** A purchase this old is looked up at the processor, since its caller would have heard by then. */
const askAfterMs = 30_000
/** A payment that the processor does not know after this was never sent. */
const neverSentMs = 600_000
const reconcileBatch = 50

/** Why purchases failed for which no payment was made, through no fault of the card. */
const processorError = 'processor_error'
const neverArrived = 'never reached the processor'

/** The processor made no payment and refused none: the same request may be sent again. */
export const wasNotMade = ({ state, failure }: Purchase): boolean =>
  state === 'failed' && (failure === processorError || failure === neverArrived)

export interface PaymentsSettings {
  db: Postgres
  clock: Clock
  ledger: CreditLedger
  subscriptions: Subscriptions
  audit: Audit
  processor: PaymentGateway
  /** Price of 1,000 credits in the smallest unit of the currency. */
  price: { per1000Minor: number; currency: string }
  log: Log
}

export interface PurchaseRequest {
  organizationId: string
  /** Default: the active subscription that resets soonest. */
  subscriptionId?: string
  credits: MilliCredits
  idempotencyKey?: string
  requestId: string
  keyId?: string
  by: AuditOrigin
}

/** The idempotency key was used for another purchase. */
export class KeyUsedOtherwise extends Error {
  override readonly name = 'KeyUsedOtherwise'
}

export interface Payments {
  readonly processor: PaymentGateway
  /** Whether anything can be bought; nothing else may be asked for otherwise. */
  readonly isOffered: boolean
  /**
   * Buys credits, at most once for a key, and without a key at most once in ten minutes for the same amount:
   * `repeated` tells that an earlier purchase is answered. Throws UnknownSubscription, KeyUsedOtherwise.
   */
  buy(request: PurchaseRequest): Promise<{ purchase: Purchase; repeated?: 'key' | 'alike' }>
  /** Begins a purchase in the caller's transaction; `finish` then pays it. */
  begin(
    tx: Queryable,
    request: PurchaseRequest & { subscriptionId: string; origin: PurchaseOrigin },
  ): Promise<Purchase>
  /** Asks the processor and books the outcome; the purchase stays pending while that is not known. */
  finish(purchase: Purchase): Promise<Purchase>
  /** Attaches a card; the answer tells what is left to do. Throws CardRefused, PaymentUnknown. */
  attachCard(
    organizationId: string,
    paymentMethodId: string | undefined,
    by: AuditOrigin,
  ): Promise<{ card: SavedCard; setup: { clientSecret: string; id: string } | null }>
  card(organizationId: string): Promise<SavedCard | undefined>
  /** A message of the processor. Throws BadSignature. */
  receiveNotice(body: Uint8Array, signature: string | undefined): Promise<void>
  /** Settles what is pending for longer than half a minute; answers how many it settled. */
  reconcile(nowMs: number): Promise<number>
  /** Newest first. */
  listPurchases(organizationId: string, most: number): Promise<Purchase[]>
}

export function openPayments(settings: PaymentsSettings): Payments {
  const { db, clock, processor } = settings
  const finish = payingOnce(settings)

  async function begin(
    tx: Queryable,
    request: PurchaseRequest & { subscriptionId: string; origin: PurchaseOrigin },
  ): Promise<Purchase> {
    const purchase = newPurchase(settings, request)
    await insertPurchase(tx, purchase)
    return purchase
  }

  return {
    processor,
    isOffered: processor.id !== 'none',
    begin,
    finish,
    async buy(request) {
      const subscriptionId = await theSubscription(settings, request)
      const isDefault = request.subscriptionId === undefined
      const claim = await db.transact((tx) =>
        beginOrFind(settings, tx, { ...request, subscriptionId, isDefault }),
      )
      if (claim.repeated === undefined) return { purchase: await finish(claim.purchase) }
      const { id, state } = claim.purchase
      if (state === 'pending') await reconcileOne(settings, claim.purchase, clock.now())
      const purchase = (await selectPurchase(db, id)) ?? claim.purchase
      // The processor knows of no payment: asked again by the same name it makes one, also when the first asking arrives late.
      const isUnasked = purchase.state === 'pending' && purchase.reference === null
      return { ...claim, purchase: isUnasked ? await finish(purchase) : purchase }
    },
    attachCard: (organizationId, paymentMethodId, by) =>
      attachCard(settings, { organizationId, paymentMethodId, by }),
    card: (organizationId) => selectCard(db, organizationId, processor.id),
    async receiveNotice(body, signature) {
      const notice = processor.readNotice(body, signature, clock.now())
      if (notice !== undefined) await book(settings, notice.purchaseId, notice.outcome)
    },
    async reconcile(nowMs) {
      const pending = await selectPending(db, {
        processor: processor.id,
        before: new Date(nowMs - askAfterMs),
        most: reconcileBatch,
      })
      let settled = 0
      for (const purchase of pending) if (await reconcileOne(settings, purchase, nowMs)) settled += 1
      return settled
    },
    listPurchases: (organizationId, most) => selectPurchases(db, organizationId, most),
  }
}

/** Asks for the payment; unknown leaves the purchase pending. */
async function pay(settings: PaymentsSettings, purchase: Purchase): Promise<Purchase> {
  const order = await buildOrder(settings, purchase)
  let outcome: PaymentOutcome | undefined
  try {
    outcome = await settings.processor.charge(order)
  } catch (error) {
    if (!(error instanceof PaymentUnknown)) throw error
    settings.log('payment not answered', {
      level: 'error',
      purchaseId: purchase.id,
      cause: String(error.cause ?? error),
    })
    if (error.isOver) outcome = await outcomeOfError(settings, order)
  }
  return outcome === undefined ? purchase : book(settings, purchase.id, outcome)
}

/**
 * What an order came to that the processor answered with an error. It answers the same order with the same error for a
 * day, so a purchase without a payment has failed, and the next one of the customer is a new order. Undefined while the
 * processor does not say.
 */
async function outcomeOfError(
  { processor, log }: PaymentsSettings,
  order: PaymentOrder,
): Promise<PaymentOutcome | undefined> {
  try {
    const made = await processor.lookUp(order)
    return made ?? { state: 'failed', reference: null, reason: processorError }
  } catch (error) {
    log('payment not looked up', { level: 'error', purchaseId: order.purchaseId, cause: String(error) })
    return undefined
  }
}

/** One payment at a time for a purchase in this process: whoever asks meanwhile hears what comes of it. */
function payingOnce(settings: PaymentsSettings): (purchase: Purchase) => Promise<Purchase> {
  const running = new Map<string, Promise<Purchase>>()
  return (purchase) => {
    const attempt = running.get(purchase.id)
    if (attempt !== undefined) return attempt
    const paying = pay(settings, purchase).finally(() => running.delete(purchase.id))
    running.set(purchase.id, paying)
    return paying
  }
}

/** Looks up the outcome of a payment; returns whether it is settled now. */
async function reconcileOne(settings: PaymentsSettings, purchase: Purchase, nowMs: number): Promise<boolean> {
  try {
    const outcome = await settings.processor.lookUp(await buildOrder(settings, purchase))
    const isOld = nowMs - purchase.createdAt.getTime() >= neverSentMs
    if (outcome === undefined && !isOld) return false
    const never = { state: 'failed', reference: null, reason: neverArrived } as const
    return (await book(settings, purchase.id, outcome ?? never)).state !== 'pending'
  } catch (error) {
    settings.log('payment not reconciled', { level: 'error', purchaseId: purchase.id, cause: String(error) })
    return false
  }
}

function newPurchase(
  { clock, processor, price }: PaymentsSettings,
  request: PurchaseRequest & { subscriptionId: string; origin: PurchaseOrigin },
): Purchase {
  return {
    id: newId('pur', clock),
    organizationId: request.organizationId,
    subscriptionId: request.subscriptionId,
    credits: request.credits,
    priceMinor: Math.ceil((toCredits(request.credits) * price.per1000Minor) / 1e3),
    currency: price.currency,
    origin: request.origin,
    processor: processor.id,
    state: 'pending',
    idempotencyKey: request.idempotencyKey ?? null,
    reference: null,
    failure: null,
    requestId: request.requestId,
    keyId: request.keyId ?? null,
    createdAt: new Date(clock.now()),
    settledAt: null,
  }
}

async function theSubscription(
  { ledger }: PaymentsSettings,
  { organizationId, subscriptionId }: PurchaseRequest,
): Promise<string> {
  const balances = await ledger.subscriptionBalances(organizationId)
  const subscription =
    subscriptionId === undefined
      ? usualSubscription(balances)
      : balances.find((one) => one.subscriptionId === subscriptionId)
  if (subscription === undefined) throw new UnknownSubscription(subscriptionId ?? 'any')
  return subscription.subscriptionId
}

/** The purchase this request repeats, or a new one; two requests at once find each other. */
async function beginOrFind(
  settings: PaymentsSettings,
  tx: Queryable,
  request: PurchaseRequest & { subscriptionId: string; isDefault: boolean },
): Promise<{ purchase: Purchase; repeated?: 'key' | 'alike' }> {
  const { clock } = settings
  const { organizationId, subscriptionId, idempotencyKey: key } = request
  await lockPurchases(tx, organizationId)
  const purchase = newPurchase(settings, { ...request, subscriptionId, origin: 'manual' })
  const ago = (ms: number) => new Date(clock.now() - ms)
  if (key === undefined) {
    const alike = await selectAlike(tx, purchase, ago(alikeMinutes * 60_000))
    if (alike !== undefined) return { purchase: alike, repeated: 'alike' }
  } else {
    const earlier = await selectByKey(tx, { organizationId, key, since: ago(keyHours * 3_600_000) })
    if (earlier !== undefined) {
      const isSame =
        earlier.credits === purchase.credits &&
        (request.isDefault || earlier.subscriptionId === subscriptionId)
      if (!isSame) throw new KeyUsedOtherwise('the idempotency key was used for another purchase')
      return { purchase: earlier, repeated: 'key' }
    }
  }
  await insertPurchase(tx, purchase)
  return { purchase }
}

async function buildOrder({ db, processor }: PaymentsSettings, purchase: Purchase): Promise<PaymentOrder> {
  const { id: purchaseId, organizationId, priceMinor, currency, reference } = purchase
  return {
    purchaseId,
    organizationId,
    priceMinor,
    currency,
    reference,
    card: await selectCard(db, organizationId, processor.id),
    description: `${toCredits(purchase.credits)} credits`,
    createdAtMs: purchase.createdAt.getTime(),
  }
}

/**
 * Books what the processor said, in whatever order and however often it says it: one grant. Paid is final; refused may
 * still become paid (a message that was late).
 */
async function book(
  settings: PaymentsSettings,
  purchaseId: string,
  outcome: PaymentOutcome,
): Promise<Purchase> {
  const { db, clock, ledger, subscriptions, audit } = settings
  return db.transact(async (tx) => {
    const purchase = await lockPurchase(tx, purchaseId)
    if (purchase === undefined) throw new Error(`no purchase ${purchaseId}`)
    const isNews =
      purchase.state === 'pending' || (purchase.state === 'failed' && outcome.state === 'succeeded')
    if (!isNews) return purchase
    await updatePurchase(tx, { id: purchaseId, outcome, nowMs: clock.now() })
    const { organizationId, subscriptionId, credits, origin } = purchase
    if (outcome.state === 'succeeded') {
      const note = origin === 'manual' ? 'purchase' : 'automatic top-up'
      await ledger.purchase(tx, {
        organizationId,
        subscriptionId,
        amount: credits,
        requestId: purchaseId,
        note,
      })
      if (origin === 'manual') await subscriptions.continueAfterPurchase(tx, subscriptionId, organizationId)
    }
    if (outcome.state !== 'pending') {
      const by =
        purchase.keyId === null
          ? { actor: 'system', requestId: purchase.requestId }
          : { actor: `key:${purchase.keyId}`, requestId: purchase.requestId }
      const action = `purchase.${outcome.state}`
      const detail = { credits: toCredits(credits), priceMinor: purchase.priceMinor, origin, subscriptionId }
      await audit.append(tx, { organizationId, by, action, subject: purchaseId, detail })
    }
    return (await selectPurchase(tx, purchaseId)) ?? purchase
  })
}

async function attachCard(
  { db, clock, processor, audit }: PaymentsSettings,
  {
    organizationId,
    paymentMethodId,
    by,
  }: {
    organizationId: string
    paymentMethodId: string | undefined
    by: AuditOrigin
  },
): ReturnType<Payments['attachCard']> {
  const before = await selectCard(db, organizationId, processor.id)
  const { card, setup } = await processor.attach({ organizationId, card: before, paymentMethodId })
  await db.transact(async (tx) => {
    await upsertCard(tx, { organizationId, processor: processor.id, card, updatedAt: new Date(clock.now()) })
    const detail = { processor: processor.id, brand: card.brand, last4: card.last4, complete: setup === null }
    await audit.append(tx, { organizationId, by, action: 'card.attached', subject: card.customerId, detail })
  })
  return { card, setup }
}
