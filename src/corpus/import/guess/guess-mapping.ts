import { stringify } from 'yaml'
import { registrableDomain } from '../../../lib/domain-name.ts'
import { identifierOf, readValue } from '../../names/index.ts'
import { defaultNetworkHosts } from '../../../lib/network-url.ts'
import { isOfRole, judgeColumns, valuesIn, type JudgedColumn } from '../../tables/index.ts'
import { unwrapRow } from '../readers/rejected-row.ts'
import { readRecords } from '../readers/read-records.ts'
import type { ReadOptions } from '../readers/read-options.ts'
import { findMeaning, type ColumnMeaning } from './headings.ts'
import { buildMapping } from './build-mapping.ts'

/** Kinds whose columns are guessed. */
export const guessedKinds = ['companies', 'people'] as const
export type GuessedKind = (typeof guessedKinds)[number]

export interface GuessedColumn {
  column: string
  /** Undefined: the column is not used. */
  meaning: ColumnMeaning | undefined
  /** Values in it that another column is used for. */
  unused: ColumnMeaning | undefined
  /** A value of it. */
  example: string
  /** Some cells hold several values. */
  isSeveral: boolean
}

export interface Guess {
  columns: GuessedColumn[]
  /** A mapping file. */
  yaml: string
  /** Whether a column holds what a record is recognised by. */
  isIdentified: boolean
  /** Whether a column holds what a record is called. */
  isNamed: boolean
  /** Members that hold objects or lists, which are no columns. */
  nested: string[]
}

/** A column that is empty in all of them is not seen. */
const sampleRows = 2_000

/** Says what the columns of a table are, by their headings and by what is in them, as a mapping file. Throws UnreadableFile. */
export async function guessMapping(
  file: string,
  { kind, source, ...options }: { kind: GuessedKind; source: string } & ReadOptions,
): Promise<Guess> {
  const { names, rows, nested } = await readSample(file, options)
  const columns = guessColumns(kind, names, rows).map((each) =>
    // A member with objects in every row is not a column, whatever it is called.
    nested.includes(each.column) && each.example === '' ? { ...each, meaning: undefined } : each,
  )
  const byMeaning = new Map<ColumnMeaning, string[]>()
  const listCells = (column: string) =>
    rows.map((row) => row[names.indexOf(column)] ?? '').filter((cell) => cell.trim() !== '')
  for (const { column, meaning } of columns)
    if (meaning !== undefined) byMeaning.set(meaning, [...(byMeaning.get(meaning) ?? []), column])
  const besides = (meaning: ColumnMeaning) => columns.find(({ unused }) => unused === meaning)?.column
  const facts = { source, member: options.member, several: severalIn(columns), listCells, besides }
  return {
    columns,
    yaml: stringify(buildMapping(kind, byMeaning, facts), { lineWidth: 100 }),
    isIdentified: identifying[kind].some((meaning) => byMeaning.has(meaning)),
    isNamed: (['name', 'first name', 'last name'] as const).some((meaning) => byMeaning.has(meaning)),
    nested,
  }
}

const identifying: Record<GuessedKind, ColumnMeaning[]> = {
  companies: ['domain', 'website', 'company profile', 'id'],
  people: ['profile', 'email', 'work email', 'personal email', 'phone', 'mobile phone', 'work phone', 'id'],
}

async function readSample(
  file: string,
  options: ReadOptions,
): Promise<{ names: string[]; rows: string[][]; nested: string[] }> {
  const names = new Map<string, number>()
  const values: Record<string, unknown>[] = []
  for await (const sourceRow of readRecords(file, options)) {
    const row = unwrapRow(sourceRow)
    if (!('value' in row) || typeof row.value !== 'object' || row.value === null) continue
    for (const name of Object.keys(row.value)) if (!names.has(name)) names.set(name, names.size)
    values.push(row.value as Record<string, unknown>)
    if (values.length >= sampleRows) break
  }
  const columns = [...names.keys()]
  const cell = (value: unknown) => (typeof value === 'object' || value === undefined ? '' : String(value))
  const nested = columns.filter((name) =>
    values.some((value) => typeof value[name] === 'object' && value[name] !== null),
  )
  return { names: columns, nested, rows: values.map((value) => columns.map((name) => cell(value[name]))) }
}

/** Meanings a record has one of: the first column of them is used. */
const single = new Set<ColumnMeaning>([
  ...([
    'name',
    'first name',
    'last name',
    'company',
    'title',
    'street',
    'city',
    'state',
    'postal code',
  ] as const),
  ...(['country', 'location', 'employees', 'revenue', 'description', 'founded', 'id', 'profile'] as const),
  ...(['company profile', 'twitter'] as const),
])

function guessColumns(kind: GuessedKind, names: string[], rows: string[][]): GuessedColumn[] {
  const judged = judgeColumns(names, rows, { width: names.length, network: defaultNetworkHosts })
  const meanings = new Set<ColumnMeaning>()
  const isOfContacts = judged.some(({ sense }) => namesPeople.has(`${sense?.meaning} ${sense?.whose}`))
  const columns = names.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? '').filter((text) => text.trim() !== '')
    const judgedColumn = judged[index] as JudgedColumn
    return {
      column,
      cells,
      judgement: judgedColumn,
      meaning: ofKind(kind, findMeaning(kind, judgedColumn, isOfContacts), cells),
    }
  })
  const used = new Map<number, ColumnMeaning>()
  // The surest first, wherever it stands; what is filled before what is empty.
  const order = columns
    .map((_, index) => index)
    .toSorted((a, b) => rankColumn(columns[a] as Ranked) - rankColumn(columns[b] as Ranked))
  for (const index of order) {
    const { meaning, cells } = columns[index] as Ranked
    if (meaning === undefined || (single.has(meaning) && meanings.has(meaning))) continue
    if (!holds(kind, meaning, cells)) continue
    meanings.add(meaning)
    used.set(index, meaning)
  }
  return columns.map(({ column, cells, meaning }, index) => ({
    column,
    meaning: used.get(index),
    unused: used.has(index) ? undefined : meaning,
    example: cells[0] ?? '',
    isSeveral: holdSeveral(used.get(index), cells),
  }))
}

const severalIn = (columns: readonly GuessedColumn[]) =>
  new Set(columns.flatMap(({ column, isSeveral }) => (isSeveral ? [column] : [])))

function dividedRole(meaning: ColumnMeaning | undefined): 'email' | 'phone' | 'domain' | undefined {
  if (meaning?.endsWith('email') === true) return 'email'
  if (meaning?.endsWith('phone') === true) return 'phone'
  return meaning === 'domain' || meaning === 'website' ? 'domain' : undefined
}

/** Two sites, addresses or numbers in a cell, whatever is between them. */
function holdSeveral(meaning: ColumnMeaning | undefined, cells: readonly string[]): boolean {
  const role = dividedRole(meaning)
  if (role === undefined) return false
  const test = (text: string) =>
    role === 'domain' ? registrableDomain(text) !== undefined : isOfRole(role, text, defaultNetworkHosts)
  return cells.some((cell) => {
    const parts = valuesIn(role, cell)
    return parts.length > 1 && parts.every(test)
  })
}

const namesPeople = new Set([
  'name person',
  'first name row',
  'first name person',
  'last name row',
  'last name person',
])

interface Ranked {
  cells: string[]
  judgement: JudgedColumn
  meaning: ColumnMeaning | undefined
}

const rankSense = (sense: JudgedColumn['sense']): number => {
  if (sense === undefined) return 2
  return sense.confidence < 0.8 ? 1 : 0
}

const rankColumn = ({ cells, judgement }: Ranked) =>
  rankSense(judgement.sense) + (judgement.isFurther === true ? 3 : 0) + (cells.length === 0 ? 10 : 0)

const companyPage = /\/(?:company|school|showcase)\//
const personPage = /(?:^|[/.])(?:linkedin|pnet)\.[a-z.]+\/(?:in|pub)\//i

/** `LinkedIn URL` and `URL` may be pages of people or of companies: their cells say of whom. */
function ofKind(
  kind: GuessedKind,
  meaning: ColumnMeaning | undefined,
  cells: string[],
): ColumnMeaning | undefined {
  if (meaning === 'website' && kind === 'people' && share(cells, (cell) => personPage.test(cell)) > 0.5)
    return 'profile'
  if (meaning !== 'profile') return meaning
  return share(cells, (cell) => companyPage.test(cell)) > 0.5 ? 'company profile' : meaning
}

/** The key of the site in a cell: its domain or, on a host that many share, the page of one company. */
function readSite(cell: string): string | undefined {
  const domain = readValue(identifierOf.domain(cell, []))
  return domain === undefined ? readValue(identifierOf.account(cell)) : registrableDomain(domain)
}

/**
 * Sites of different companies; where many rows share one, it holds their pictures, not them. People share those of
 * their employers, so that one for all is not an employer's.
 */
function areOwnSites(kind: GuessedKind, cells: string[]): boolean {
  const domains = cells.flatMap((cell) => firstSite(cell) ?? [])
  const distinct = new Set(domains).size
  const isShared =
    cells.length >= 10 && (kind === 'people' ? distinct === 1 : distinct < domains.length * 0.5)
  return domains.length >= cells.length * 0.3 && !isShared
}

/** The first of the sites in a cell. */
const firstSite = (cell: string) =>
  readSite(cell) ??
  valuesIn('domain', cell)
    .map(readSite)
    .find((site) => site !== undefined)

/** Whether the cells bear a heading out, where they can. */
function holds(kind: GuessedKind, meaning: ColumnMeaning, cells: string[]): boolean {
  if (cells.length === 0) return true
  if (meaning.endsWith('email'))
    return share(cells, (cell) => isOfRole('email', cell, defaultNetworkHosts)) >= 0.3
  if (meaning === 'domain' || meaning === 'website') return areOwnSites(kind, cells)
  if (meaning === 'profile' || meaning === 'company profile')
    return share(cells, (cell) => /\/(?:in|pub|company|school|showcase)\//.test(cell)) >= 0.3
  if (meaning === 'employees' || meaning === 'revenue' || meaning.endsWith('phone'))
    return share(cells, (cell) => /\d/.test(cell)) >= 0.3
  return true
}

const share = (cells: string[], test: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter((cell) => test(cell.trim())).length / cells.length
