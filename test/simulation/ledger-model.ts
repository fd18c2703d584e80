/** What the ledger must do, in the plainest arithmetic: amounts as BigInt, no locks, no SQL. */
export interface ModelSubscription {
  id: string
  resetsMs: number
  available: bigint
  held: bigint
  spent: bigint
  issued: bigint
}

export interface ModelKey {
  id: string
  max: bigint | undefined
  used: bigint
  held: bigint
}

export interface ModelHold {
  requestId: string
  subscription: ModelSubscription
  key: ModelKey
  amount: bigint
  unitPrice: bigint
  expiresAtMs: number
  open: boolean
  charged: bigint
  refunded: bigint
}

export interface LedgerModel {
  subscriptions: ModelSubscription[]
  keys: ModelKey[]
  holds: ModelHold[]
  unitPrice: bigint
}

export type ModelOutcome =
  | { kind: 'held'; subscription: ModelSubscription; amount: bigint }
  | { kind: 'out-of-credits' | 'key-credit-limit-reached' }

const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** Decides a hold without making it. */
export function decideHold(model: LedgerModel, key: ModelKey, units: bigint, partial: boolean): ModelOutcome {
  const want = units * model.unitPrice
  const floor = partial ? model.unitPrice : want
  const fullest = model.subscriptions.toSorted((a, b) =>
    a.available === b.available ? (a.id < b.id ? -1 : 1) : a.available > b.available ? -1 : 1,
  )
  // The sort is stable: of those that reset at the same instant the fullest stays ahead.
  const payers = fullest.filter((one) => one.available >= want).toSorted((a, b) => a.resetsMs - b.resetsMs)
  const subscription = payers[0] ?? fullest[0]
  if (subscription === undefined || subscription.available < floor) return { kind: 'out-of-credits' }
  const room = key.max === undefined ? want : key.max - key.used - key.held
  if (room < floor) return { kind: 'key-credit-limit-reached' }
  return { kind: 'held', subscription, amount: least(least(want, subscription.available), room) }
}

export function openHold(model: LedgerModel, hold: Omit<ModelHold, 'open' | 'charged' | 'refunded'>): void {
  hold.subscription.available -= hold.amount
  hold.subscription.held += hold.amount
  hold.key.held += hold.amount
  model.holds.push({ ...hold, open: true, charged: 0n, refunded: 0n })
}

export function closeHold(hold: ModelHold, charge: bigint): void {
  hold.open = false
  hold.charged = charge
  hold.subscription.held -= hold.amount
  hold.subscription.spent += charge
  hold.subscription.available += hold.amount - charge
  hold.key.held -= hold.amount
  hold.key.used += charge
}
