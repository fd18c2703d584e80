import type { EntityKind } from '../kinds/index.ts'

/** What of a record a source says that its publication no longer has. Kinds without such a member lose what was said. */
const endings: Partial<Record<EntityKind, (at: Date) => object>> = {
  companies: () => ({ status_consensus: 'closed' }),
  postings: (at) => ({ status: 'closed', closed_at: at.toISOString() }),
}

/** Members by which a record is recognised, beside which the end is said. */
const recognised = [
  'external_ids',
  'preferred_name',
  'domains',
  'pnet_primary_slug',
  'li_org_id',
  'job_id',
  'job_url',
  'company',
  'title',
]

export const canEnd = (kind: EntityKind): boolean => endings[kind] !== undefined

/** What a source says of a record that ended on a day. */
export function endOf(kind: EntityKind, record: Record<string, unknown>, at: Date): object {
  const names = recognised.filter((name) => name in record)
  return { ...Object.fromEntries(names.map((name) => [name, record[name]])), ...endings[kind]?.(at) }
}
