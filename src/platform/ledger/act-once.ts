import type { MilliCredits } from '../../lib/credits.ts'
import { column, rowShape, sql, type Queryable } from '../../store/postgres/index.ts'
import type { PostingKind } from './postings.ts'

/** What an operator moves under a reference of their own. */
export interface ReferredAct {
  organizationId: string
  reference: string
  kind: Exclude<PostingKind, 'purchase'>
  subscriptionId: string
  amount: MilliCredits
  requestId: string
}

const actRow = rowShape<Omit<ReferredAct, 'organizationId' | 'reference'>>({
  kind: column.text(),
  subscriptionId: column.text(),
  amount: column.credits(),
  requestId: column.text(),
})

/**
 * Notes an act in the transaction that moves the credits. Answers the act that has the reference already; of two at once
 * the second waits for the first, and then sees it.
 */
export async function noteAct(
  tx: Queryable,
  act: ReferredAct,
  nowMs: number,
): Promise<Omit<ReferredAct, 'organizationId' | 'reference'> | undefined> {
  const { organizationId, reference, kind, subscriptionId, amount, requestId } = act
  const inserted = await tx.query(sql`
    INSERT INTO credit_acts (organization_id, reference, kind, subscription_id, amount, request_id, created_at)
    VALUES (${organizationId}, ${reference}, ${kind}, ${subscriptionId}, ${amount}, ${requestId}, ${new Date(nowMs)})
    ON CONFLICT (organization_id, reference) DO NOTHING RETURNING 1`)
  if (inserted.length > 0) return undefined
  const [before] = await tx.query(sql.rows(actRow)`
    SELECT kind, subscription_id AS "subscriptionId", amount, request_id AS "requestId" FROM credit_acts
    WHERE organization_id = ${organizationId} AND reference = ${reference}`)
  return before
}
