import type { z } from 'zod'
import { nearest } from '../../lib/edit-suggestion.ts'
import { companyRecord, personRecord } from '../../corpus/records/index.ts'
import { definition, unwrap } from '../../operation/index.ts'

/** Kinds of lists. */
export const listKinds = ['companies', 'people'] as const
export type ListKind = (typeof listKinds)[number]

const records: Record<ListKind, z.ZodObject> = { companies: companyRecord, people: personRecord }

/** Members that are added by default. */
export const defaultMembers: Record<ListKind, readonly string[]> = {
  companies: [
    'preferred_name',
    'domains',
    'pnet_primary_slug',
    'li_org_id',
    'short_description',
    'standard_industries',
    'employee_count_consensus',
    'location_consensus.formatted_address',
    'location_consensus.country_code',
    'founded_on_consensus',
    'status_consensus',
    'funding_stage',
    'total_funding_consensus',
  ],
  people: [
    'name',
    'url',
    'primary_slug',
    'headline',
    'current_job.title',
    'current_job.company_name',
    'current_job.company_domain',
    'current_job.seniority',
    'current_job.start_date',
    'inferred_location.formatted_address',
    'inferred_location.country_code',
  ],
}

/** Maximum members added to one list. */
export const maxMembers = 60

/** Reason why a path is not a member of records of a kind; undefined when it is one. */
export function whyNoMember(kind: ListKind, path: string): string | undefined {
  let current: z.ZodType = records[kind]
  const walked: string[] = []
  for (const part of path.split('.')) {
    current = unwrap(current)
    while (definition(current).element !== undefined)
      current = unwrap(definition(current).element as z.ZodType)
    const { shape, valueType } = definition(current)
    const next = shape?.[part] ?? valueType
    if (next === undefined) {
      const of = walked.length === 0 ? `records of ${kind}` : walked.join('.')
      const meant = shape && nearest(part, Object.keys(shape))
      const hint = meant === undefined ? '' : ` Did you mean ${[...walked, meant].join('.')}?`
      return `There is no member ${JSON.stringify(part)} of ${of}.${hint}`
    }
    walked.push(part)
    current = next
  }
  return undefined
}

/** Value of a record at a path; for a list the value of each element. Null where there is none. */
export function valueAt(value: unknown, [part, ...rest]: readonly string[]): unknown {
  if (value === null || value === undefined) return null
  if (part === undefined) return value
  if (Array.isArray(value)) {
    const each = value.map((one) => valueAt(one, [part, ...rest]))
    return each.flat().filter((one) => one !== null)
  }
  return typeof value === 'object' ? valueAt((value as Record<string, unknown>)[part], rest) : null
}
