import { toCredits, type MilliCredits } from '../../lib/credits.ts'
import type { CreatedOrganization } from '../../platform/organizations/index.ts'
import { INSTALLATION } from '../../platform/audit/index.ts'
import { requireOrganization, writeAudited, type Operator } from './operator.ts'

/** Makes an organization with one subscription and its credits. */
export async function createOrganization(
  { organizations, audit, by, db }: Operator,
  { name, credits }: { name: string; credits: MilliCredits },
): Promise<CreatedOrganization> {
  return db.transact(async (tx) => {
    const created = await organizations.createOrganization({ name, credits }, tx)
    const subject = created.organization.id
    const detail = { name, credits: toCredits(credits) }
    await audit.append(tx, {
      organizationId: INSTALLATION,
      by,
      action: 'organization.created',
      subject,
      detail,
    })
    return created
  })
}

/** Renames an organization, or allows or forbids it to search people by age. */
export async function changeOrganization(
  operator: Operator,
  organizationId: string,
  change: { name?: string | undefined; ageSearch?: boolean | undefined },
): Promise<void> {
  const before = await requireOrganization(operator, organizationId)
  const { organizations } = operator
  const { name, ageSearch } = change
  const detail = {
    ...(name !== undefined && { name: { from: before.name, to: name } }),
    ...(ageSearch !== undefined && { ageSearch }),
  }
  const entry = { organizationId, action: 'organization.changed', subject: organizationId, detail }
  await writeAudited(operator, entry, async (tx) => {
    if (name !== undefined) await organizations.renameOrganization(organizationId, name, tx)
    if (ageSearch !== undefined) await organizations.allowAgeSearch(organizationId, ageSearch, tx)
  })
}
