import { z } from 'zod'
import { movementKinds, type Movement, type Position } from './classify.ts'

const text = (doc: string) => z.string().nullable().describe(doc)

/** What is told of a movement besides its kind. */
const movementDetails = z.strictObject({
  newCompanyName: text('Employer after the movement, as the profile says.'),
  newCompanyLiOrgId: text('Its organization id on the network.'),
  newCompanyLiSlug: text('Its slug on the network.'),
  newCompanyDomain: text('Its domain.'),
  newCompanyLogoUrl: text('Address of its logo.'),
  newJobTitle: text('Title after the movement.'),
  oldCompanyName: text('Employer before, as the profile said.'),
  oldCompanyLiOrgId: text('Its organization id on the network.'),
  oldCompanyLiSlug: text('Its slug on the network.'),
  oldCompanyDomain: text('Its domain.'),
  oldCompanyLogoUrl: text('Address of its logo.'),
  oldJobTitle: text('Title before.'),
  startedInRoleAt: text('Start of the position after the movement, as precise as known.'),
  startedAtCompanyAt: text('First start of a position with its employer.'),
})

export type MovementDetails = z.infer<typeof movementDetails>

export const movementView = movementDetails
  .extend({
    movement: z.enum(movementKinds),
    discoveredAt: z.iso.datetime().describe('When the scan found it.'),
  })
  .meta({ id: 'JobMovement' })

export type MovementView = z.infer<typeof movementView>

/** What the corpus knows of an employer. */
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

/** A movement as it is told, with what is known of both employers by their organization ids. */
export function detailsOf(
  { to, from }: Movement,
  { startedAt, companies }: { startedAt: string | null; companies: ReadonlyMap<string, KnownCompany> },
): MovementDetails {
  const companyOf = (position: Position | null) => companies.get(position?.pnet_company_id ?? '')
  const [after, before] = [companyOf(to), companyOf(from)]
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
