import { registrableDomain } from '../../lib/domain-name.ts'
import type { NetworkHosts } from '../../lib/network-url.ts'
import { countryByAlpha2, findCountry } from '../../corpus/reference/index.ts'
import type { ListColumn } from './detect-columns.ts'
import { healDomain, healProfile, healUrl } from './heal/heal-address.ts'
import { dateOrderOf, healDate, type DateOrder } from './heal/heal-date.ts'
import { healEmail } from './heal/heal-email.ts'
import { healFullName, healNamePart } from './heal/heal-name.ts'
import { healPhone } from './heal/heal-phone.ts'
import { healText, type Change, type Healed, type Problem } from './heal/heal-text.ts'
import { isOneCase, properCase } from './heal/proper-case.ts'
import type { RawRow } from './read/table.ts'

/** One row with what was done to it. Keys of the maps are positions of columns. */
export interface HealedRow {
  /** Line of the file. */
  line: number
  cells: string[]
  /** What a changed cell was before, and why it is not any more. */
  changed: Record<number, { from: string; why: Change[] }>
  problems: Record<number, Problem>
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
}

/** Heals every cell by the role of its column. Country and date order come from the options, else from the list. */
export function healRows(
  rows: readonly RawRow[],
  columns: readonly ListColumn[],
  options: HealOptions,
): HealedRow[] {
  const tidy = rows.map((row) => tidied(row, columns.length, options.asIs))
  const country = options.country ?? usualCountry(tidy, columns)
  const orders = columns.map(({ role }, at) =>
    role === 'date'
      ? orderOf(
          tidy.map(({ cells }) => cells[at] ?? ''),
          country,
          options.dateOrder,
        )
      : undefined,
  )
  const countryColumn = columns.findIndex(({ role }) => role === 'country')
  for (const row of tidy) {
    const own = countryColumn === -1 ? undefined : findCountry(row.cells[countryColumn] ?? '')?.alpha2
    for (const [at, { role }] of columns.entries()) {
      const cell = row.cells[at] ?? ''
      if (cell === '' || cell.length > 500 || options.asIs.has(at)) continue
      const context = { country: own ?? country, order: orders[at], network: options.network }
      note(row, at, healOne(role, cell, context))
    }
  }
  return tidy
}

function tidied({ line, cells }: RawRow, width: number, asIs: ReadonlySet<number>): HealedRow {
  const row: HealedRow = {
    line,
    cells: Array.from({ length: width }, (_, at) => cells[at] ?? ''),
    changed: {},
    problems: {},
  }
  for (const [at, cell] of row.cells.entries()) if (!asIs.has(at)) note(row, at, healText(cell))
  return row
}

function note(row: HealedRow, at: number, { value, changes, problem }: Healed): void {
  const before = row.cells[at] as string
  if (problem !== undefined) row.problems[at] = problem
  if (value === before) return
  const earlier = row.changed[at]
  row.cells[at] = value
  const why = [
    ...new Set([...(earlier?.why ?? []), ...(changes.length === 0 ? ['format' as const] : changes)]),
  ]
  row.changed[at] = { from: earlier?.from ?? before, why }
}

interface Context {
  country: string | undefined
  order: DateOrder | undefined
  network: NetworkHosts
}

function healOne(role: ListColumn['role'], cell: string, { country, order, network }: Context): Healed {
  switch (role) {
    case 'full_name':
      return healFullName(cell)
    case 'first_name':
    case 'last_name':
      return healNamePart(cell)
    case 'email':
      return healEmail(cell)
    case 'phone':
      return healPhone(cell, country)
    case 'domain':
      return healDomain(cell)
    case 'url':
      return healUrl(cell)
    case 'profile_url':
      return healProfile(cell, 'person', network)
    case 'company_url':
      return healProfile(cell, 'company', network)
    case 'date':
      return healDate(cell, order)
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

function healCountry(cell: string): Healed {
  const found = findCountry(cell)
  if (found === undefined) return { value: cell, changes: [] }
  return { value: found.name, changes: found.name === cell ? [] : ['format'] }
}

/** Case only where a text has none: one word in capitals may be a brand. */
function healCase(cell: string, role: 'company' | 'job_title' | 'city'): Healed {
  const one = isOneCase(cell)
  const isBrand =
    one === 'upper' && role !== 'city' && cell.replace(/[^\p{L}]/gu, '').length < (role === 'company' ? 8 : 5)
  if (one === undefined || isBrand || /\.[a-z]{2,}$/.test(cell)) return { value: cell, changes: [] }
  const value = properCase(cell)
  return { value, changes: value === cell ? [] : ['case'] }
}

function orderOf(
  cells: readonly string[],
  country: string | undefined,
  told: DateOrder | undefined,
): DateOrder | undefined {
  if (told !== undefined) return told
  // The United States and a few islands write the month first.
  const usual =
    country === undefined ? undefined : ['US', 'PH', 'FM', 'GU', 'PR'].includes(country) ? 'mdy' : 'dmy'
  return dateOrderOf(cells, usual)
}

/** The country most rows name, or most addresses end in; undefined when they are mixed. */
function usualCountry(rows: readonly HealedRow[], columns: readonly ListColumn[]): string | undefined {
  const counts = new Map<string, number>()
  let total = 0
  const count = (alpha2: string | undefined) => {
    if (alpha2 === undefined) return
    total += 1
    counts.set(alpha2, (counts.get(alpha2) ?? 0) + 1)
  }
  const named = columns.findIndex(({ role }) => role === 'country')
  for (const { cells } of rows.slice(0, 2_000)) {
    if (named !== -1) count(findCountry(cells[named] ?? '')?.alpha2)
    else
      for (const [at, { role }] of columns.entries())
        if (role === 'email' || role === 'domain') count(countryOfHost(cells[at] ?? ''))
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])
  return most !== undefined && most[1] >= total * 0.6 && most[1] >= Math.min(2, rows.length)
    ? most[0]
    : undefined
}

/** Endings of a country that everybody uses tell nothing. */
const worldwide = new Set([
  'io',
  'co',
  'ai',
  'me',
  'tv',
  'cc',
  'ly',
  'gg',
  'fm',
  'to',
  'ws',
  'sh',
  'so',
  'is',
  'eu',
])

function countryOfHost(text: string): string | undefined {
  const host = registrableDomain(text.slice(text.lastIndexOf('@') + 1))
  const ending = host?.slice(host.lastIndexOf('.') + 1) ?? ''
  if (ending.length !== 2 || worldwide.has(ending)) return undefined
  return countryByAlpha2(ending === 'uk' ? 'GB' : ending.toUpperCase())?.alpha2
}
