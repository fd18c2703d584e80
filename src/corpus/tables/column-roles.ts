import type { ColumnMeaning } from './heading-words.ts'
import { plainHeading, senseOfHeading } from './heading-sense.ts'

/** What a column of a list holds. `text` is anything else: it is tidied, and used for nothing. */
export const columnRoles = [
  'full_name',
  'first_name',
  'last_name',
  'email',
  'phone',
  'company',
  'domain',
  'url',
  'profile_url',
  'company_url',
  'job_title',
  'country',
  'city',
  'state',
  'postal_code',
  'address',
  'date',
  'number',
  'text',
] as const

export type ColumnRole = (typeof columnRoles)[number]

/** Roles whose cells have a form: they are healed whoever they are of, and `none` in one can only mean nothing. */
export const formedRoles: ReadonlySet<ColumnRole> = new Set([
  'email',
  'phone',
  'domain',
  'url',
  'profile_url',
  'company_url',
  'date',
  'number',
])

/** How cells of a meaning are read; undefined if the cells alone say it. */
const roleOf: Partial<Record<ColumnMeaning, ColumnRole>> = {
  name: 'full_name',
  'first name': 'first_name',
  'last name': 'last_name',
  email: 'email',
  phone: 'phone',
  company: 'company',
  domain: 'domain',
  website: 'url',
  profile: 'profile_url',
  'company profile': 'company_url',
  title: 'job_title',
  country: 'country',
  city: 'city',
  state: 'state',
  'postal code': 'postal_code',
  street: 'address',
  location: 'address',
  date: 'date',
  employees: 'number',
  revenue: 'number',
  number: 'number',
  id: 'text',
}

/** How cells under a heading of this meaning are read. */
export const roleOfMeaning = (meaning: ColumnMeaning | undefined): ColumnRole | undefined =>
  meaning === undefined ? undefined : roleOf[meaning]

/** The role a header's words name, and how sure that is; undefined when they name none. */
export function roleOfHeader(heading: string): { role: ColumnRole; confidence: number } | undefined {
  const sense = senseOfHeading(plainHeading(heading))
  if (sense === undefined) return undefined
  const role = roleOfMeaning(sense.meaning)
  return role === undefined ? undefined : { role, confidence: sense.confidence }
}
