import { readHead } from '../../lib/json-head.ts'
import type { CompanyRecord, PersonRecord } from '../records/index.ts'

/** What a company is recognised by. */
export type CompanyHead = Pick<CompanyRecord, 'li_org_id' | 'preferred_name' | 'names' | 'domains' | 'parent'>
/** What a person is called. */
export type PersonHead = Pick<PersonRecord, 'name' | 'first_name' | 'last_name' | 'primary_slug' | 'slugs'>

/** What a person is and was, as far as a question may describe it. */
export type PersonCareer = Pick<
  PersonRecord,
  'name' | 'headline' | 'locality' | 'education' | 'experiences' | 'inferred_location'
>

const companyMembers: readonly (keyof CompanyHead)[] = [
  'li_org_id',
  'preferred_name',
  'names',
  'domains',
  'parent',
]
const personMembers: readonly (keyof PersonHead)[] = [
  'name',
  'first_name',
  'last_name',
  'primary_slug',
  'slugs',
]

/**
 * Reads what a company is recognised by from its stored JSON. Most records that are looked at only have another name, and their
 * names are in the first tenth of five thousand characters.
 */
export const readCompanyHead = (body: string): CompanyHead => readHead(body, 'external_ids', companyMembers)

/** Reads what a person is called from their stored JSON. */
export const readPersonHead = (body: string): PersonHead => readHead(body, 'skills', personMembers)

const careerMembers: readonly (keyof PersonCareer)[] = [
  'name',
  'headline',
  'locality',
  'education',
  'experiences',
  'inferred_location',
]

/** Reads what a question may describe of a person from their stored JSON: its first half. */
export const readPersonCareer = (body: string): PersonCareer => readHead(body, 'patents', careerMembers)

/** What people are called, as long as their records are at hand. */
const personHeads = new WeakMap<object, PersonHead>()

/** What a person is called, read once of a record that several look at. */
export function personHeadOf(record: { readonly storedBody?: string; readonly body: string }): PersonHead {
  const earlier = personHeads.get(record)
  if (earlier !== undefined) return earlier
  const head = readPersonHead(record.storedBody ?? record.body)
  personHeads.set(record, head)
  return head
}
