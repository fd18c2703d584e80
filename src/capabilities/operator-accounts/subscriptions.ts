import { toCredits, type MilliCredits } from '../../lib/credits.ts'
import { newId } from '../../lib/ids.ts'
import type { SubscriptionState } from '../../platform/ledger/index.ts'
import type { Subscription } from '../../platform/organizations/index.ts'
import { AutomaticTopUpIsOn, type Subscriptions } from '../../platform/subscriptions/index.ts'
import { ActRefused, requireOrganization, type Operator } from './operator.ts'

/** A subscription, with what the ledger says of its state. */
export type SubscriptionView = Omit<Subscription, 'status'> & { status: SubscriptionState }

/** The one that resets soonest first. */
export async function listSubscriptions(
  operator: Operator,
  organizationId: string,
): Promise<SubscriptionView[]> {
  await requireOrganization(operator, organizationId)
  const balances = await operator.ledger.subscriptionBalances(organizationId)
  const states = new Map(balances.map(({ subscriptionId, status }) => [subscriptionId, status]))
  const subscriptions = await operator.organizations.listSubscriptions(organizationId)
  return subscriptions.map((one) => ({ ...one, status: states.get(one.id) ?? one.status }))
}

/** Adds a subscription that begins now; answers its id. */
export async function addSubscription(
  operator: Operator,
  { organizationId, allocation }: { organizationId: string; allocation: MilliCredits },
): Promise<string> {
  await requireOrganization(operator, organizationId)
  const { db, organizations, audit, by, clock } = operator
  return db.transact(async (tx) => {
    const subject = await organizations.addSubscription(organizationId, allocation, tx)
    const origin = { requestId: newId('act', clock), ...by }
    const detail = { allocation: toCredits(allocation) }
    await audit.append(tx, { organizationId, by: origin, action: 'subscription.added', subject, detail })
    return subject
  })
}

/** Pauses, resets or configures a subscription. */
export async function changeSubscription<T>(
  operator: Operator,
  { organizationId, subscriptionId }: { organizationId: string; subscriptionId: string },
  work: (subscriptions: Subscriptions, which: Parameters<Subscriptions['pause']>[0]) => Promise<T>,
): Promise<T> {
  await requireOrganization(operator, organizationId)
  const subscriptions = await operator.organizations.listSubscriptions(organizationId)
  if (!subscriptions.some((one) => one.id === subscriptionId)) {
    const message = `There is no subscription ${subscriptionId} in ${organizationId}.`
    throw new ActRefused('subscription', 'subscriptionId', message)
  }
  const by = { requestId: newId('act', operator.clock), ...operator.by }
  try {
    return await work(operator.subscriptions, { organizationId, subscriptionId, by })
  } catch (error) {
    if (error instanceof AutomaticTopUpIsOn)
      throw new ActRefused('conflict', 'autoReset', `${error.message}.`)
    throw error
  }
}
