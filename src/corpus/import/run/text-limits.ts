import type { Rejection } from '../../write/index.ts'

/** Characters of a text of a record: a search answers a hundred records, each with all of its texts. */
export const maxTextChars = 200_000
/** Characters of what something is called, which is also indexed and compared. */
const maxNameChars = 1_000
const nameMembers = ['name', 'preferred_name', 'legal_name', 'full_name', 'first_name', 'last_name', 'title']

type Long = Omit<Rejection, 'line'>

/** The value would be in the rejects file, too. */
const tooLong = (path: string, most: number): Long => ({
  path,
  reason: `longer than ${most.toLocaleString('en')} characters`,
  value: null,
})

/** The first name of a record that is too long to be one. */
export function findLongName(record: Record<string, unknown>): Long | undefined {
  for (const name of nameMembers) {
    const value = record[name]
    if (typeof value === 'string' && value.length > maxNameChars) return tooLong(name, maxNameChars)
  }
  return undefined
}

/** The first text at any depth that is too long to be stored. */
export function findLongText(record: object): Long | undefined {
  const path = longPath(record)
  return path === undefined ? undefined : tooLong(path.replace(/^\./, ''), maxTextChars)
}

/** The path is put together on the way back: nearly every record has no such text. */
function longPath(value: unknown): string | undefined {
  if (typeof value === 'string') return value.length > maxTextChars ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const key in value) {
    const below = longPath((value as Record<string, unknown>)[key])
    if (below !== undefined) return `${Array.isArray(value) ? `[${key}]` : `.${key}`}${below}`
  }
  return undefined
}
