import { z } from 'zod'
import { movementKinds, type Movement, type Position } from './classify.ts'

const text = (doc: string) => z.string().nullable().describe(doc)

/** Details of a movement. */
const movementDetails = z.strictObject({
  newCompanyName: text('Employer after the movement, as on the profile.'),
  newCompanyLiOrgId: text('Its organization id on the network.'),
  newCompanyLiSlug: text('Its slug on the network.'),
  newCompanyDomain: text('Its domain.'),
  newCompanyLogoUrl: text('URL of its logo.'),
  newJobTitle: text('Title after the movement.'),
  oldCompanyName: text('Employer before, as on the profile.'),
  oldCompanyLiOrgId: text('Its organization id on the network.'),
  oldCompanyLiSlug: text('Its slug on the network.'),
  oldCompanyDomain: text('Its domain.'),
  oldCompanyLogoUrl: text('URL of its logo.'),
  oldJobTitle: text('Title before.'),
  startedInRoleAt: text('Start of the position after the movement, as precise as known.'),
  startedAtCompanyAt: text('First start of a position at its employer.'),
})

export type MovementDetails = z.infer<typeof movementDetails>

export const movementView = movementDetails
  .extend({
    movement: z.enum(movementKinds),
    discoveredAt: z.iso.datetime().describe('When the scan found it.'),
  })
  .meta({ id: 'JobMovement' })

export type MovementView = z.infer<typeof movementView>

/** Data of the corpus on an employer. */
export interface KnownCompany {
  slug: string | null
  domain: string | null
  logoUrl: string | null
}

export const noDetails: MovementDetails = {
  newCompanyName: null,
  newCompanyLiOrgId: null,
  newCompanyLiSlug: null,
  newCompanyDomain: null,
  newCompanyLogoUrl: null,
  newJobTitle: null,
  oldCompanyName: null,
  oldCompanyLiOrgId: null,
  oldCompanyLiSlug: null,
  oldCompanyDomain: null,
  oldCompanyLogoUrl: null,
  oldJobTitle: null,
  startedInRoleAt: null,
  startedAtCompanyAt: null,
}

/** A movement as shown, with data on both employers by their organization ids. */
export function buildDetails(
  { to, from }: Movement,
  { startedAt, companies }: { startedAt: string | null; companies: ReadonlyMap<string, KnownCompany> },
): MovementDetails {
  const findCompany = (position: Position | null) => companies.get(position?.pnet_company_id ?? '')
  const [after, before] = [findCompany(to), findCompany(from)]
  return {
    newCompanyName: to?.company_name ?? null,
    newCompanyLiOrgId: to?.pnet_company_id ?? null,
    newCompanyLiSlug: after?.slug ?? null,
    newCompanyDomain: after?.domain ?? null,
    newCompanyLogoUrl: after?.logoUrl ?? null,
    newJobTitle: to?.title ?? null,
    oldCompanyName: from?.company_name ?? null,
    oldCompanyLiOrgId: from?.pnet_company_id ?? null,
    oldCompanyLiSlug: before?.slug ?? null,
    oldCompanyDomain: before?.domain ?? null,
    oldCompanyLogoUrl: before?.logoUrl ?? null,
    oldJobTitle: from?.title ?? null,
    startedInRoleAt: to?.start_date ?? null,
    startedAtCompanyAt: startedAt,
  }
}
