import { formatCredits, toCredits, type MilliCredits } from '../../lib/credits.ts'
import { NotEnoughCredits, usualSubscription } from '../../platform/ledger/index.ts'
import type { Queryable } from '../../store/postgres/index.ts'
import { ActRefused, requireOrganization, writeAudited, type Operator } from './operator.ts'

export const creditActs = ['grant', 'revoke', 'refund'] as const
export type CreditAct = (typeof creditActs)[number]

export interface CreditOrder {
  organizationId: string
  act: CreditAct
  amount: MilliCredits
  /** Default: the one a refunded request was charged to, else the active one that resets soonest. */
  subscriptionId?: string | undefined
  /** Refunds only: the charged request; at most its charge is given back. */
  refunds?: string | undefined
  note?: string | undefined
  /** The operator's own name for the movement: sent again it moves nothing. */
  reference?: string | undefined
}

/** The names of these acts in the audit. */
const actions = { grant: 'credits.granted', revoke: 'credits.revoked', refund: 'credits.refunded' } as const

/** Moves credits into or out of a subscription. `isNew` is false where the reference had moved them before. */
export async function moveCredits(
  operator: Operator,
  order: CreditOrder,
): Promise<{ subscriptionId: string; isNew: boolean }> {
  const { organizationId, act, amount, refunds, note, reference } = order
  await requireOrganization(operator, organizationId)
  const subscriptionId = await chooseSubscription(operator, order)
  const more = { ...(refunds !== undefined && { refunds }), ...(note !== undefined && { note }) }
  const detail = {
    credits: toCredits(amount),
    ...(refunds !== undefined && { refunds }),
    ...(reference !== undefined && { reference }),
  }
  const entry = { organizationId, action: actions[act], subject: subscriptionId, detail }
  try {
    const isNew = await writeAudited(operator, entry, async (tx, requestId) => {
      if (await wasMoved(operator, tx, { ...order, subscriptionId, requestId })) return false
      await post(operator, tx, { act, organizationId, subscriptionId, amount, requestId, ...more })
      return true
    })
    return { subscriptionId, isNew }
  } catch (error) {
    if (!(error instanceof NotEnoughCredits)) throw error
    const most = formatCredits(error.reachable)
    throw new ActRefused('invalid', 'credits', `Nothing was moved: at most ${most} credits can be moved.`)
  }
}

/** Whether the reference moved the same before. Throws for one that moved something else. */
async function wasMoved(
  { ledger }: Operator,
  tx: Queryable,
  order: CreditOrder & { subscriptionId: string; requestId: string },
): Promise<boolean> {
  const { organizationId, reference, act: kind, amount, subscriptionId, requestId } = order
  if (reference === undefined) return false
  const act = { organizationId, reference, kind, amount, subscriptionId, requestId }
  const before = await ledger.noteAct(tx, act)
  if (before === undefined) return false
  if (before.kind === kind && before.amount === amount) return true
  throw new ActRefused(
    'conflict',
    'reference',
    `The reference ${reference} stands for another movement: ${before.kind} of ${formatCredits(before.amount)} credits.`,
  )
}

async function post(
  { ledger }: Operator,
  tx: Queryable,
  { act, ...entry }: { act: CreditAct; refunds?: string } & Parameters<Operator['ledger']['grant']>[0],
): Promise<void> {
  if (act === 'grant') return ledger.grant(entry, tx)
  if (act === 'revoke') return ledger.revoke(entry, tx)
  const { refunds } = entry
  return refunds === undefined ? ledger.refund(entry, tx) : ledger.refundRequest({ ...entry, refunds }, tx)
}

async function chooseSubscription(operator: Operator, order: CreditOrder): Promise<string> {
  const { organizationId, subscriptionId, refunds } = order
  const balances = await operator.ledger.subscriptionBalances(organizationId)
  if (subscriptionId !== undefined) {
    if (balances.some((one) => one.subscriptionId === subscriptionId)) return subscriptionId
    const message = `There is no subscription ${subscriptionId} in ${organizationId}.`
    throw new ActRefused('subscription', 'subscriptionId', message)
  }
  if (refunds !== undefined) {
    const charged = await operator.ledger.chargedSubscription(organizationId, refunds)
    if (charged !== undefined) return charged
    const message = `${organizationId} was not charged for a request ${refunds}.`
    throw new ActRefused('invalid', 'refunds', message)
  }
  const first = usualSubscription(balances)
  if (first !== undefined) return first.subscriptionId
  throw new ActRefused('subscription', 'organizationId', `${organizationId} has no subscription.`)
}
