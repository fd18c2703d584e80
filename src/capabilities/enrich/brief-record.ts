import { z } from 'zod'
import { cellText } from './cell-text.ts'
import { valueAt, type ListKind } from './members.ts'

const text = z.string().nullable()

/** What tells a record from others alike. */
export const briefRecord = z
  .object({
    name: text,
    website: text.describe('Of a company: its first domain.'),
    place: text,
    size: text.describe('Of a company: its employees, as `51-200`.'),
    employer: text.describe('Of a person: the name of the current employer.'),
  })
  .meta({ id: 'EnrichBriefRecord' })

export type BriefRecord = z.output<typeof briefRecord>

const paths: Record<ListKind, Record<keyof BriefRecord, readonly string[]>> = {
  companies: {
    name: ['preferred_name'],
    website: ['domains.0'],
    place: [
      'location_consensus.formatted_address',
      'location_consensus.city',
      'location_consensus.country_code',
    ],
    size: ['employee_count_consensus'],
    employer: [],
  },
  people: {
    name: ['name'],
    website: [],
    place: [
      'inferred_location.formatted_address',
      'inferred_location.city',
      'inferred_location.country_code',
    ],
    size: [],
    employer: ['current_job.company_name'],
  },
}

export function makeBrief(kind: ListKind, record: object): BriefRecord {
  const read = (member: keyof BriefRecord): string | null => {
    for (const path of paths[kind][member]) {
      const found = cellText(readAt(record, path))
      if (found !== '') return found
    }
    return null
  }
  const [name, website, place] = [read('name'), read('website'), read('place')]
  return { name: name ?? website, website, place, size: read('size'), employer: read('employer') }
}

/** The first of a list is asked for by `.0`. */
function readAt(record: object, path: string): unknown {
  const isFirst = path.endsWith('.0')
  const value = valueAt(record, (isFirst ? path.slice(0, -2) : path).split('.'))
  return isFirst && Array.isArray(value) ? value[0] : value
}
