import { toCredits, type MilliCredits } from '../../lib/credits.ts'
import type { PriceKey } from '../../operation/index.ts'
import type { PriceView } from '../../platform/ledger/index.ts'
import { requireOrganization, writeAudited, type Operator } from './operator.ts'

export interface PriceOrder {
  organizationId: string
  key: PriceKey
  unitPrice: MilliCredits
  /** The price of the units after this many in a calendar month (UTC); undefined: of all. */
  fromUnits?: number | undefined
}

/** Sets a price of an organization; running processes follow within a second. */
export async function setPrice(
  operator: Operator,
  { organizationId, key, unitPrice, fromUnits }: PriceOrder,
): Promise<void> {
  await requireOrganization(operator, organizationId)
  const { prices } = operator.ledger
  const detail = { credits: toCredits(unitPrice), ...(fromUnits !== undefined && { fromUnits }) }
  await writeAudited(operator, { organizationId, action: 'price.set', subject: key, detail }, (tx) =>
    fromUnits === undefined
      ? prices.setPrice(organizationId, key, unitPrice, tx)
      : prices.setTier(organizationId, key, { fromUnits, unitPrice }, tx),
  )
}

/** Goes back to the price list; false where the organization had no price of its own. */
export async function clearPrice(
  operator: Operator,
  { organizationId, key }: Pick<PriceOrder, 'organizationId' | 'key'>,
): Promise<boolean> {
  await requireOrganization(operator, organizationId)
  return writeAudited(operator, { organizationId, action: 'price.cleared', subject: key }, (tx) =>
    operator.ledger.prices.clearPrice(organizationId, key, tx),
  )
}

/** The prices in force for an organization. */
export async function listPrices(operator: Operator, organizationId: string): Promise<PriceView[]> {
  await requireOrganization(operator, organizationId)
  return operator.ledger.prices.listPrices(organizationId)
}
