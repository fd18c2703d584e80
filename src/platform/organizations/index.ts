export {
  openOrganizations,
  type Bootstrapped,
  type CreatedOrganization,
  type NewOrganization,
  type Organizations,
  type OrganizationsSettings,
} from './open-organizations.ts'
export { periodAt } from './usage-period.ts'
export type { Organization, Subscription } from './organization-rows.ts'
