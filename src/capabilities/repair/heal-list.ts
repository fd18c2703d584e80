import type { NetworkHosts } from '../../lib/network-url.ts'
import { findCountry } from '../../corpus/reference/index.ts'
import { formedRoles, type ListColumn, type RawRow } from '../../corpus/tables/index.ts'
import { healDomain, healProfile, healUrl } from './heal/heal-address.ts'
import { findDateOrder, healDate, type DateContext, type DateOrder } from './heal/heal-date.ts'
import { healEmail } from './heal/heal-email.ts'
import { healFullName, healNamePart } from './heal/heal-name.ts'
import { healPhone, noEvidence, type PhoneEvidence } from './heal/heal-phone.ts'
import { healText, type CellChange, type Healed, type Problem } from './heal/heal-text.ts'
import { isOneCase, properCase } from './heal/proper-case.ts'
import { phoneEvidence } from './phone-evidence.ts'

/** One row with what was done to it. Keys of the maps are positions of columns. */
export interface HealedRow {
  /** Line of the file. */
  line: number
  cells: string[]
  /** What is in the file where a cell reads as nothing, by its position. */
  written?: Record<number, string>
  /** What a changed cell was before, and why it no longer is. */
  changed: Record<number, { from: string; why: CellChange[] }>
  problems: Record<number, Problem>
  /** What ambiguous cells may mean. */
  readings?: Record<number, string[]>
  /** Lines of rows that said the same and are not rows of their own any more. */
  merged?: number[]
  /** Line of an earlier row that means the same person or company and says other things. */
  duplicateOf?: number
}

export interface HealOptions {
  network: NetworkHosts
  /** Alpha-2; for rows that name no country. */
  country: string | undefined
  dateOrder: DateOrder | undefined
  /** Positions of columns that are left as they are. */
  asIs: ReadonlySet<number>
  /** The year the list is read in, which tells centuries apart. */
  year: number
}

/** Heals every cell by the role of its column. Country and date order come from the options, else from the list. */
export function healRows(
  rows: readonly RawRow[],
  columns: readonly ListColumn[],
  options: HealOptions,
): HealedRow[] {
  const tidy = rows.map((row) => tidied(row, columns, options.asIs))
  const dates = columns.map(({ role, name }, index) => {
    if (role !== 'date') return undefined
    const order = options.dateOrder ?? findDateOrder(tidy.map(({ cells }) => cells[index] ?? ''))
    return { order: order ?? usualOrder(options.country), isBirth: isBirthday(name), year: options.year }
  })
  const evidenceOf = phoneEvidence(tidy, columns, options.country)
  for (const row of tidy) {
    // Before a cell of it is changed: what it says as a whole tells where its numbers are from.
    const evidence = columns.some(({ role }) => role === 'phone') ? evidenceOf(row.cells) : noEvidence
    for (const [column, { role }] of columns.entries()) {
      const cell = row.cells[column] ?? ''
      if (cell === '' || cell.length > 500 || options.asIs.has(column)) continue
      note(row, column, healOne(role, cell, { evidence, date: dates[column], network: options.network }))
    }
  }
  return tidy
}

/** The United States and a few islands write the month first. Only said outright: a list is not written where its people live. */
function usualOrder(country: string | undefined): DateOrder | undefined {
  if (country === undefined) return undefined
  return ['US', 'PH', 'FM', 'GU', 'PR'].includes(country) ? 'mdy' : 'dmy'
}

const isBirthday = (name: string) =>
  /birth|born|\bdob\b|geb|naiss|nacimi|nascim|nascita|urodz|f[oö]d(?:el)?s|syntym/i.test(name)

function tidied(
  { line, cells, written }: RawRow,
  columns: readonly ListColumn[],
  asIs: ReadonlySet<number>,
): HealedRow {
  const row: HealedRow = {
    line,
    cells: columns.map((_, index) => cells[index] ?? ''),
    ...(written === undefined ? {} : { written }),
    changed: {},
    problems: {},
  }
  for (const [column, cell] of row.cells.entries())
    if (!asIs.has(column))
      note(row, column, healText(cell, !formedRoles.has(columns[column]?.role ?? 'text')))
  return row
}

function note(row: HealedRow, column: number, { value, changes, problem, readings }: Healed): void {
  const before = row.cells[column] as string
  if (problem !== undefined) row.problems[column] = problem
  if (readings !== undefined) row.readings = { ...row.readings, [column]: readings }
  if (value === before) return
  const earlier = row.changed[column]
  row.cells[column] = value
  const why = [
    ...new Set([...(earlier?.why ?? []), ...(changes.length === 0 ? ['format' as const] : changes)]),
  ]
  row.changed[column] = { from: earlier?.from ?? before, why }
}

interface Context {
  evidence: PhoneEvidence
  date: DateContext | undefined
  network: NetworkHosts
}

function healOne(role: ListColumn['role'], cell: string, { evidence, date, network }: Context): Healed {
  switch (role) {
    case 'full_name':
      return healFullName(cell)
    case 'first_name':
    case 'last_name':
      return healNamePart(cell)
    case 'email':
      return healEmail(cell)
    case 'phone':
      return healPhone(cell, evidence)
    case 'domain':
      return healDomain(cell)
    case 'url':
      return healUrl(cell)
    case 'profile_url':
      return healProfile(cell, 'person', network)
    case 'company_url':
      return healProfile(cell, 'company', network)
    case 'date':
      return date === undefined ? { value: cell, changes: [] } : healDate(cell, date)
    case 'country':
      return healCountry(cell)
    case 'company':
    case 'job_title':
    case 'city':
      return healCase(cell, role)
    default:
      return { value: cell, changes: [] }
  }
}

/** Names of two countries, and a word for nothing that is the code of one. */
const twoCountries: Record<string, string[]> = {
  na: ['Namibia', 'not available'],
  congo: ['Congo', 'DR Congo'],
  korea: ['South Korea', 'North Korea'],
  'virgin islands': ['U.S. Virgin Islands', 'British Virgin Islands'],
}

function healCountry(cell: string): Healed {
  const readings = twoCountries[cell.toLowerCase()]
  if (readings !== undefined) return { value: cell, changes: [], problem: 'ambiguous', readings }
  const country = findCountry(cell)
  if (country === undefined) return { value: cell, changes: [] }
  return { value: country.name, changes: country.name === cell ? [] : ['format'] }
}

/** Case only where a text has none: one word in capitals may be a brand. */
function healCase(cell: string, role: 'company' | 'job_title' | 'city'): Healed {
  const one = isOneCase(cell)
  const isBrand =
    one === 'upper' && role !== 'city' && cell.replace(/[^\p{L}]/gu, '').length < (role === 'company' ? 8 : 5)
  // NYC, LA, DC.
  const isShort = one === 'upper' && role === 'city' && cell.length < 4
  if (one === undefined || isBrand || isShort || /\.[a-z]{2,}$/.test(cell))
    return { value: cell, changes: [] }
  const value = properCase(cell)
  return { value, changes: value === cell ? [] : ['case'] }
}
