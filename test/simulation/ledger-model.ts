/** What the ledger must do, in the plainest arithmetic: amounts as BigInt, no locks, no SQL. */
export interface ModelSubscription {
  id: string
  resetsMs: number
  graceMs: number
  anchorMs: number
  autoReset: boolean
  isPaused: boolean
  allocation: bigint
  /** What the running period began with. */
  begunWith: bigint
  spentBefore: bigint
  startedMs: number
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
  /** What it took from where, in the order of drawing. */
  parts: ModelPart[]
  key: ModelKey
  amount: bigint
  unitPrice: bigint
  expiresAtMs: number
  open: boolean
  charged: bigint
}

export interface ModelPart {
  subscription: ModelSubscription
  amount: bigint
  charged: bigint
  refunded: bigint
  chargedMs: number
}

export interface LedgerModel {
  subscriptions: ModelSubscription[]
  keys: ModelKey[]
  holds: ModelHold[]
  unitPrice: bigint
}

export type ModelOutcome =
  | { kind: 'held'; parts: ModelPart[]; amount: bigint }
  | { kind: 'out-of-credits' | 'key-credit-limit-reached' | 'restricted' }

const least = (a: bigint, b: bigint) => (a < b ? a : b)

/** Decides a hold without making it. */
export function decideHold(
  model: LedgerModel,
  request: { key: ModelKey; units: bigint; partial: boolean; nowMs: number },
): ModelOutcome {
  const { key, units, partial, nowMs } = request
  const want = units * model.unitPrice
  const floor = partial ? model.unitPrice : want
  const usable = model.subscriptions
    .filter((one) => !one.isPaused && nowMs < one.resetsMs + one.graceMs)
    .toSorted((a, b) => a.resetsMs - b.resetsMs || (a.id < b.id ? -1 : 1))
  if (usable.length === 0) return { kind: 'restricted' }
  const available = usable.reduce((sum, one) => sum + one.available, 0n)
  if (available < floor) return { kind: 'out-of-credits' }
  const room = key.max === undefined ? want : key.max - key.used - key.held
  if (room < floor) return { kind: 'key-credit-limit-reached' }
  const amount = least(least(want, available), room)
  const parts: ModelPart[] = []
  let missing = amount
  for (const subscription of usable) {
    const taken = least(missing, subscription.available)
    missing -= taken
    if (taken > 0n) parts.push({ subscription, amount: taken, charged: 0n, refunded: 0n, chargedMs: 0 })
  }
  return { kind: 'held', parts, amount }
}

export function openHold(model: LedgerModel, hold: Omit<ModelHold, 'open' | 'charged'>): void {
  for (const { subscription, amount } of hold.parts) {
    subscription.available -= amount
    subscription.held += amount
  }
  hold.key.held += hold.amount
  model.holds.push({ ...hold, open: true, charged: 0n })
}

export function closeHold(hold: ModelHold, charge: bigint, nowMs: number): void {
  hold.open = false
  hold.charged = charge
  let missing = charge
  for (const part of hold.parts) {
    part.charged = least(missing, part.amount)
    part.chargedMs = nowMs
    missing -= part.charged
    part.subscription.held -= part.amount
    part.subscription.spent += part.charged
    part.subscription.available += part.amount - part.charged
  }
  hold.key.held -= hold.amount
  hold.key.used += charge
}

/** A refund: what was charged in the running period no longer counts as allocation, and so it stays. */
export function giveBack(
  subscription: ModelSubscription,
  { amount, ofEarlier }: { amount: bigint; ofEarlier: bigint },
): void {
  subscription.spent -= amount
  subscription.available += amount
  subscription.spentBefore -= ofEarlier
  const rest = subscription.begunWith - (amount - ofEarlier)
  subscription.begunWith = rest > 0n ? rest : 0n
}

/** More than was added is gone: the rest was allocation, which what is added later does not fill up again. */
export function revokeFromAllocation(subscription: ModelSubscription): void {
  subscription.begunWith = least(subscription.begunWith, subscription.issued - subscription.spentBefore)
}

/** Ends the period and begins the next: what was bought, granted or given back stays, the rest of the allocation lapses. */
export function renew(subscription: ModelSubscription, period: { startsMs: number; resetsMs: number }): void {
  const extra = subscription.issued - subscription.spentBefore - subscription.begunWith
  const kept = least(subscription.available, extra > 0n ? extra : 0n)
  subscription.issued += subscription.allocation - (subscription.available - kept)
  subscription.available = kept + subscription.allocation
  subscription.begunWith = subscription.allocation
  subscription.spentBefore = subscription.spent
  subscription.startedMs = period.startsMs
  subscription.resetsMs = period.resetsMs
  subscription.isPaused = false
}
