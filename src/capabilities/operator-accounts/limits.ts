import type { Override } from '../../platform/limits/index.ts'
import { ActRefused, requireOrganization, writeAudited, type Operator } from './operator.ts'

/** Sets the requests a minute. `operationIds`: a limit of a mistyped id would have no effect without a word. */
export async function setLimit(
  operator: Operator,
  { organizationId, operationId, max }: Override,
  operationIds: readonly string[] | undefined,
): Promise<void> {
  if (operationIds !== undefined && !operationIds.includes(operationId))
    throw new ActRefused('invalid', 'operation', `There is no operation ${operationId}.`)
  await requireOrganization(operator, organizationId)
  const entry = { organizationId, action: 'limit.set', subject: operationId, detail: { max } }
  await writeAudited(operator, entry, (tx) =>
    operator.limits.setLimit({ organizationId, operationId, max }, tx),
  )
}

/** Goes back to the operation's own limit. */
export async function clearLimit(
  operator: Operator,
  { organizationId, operationId }: Omit<Override, 'max'>,
): Promise<void> {
  await requireOrganization(operator, organizationId)
  const entry = { organizationId, action: 'limit.cleared', subject: operationId }
  const cleared = await writeAudited(operator, entry, (tx) =>
    operator.limits.clearLimit(organizationId, operationId, tx),
  )
  if (cleared) return
  const message = `${organizationId} has no limit of its own for ${operationId}.`
  throw new ActRefused('limit', 'operation', message)
}

export async function listLimits(operator: Operator, organizationId: string): Promise<Override[]> {
  await requireOrganization(operator, organizationId)
  return operator.limits.listLimits(organizationId)
}
