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
  const [after, before] = [buildSide(to, companies), buildSide(from, companies)]
  return {
    newCompanyName: after.name,
    newCompanyLiOrgId: after.orgId,
    newCompanyLiSlug: after.slug,
    newCompanyDomain: after.domain,
    newCompanyLogoUrl: after.logoUrl,
    newJobTitle: after.title,
    oldCompanyName: before.name,
    oldCompanyLiOrgId: before.orgId,
    oldCompanyLiSlug: before.slug,
    oldCompanyDomain: before.domain,
    oldCompanyLogoUrl: before.logoUrl,
    oldJobTitle: before.title,
    startedInRoleAt: to?.start_date ?? null,
    startedAtCompanyAt: startedAt,
  }
}

/** The position before or after a movement, with its employer. */
function buildSide(position: Position | null, companies: ReadonlyMap<string, KnownCompany>) {
  const company = companies.get(position?.pnet_company_id ?? '')
  return {
    name: position?.company_name ?? null,
    orgId: position?.pnet_company_id ?? null,
    title: position?.title ?? null,
    slug: company?.slug ?? null,
    domain: company?.domain ?? null,
    logoUrl: company?.logoUrl ?? null,
  }
}
