import type { z } from 'zod'
import { nearest } from '../../lib/edit-suggestion.ts'
import { companyRecord, personRecord } from '../../corpus/records/index.ts'
import { definition, unwrap } from '../../operation/index.ts'

/** What a list may be of. */
export const listKinds = ['companies', 'people'] as const
export type ListKind = (typeof listKinds)[number]

const records: Record<ListKind, z.ZodObject> = { companies: companyRecord, people: personRecord }

/** Members that are added where none are asked for. */
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

/** Most members of one list. */
export const maxMembers = 60

/** Why a path names no member of the records of a kind; undefined when it names one. */
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

/** What a record says at a path; of a list what each of its elements says. Null for nothing. */
export function valueAt(value: unknown, [part, ...rest]: readonly string[]): unknown {
  if (value === null || value === undefined) return null
  if (part === undefined) return value
  if (Array.isArray(value)) {
    const each = value.map((one) => valueAt(one, [part, ...rest]))
    return each.flat().filter((one) => one !== null)
  }
  return typeof value === 'object' ? valueAt((value as Record<string, unknown>)[part], rest) : null
}
