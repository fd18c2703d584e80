import { nearest } from '../../lib/edit-suggestion.ts'
import { normalText } from '../../lib/text-normal.ts'
import { findCountry } from '../../corpus/reference/index.ts'
import { columnRoles, type ColumnRole } from '../../corpus/tables/index.ts'
import type { DateOrder } from './heal/heal-date.ts'

/** The contents of custom instructions. Columns are named as in the file; they are looked up once it is read. */
export interface Directives {
  keepColumns?: string[]
  dropColumns?: string[]
  /** Columns whose values make two rows the same. */
  duplicatesBy?: string[]
  keepDuplicates?: boolean
  /** ISO 3166-1 alpha-2: where national telephone numbers are from. */
  country?: string
  dateOrder?: DateOrder
  /** Columns whose role is told. */
  roles?: { role: ColumnRole; column: string }[]
  /** The list has no header. */
  headless?: boolean
  /** Left as they are: no column of these roles is healed. */
  keepAsIs?: string[]
}

/** One line that is not a directive; `message` is said to the client. */
export interface BadDirective {
  line: number
  message: string
}

const roleWords: [string, ColumnRole][] = columnRoles
  .filter((role) => role !== 'text')
  .map((role) => [role.replaceAll('_', ' '), role] as [string, ColumnRole])
  .concat([
    ['name', 'full_name'],
    ['title', 'job_title'],
    ['profile', 'profile_url'],
    ['website', 'url'],
    ['zip', 'postal_code'],
  ])

/** Every directive, with its form; also the documentation. */
export const directiveForms = [
  'keep columns: <columns>',
  'drop columns: <columns>',
  'drop duplicates by: <columns>',
  'keep duplicates',
  'keep as is: <columns>',
  'country: <country>',
  'date order: dmy | mdy | ymd',
  'header: none',
  '<role> column: <column>',
] as const

/** Reads custom instructions: one directive a line, or separated by semicolons; lines that begin with # are remarks. */
export function parseDirectives(text: string): { directives: Directives; bad: BadDirective[] } {
  const directives: Directives = {}
  const bad: BadDirective[] = []
  for (const [index, line] of text.split(/[\n;]/).entries()) {
    const trimmed = line.trim()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const message = apply(directives, trimmed)
    if (message !== undefined) bad.push({ line: index + 1, message })
  }
  return { directives, bad }
}

/** Takes one directive in; answers what is wrong with it. */
function apply(into: Directives, text: string): string | undefined {
  const colon = text.indexOf(':')
  const name = normalText(colon === -1 ? text : text.slice(0, colon))
  const value = colon === -1 ? '' : text.slice(colon + 1).trim()
  const columns = value
    .split(',')
    .map((column) => column.trim().replace(/^"(.*)"$/, '$1'))
    .filter((column) => column !== '')
  if (name === 'keep duplicates' && value === '') return void (into.keepDuplicates = true)
  if (value === '') return unknown(text, name)
  switch (name) {
    case 'keep columns':
      return void (into.keepColumns = columns)
    case 'drop columns':
      return void (into.dropColumns = columns)
    case 'drop duplicates by':
      return void (into.duplicatesBy = columns)
    case 'keep as is':
      return void (into.keepAsIs = columns)
    case 'country':
      return country(into, value)
    case 'date order':
      return dateOrder(into, value.toLowerCase())
    case 'header':
      return value.toLowerCase() === 'none' ? void (into.headless = true) : 'Expected `header: none`.'
    default:
      return roleColumn(into, { name, value, text })
  }
}

function country(into: Directives, value: string): string | undefined {
  const located = findCountry(value)
  if (located === undefined) return `${JSON.stringify(value)} is not a country.`
  into.country = located.alpha2
  return undefined
}

function dateOrder(into: Directives, value: string): string | undefined {
  const order = (['dmy', 'mdy', 'ymd'] as const).find((one) => one === value)
  if (order === undefined) return 'Expected `date order: dmy`, `mdy` or `ymd`.'
  into.dateOrder = order
  return undefined
}

function roleColumn(
  into: Directives,
  { name, value, text }: { name: string; value: string; text: string },
): string | undefined {
  const word = name.endsWith(' column') ? name.slice(0, -' column'.length) : undefined
  const role = roleWords.find(([roleWord]) => roleWord === word)?.[1]
  if (role === undefined) return unknown(text, name)
  into.roles = [...(into.roles ?? []), { role, column: value.replace(/^"(.*)"$/, '$1') }]
  return undefined
}

function unknown(text: string, name: string): string {
  const forms = directiveForms
    .map((form) => form.split(':')[0] as string)
    .concat(roleWords.map(([word]) => `${word} column`))
  const meant = nearest(name, forms)
  const hint = meant === undefined ? '' : ` Did you mean \`${meant}\`?`
  return `${JSON.stringify(text.slice(0, 100))} is not a directive.${hint} Known: ${directiveForms.map((form) => `\`${form}\``).join(', ')}.`
}
