import type { ColumnRole } from './column-roles.ts'
import type { HeadingSense } from './heading-sense.ts'

/** A column as it is understood. */
export interface ListColumn {
  /** As in the file, trimmed; made up where there is no header. Unique. */
  name: string
  role: ColumnRole
  /** How sure the role is, 0 to 1. */
  confidence: number
  /**
   * It holds what is not the record's: an owner's address, a status, a second of what a record has one of, or something of
   * unknown people beside what is the record's outright. Cells are healed; nobody is looked up by them.
   */
  isAside?: true
  /** A further one in addition to the one that is meant: `E-mail 2`, `Work email`. */
  isFurther?: true
}

/** A column with what its heading says. */
export interface JudgedColumn extends ListColumn {
  sense: HeadingSense | undefined
}

/** A column as shown to clients. */
export const shownColumn = ({ name, role, confidence }: ListColumn) => ({ name, role, confidence })

const maxNamedColumns = 20

/** A sentence about the columns that nobody is looked up by; none where there is no such column. */
export function asideNote(columns: readonly ListColumn[]): string[] {
  const names = columns.flatMap(({ isAside, name, role }) =>
    isAside === true && findingRoles.has(role) ? [JSON.stringify(name)] : [],
  )
  if (names.length === 0) return []
  const more = names.length > maxNamedColumns ? `, and ${names.length - maxNamedColumns} more` : ''
  return [
    `Not used to find records: ${names.slice(0, maxNamedColumns).join(', ')}${more}. Such columns are about other people or about your dealings with the record.`,
  ]
}

/** Roles by whose value a row is found. */
export const findingRoles = new Set<ColumnRole>([
  'full_name',
  'email',
  'company',
  'domain',
  'url',
  'profile_url',
  'company_url',
  'first_name',
  'last_name',
])
