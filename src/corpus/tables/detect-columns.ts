import type { NetworkHosts } from '../../lib/network-url.ts'
import { normalText } from '../../lib/text-normal.ts'
import { isOfRole, tellingRoles } from './cell-kinds.ts'
import { roleOfHeader, type ColumnRole } from './column-roles.ts'

/** A column as it is understood. */
export interface ListColumn {
  /** As in the file, trimmed; made up where there is no header. Unique. */
  name: string
  role: ColumnRole
  /** How sure the role is, 0 to 1. */
  confidence: number
}

/** Cells a column is judged by. */
const sampleCells = 200
/** Share of the cells that have to be of a role where no header says it. */
const telling = 0.6
/** Share that supports a header, and share that overrules one. */
const supports = 0.3
const overrules = 0.8

type Telling = (typeof tellingRoles)[number]

/** What cells may be as well under a heading of a role: websites are written with and without what makes them addresses. */
const spellings: Partial<Record<ColumnRole, readonly Telling[]>> = { url: ['domain'] }

/** Says what each column holds, by what it is called and by what is in it. `names` as in the file, if it has any. */
export function detectColumns(
  names: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  { width, network }: { width: number; network: NetworkHosts },
): ListColumn[] {
  const found = Array.from({ length: width }, (_, index) => {
    const cells = sampleOf(rows, index)
    return { name: names?.[index]?.trim() ?? '', ...roleOf(names?.[index] ?? '', cells, network) }
  })
  setAsideColleagues(found)
  pairNames(found, rows)
  return withUniqueNames(found)
}

type Judged = Omit<ListColumn, 'name'>

function sampleOf(rows: readonly (readonly string[])[], column: number): string[] {
  const cells: string[] = []
  // Spread over the list: the head of a sorted one is all alike.
  const step = Math.max(1, Math.floor(rows.length / (sampleCells * 2)))
  for (let row = 0; row < rows.length && cells.length < sampleCells; row += step) {
    const cell = rows[row]?.[column]?.trim() ?? ''
    if (cell !== '' && !/^(?:n\/?a|-+|null|none|unknown|\?)$/i.test(cell)) cells.push(cell)
  }
  return cells
}

function roleOf(header: string, cells: readonly string[], network: NetworkHosts): Judged {
  const named = roleOfHeader(normalText(header))
  const content = contentRole(cells, network)
  if (named === undefined) {
    return content.share >= telling
      ? { role: content.role, confidence: rounded(content.share * 0.9) }
      : { role: 'text', confidence: 0.5 }
  }
  const share = shareOf(named.role, cells, network, spellings[named.role])
  const own = share !== undefined && share < supports && quiet.has(named.role) ? undefined : share
  if (own !== undefined && own >= supports)
    return { role: named.role, confidence: rounded(Math.max(named.confidence, 0.98 * own)) }
  const isOther =
    content.share >= overrules && content.role !== named.role && !isKindOf(content.role, named.role)
  if (isOther) return { role: content.role, confidence: rounded(content.share * 0.85) }
  return { role: named.role, confidence: own === undefined || cells.length === 0 ? named.confidence : 0.6 }
}

/** Names of people and places pass for one another; only what has a form of its own overrules a header. */
function isKindOf(content: ColumnRole, named: ColumnRole): boolean {
  if (['full_name', 'first_name', 'company', 'country', 'number'].includes(content)) return true
  if (content === 'domain') return named === 'url'
  return content === 'date' && named === 'number'
}

function contentRole(cells: readonly string[], network: NetworkHosts): { role: ColumnRole; share: number } {
  let best: { role: ColumnRole; share: number } = { role: 'text', share: 0 }
  for (const role of tellingRoles) {
    const share = shareOf(role, cells, network) ?? 0
    // In the order of the roles: what has a form of its own comes first.
    if (share > best.share + 0.1) best = { role, share }
  }
  return best
}

/** Roles whose cells often do not show it: `Acme` is a company, `Li Na` a name. */
const quiet = new Set<ColumnRole>(['company', 'full_name', 'first_name', 'number', 'country'])

/** Share of the cells that are of a role; undefined where cells cannot tell. */
function shareOf(
  role: ColumnRole,
  cells: readonly string[],
  network: NetworkHosts,
  also: readonly Telling[] = [],
): number | undefined {
  const test = tellingRoles.find((one) => one === role)
  if (test === undefined || cells.length === 0) return undefined
  const tests = [test, ...also]
  return cells.filter((cell) => tests.some((one) => isOfRole(one, cell, network))).length / cells.length
}

/** Whom of our own people a row is looked after by, as exports of CRM programs say: `Contact owner`, `Assigned to`. */
const ofColleagues = /\b(?:owner|owner name|assigned to|assignee|created by|modified by|sales rep)$/

/** Where other columns say whom a row is about, those of colleagues are none of its names, nor its company. */
function setAsideColleagues(columns: ListColumn[]): void {
  const isOfColleagues = ({ name }: ListColumn) => ofColleagues.test(normalText(name))
  const said = columns.filter((column) => !isOfColleagues(column)).map(({ role }) => role)
  if (!(['full_name', 'first_name', 'last_name', 'company'] as const).some((role) => said.includes(role)))
    return
  for (const column of columns)
    if (isOfColleagues(column) && column.role !== 'email')
      Object.assign(column, { role: 'text', confidence: 0.6 })
}

/** A column of first names with nothing said beside it: the next one holds the last names. */
function pairNames(
  columns: { name: string; role: ColumnRole; confidence: number }[],
  rows: readonly (readonly string[])[],
): void {
  const roles = new Set(columns.map(({ role }) => role))
  const nom = columns.find(({ name }) => ['nom', 'nome', 'nombre', 'name'].includes(normalText(name)))
  // `Name, Vorname` and `Nome, Cognome`: what is called just name is the part the other column is not.
  if (nom !== undefined && ['full_name', 'first_name', 'last_name'].includes(nom.role)) {
    const others = columns.filter((column) => column !== nom).map(({ role }) => role)
    if (others.includes('first_name') && !others.includes('last_name')) nom.role = 'last_name'
    else if (others.includes('last_name') && !others.includes('first_name')) nom.role = 'first_name'
    return
  }
  if (!roles.has('first_name') || roles.has('last_name') || roles.has('full_name')) return
  const first = columns.findIndex(({ role }) => role === 'first_name')
  const next = columns[first + 1]
  if (next?.role !== 'text' || next.name !== '') return
  const cells = sampleOf(rows, first + 1)
  const words = cells.filter((cell) => /^\p{L}[\p{L}'’ -]*$/u.test(cell))
  if (cells.length > 0 && words.length / cells.length > 0.9)
    Object.assign(next, { role: 'last_name', confidence: 0.6 })
}

function withUniqueNames(columns: ListColumn[]): ListColumn[] {
  const taken = new Set<string>()
  return columns.map((column, index) => {
    const name =
      column.name === '' ? (column.role === 'text' ? `column_${index + 1}` : column.role) : column.name
    let unique = name
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${name}_${count}`
    taken.add(unique.toLowerCase())
    return { ...column, name: unique }
  })
}

const rounded = (share: number) => Math.round(Math.min(1, share) * 100) / 100
