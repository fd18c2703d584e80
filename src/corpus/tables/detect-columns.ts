import type { NetworkHosts } from '../../lib/network-url.ts'
import { isNoValue } from '../../lib/placeholder.ts'
import { withoutDirections } from '../../lib/storable-text.ts'
import { normalText } from '../../lib/text-normal.ts'
import { isOfRole, tellingRoles } from './cell-kinds.ts'
import { formedRoles, roleOfMeaning, type ColumnRole } from './column-roles.ts'
import { isBareOwner } from './dealing-words.ts'
import { plainHeading, senseOfHeading, sureOfWords, type HeadingSense } from './heading-sense.ts'
import { findingRoles, type JudgedColumn, type ListColumn } from './list-column.ts'
import { setAside } from './set-aside.ts'

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
  options: { width: number; network: NetworkHosts },
): ListColumn[] {
  return judgeColumns(names, rows, options).map((judged) => {
    const { sense, ...column } = judged
    void sense
    return column
  })
}

/** The same with what the headings say: for those who tell more apart than roles. */
export function judgeColumns(
  names: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  { width, network }: { width: number; network: NetworkHosts },
): JudgedColumn[] {
  const cells = Array.from({ length: width }, (_, index) => takeSample(rows, index))
  const columns = cells.map((texts, index) => {
    const name = names?.[index]?.trim() ?? ''
    const sense = areTruths(texts) ? undefined : senseOfHeading(plainHeading(name))
    const judged =
      sense?.whose === 'others' ? roleOfOthers(sense, texts, network) : judgeRole(sense, texts, network)
    const isFurther = sense !== undefined && (sense.isFurther || sense.use !== undefined)
    return { name, ...judged, sense, ...(isFurther ? { isFurther: true as const } : {}) }
  })
  admitOwners(columns, (index) => judgeRole(undefined, cells[index] ?? [], network))
  setAside(columns, cells)
  pairNames(columns, rows)
  return withUniqueNames(columns)
}

/** `Customer` and `Employer` may ask whether somebody is one: no name, place or title is among yes and no. */
function areTruths(cells: readonly string[]): boolean {
  return cells.length > 0 && cells.every((cell) => truths.has(cell.toLowerCase()))
}

const truths = new Set(
  (
    'yes no y n true false ja nein wahr falsch oui non vrai faux sí si sim não nao verdadero falso verdadeiro vero nee tak nie да нет ' +
    'x ✓ ✔ ☑ ✗ ✘ ☐'
  ).split(' '),
)

type Judged = Pick<ListColumn, 'role' | 'confidence' | 'isAside'>

function takeSample(rows: readonly (readonly string[])[], column: number): string[] {
  const cells: string[] = []
  // Spread over the list: the head of a sorted one is all alike.
  const step = Math.max(1, Math.floor(rows.length / (sampleCells * 2)))
  for (let row = 0; row < rows.length && cells.length < sampleCells; row += step) {
    const cell = withoutDirections(rows[row]?.[column] ?? '').trim()
    if (!isNoValue(cell)) cells.push(cell)
  }
  return cells
}

/** Of what is about others the cells say what it is; the heading alone says nothing. A name of theirs is left alone. */
function roleOfOthers({ meaning }: HeadingSense, cells: readonly string[], network: NetworkHosts): Judged {
  const named = roleOfMeaning(meaning)
  const isNamed = named !== undefined && (measureShare(named, cells, network) ?? 0) >= supports
  const content = contentRole(cells, network)
  const byCells = content.share >= telling ? content.role : 'text'
  const role = isNamed ? named : byCells
  return { role: formedRoles.has(role) ? role : 'text', confidence: 0.6, isAside: true }
}

function judgeRole(sense: HeadingSense | undefined, cells: readonly string[], network: NetworkHosts): Judged {
  const role = roleOfMeaning(sense?.meaning)
  const named = role === undefined ? undefined : { role, confidence: sense?.confidence ?? sureOfWords }
  if (role === 'text') return { role, confidence: sureOfWords }
  const content = contentRole(cells, network)
  if (named === undefined) {
    return content.share >= telling
      ? { role: content.role, confidence: rounded(content.share * 0.9) }
      : { role: 'text', confidence: 0.5 }
  }
  const share = measureShare(named.role, cells, network, spellings[named.role])
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
    const share = measureShare(role, cells, network) ?? 0
    // In the order of the roles: what has a form of its own comes first.
    if (share > best.share + 0.1) best = { role, share }
  }
  return best
}

/** Roles whose cells often do not show it: `Acme` is a company, `Li Na` a name. */
const quiet = new Set<ColumnRole>(['company', 'full_name', 'first_name', 'number', 'country'])

/** Share of the cells that are of a role; undefined if cells cannot tell. */
function measureShare(
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

/** `Owner` alone is about our own people where other columns say whom a row is about, and else may be whom. */
function admitOwners(columns: JudgedColumn[], byCells: (index: number) => Judged): void {
  if (columns.some(({ role, isAside }) => isAside !== true && findingRoles.has(role))) return
  for (const [index, column] of columns.entries()) {
    if (!isBareOwner(plainHeading(column.name))) continue
    delete column.isAside
    Object.assign(column, byCells(index), { sense: undefined })
  }
}

/** A column of first names with nothing said beside it: the next one holds the last names. */
function pairNames(columns: JudgedColumn[], rows: readonly (readonly string[])[]): void {
  const own = columns.filter(({ isAside }) => isAside !== true)
  const roles = new Set(own.map(({ role }) => role))
  const nom = own.find(({ name }) => ['nom', 'nome', 'nombre', 'name'].includes(normalText(name)))
  // `Name, Vorname` and `Nome, Cognome`: what is called just name is the part the other column is not.
  if (nom !== undefined && ['full_name', 'first_name', 'last_name'].includes(nom.role)) {
    const others = own.filter((column) => column !== nom).map(({ role }) => role)
    if (others.includes('first_name') && !others.includes('last_name')) nom.role = 'last_name'
    else if (others.includes('last_name') && !others.includes('first_name')) nom.role = 'first_name'
    return
  }
  if (!roles.has('first_name') || roles.has('last_name') || roles.has('full_name')) return
  const first = columns.findIndex(({ role }) => role === 'first_name')
  const next = columns[first + 1]
  if (next?.role !== 'text' || next.name !== '') return
  const cells = takeSample(rows, first + 1)
  const words = cells.filter((cell) => /^\p{L}[\p{L}'’ -]*$/u.test(cell))
  if (cells.length > 0 && words.length / cells.length > 0.9)
    Object.assign(next, { role: 'last_name', confidence: 0.6 })
}

function withUniqueNames(columns: JudgedColumn[]): JudgedColumn[] {
  const roles = new Set<string>()
  return columns.map((column, index) => {
    const ownName = column.role === 'text' ? `column_${index + 1}` : column.role
    const name = column.name === '' ? ownName : column.name
    let unique = name
    for (let count = 2; roles.has(unique.toLowerCase()); count++) unique = `${name}_${count}`
    roles.add(unique.toLowerCase())
    return { ...column, name: unique }
  })
}

const rounded = (share: number) => Math.round(Math.min(1, share) * 100) / 100
