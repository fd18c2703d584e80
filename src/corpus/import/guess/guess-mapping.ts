import { stringify } from 'yaml'
import { registrableDomain } from '../../../lib/domain-name.ts'
import { identifierOf, valueOf } from '../../../lib/identifier.ts'
import { DEFAULT_NETWORK_HOSTS } from '../../../lib/network-url.ts'
import { detectColumns, isOfRole } from '../../tables/index.ts'
import { readRecords, type ReadOptions } from '../readers/read-records.ts'
import { meaningOfHeading, meaningOfRole, plainHeading, type ColumnMeaning } from './headings.ts'
import { mappingOf } from './mapping-of.ts'

/** Kinds whose columns are guessed. */
export const guessedKinds = ['companies', 'people'] as const
export type GuessedKind = (typeof guessedKinds)[number]

export interface GuessedColumn {
  column: string
  /** Undefined: the column is not used. */
  meaning: ColumnMeaning | undefined
  /** A value of it. */
  example: string
}

export interface Guess {
  columns: GuessedColumn[]
  /** A mapping file. */
  yaml: string
  /** Whether a column holds what a record is recognised by. */
  isIdentified: boolean
}

/** A column that is empty in all of them is not seen. */
const sampleRows = 2_000

/** Says what the columns of a table are, by their headings and by what is in them, as a mapping file. Throws UnreadableFile. */
export async function guessMapping(
  file: string,
  { kind, source, ...options }: { kind: GuessedKind; source: string } & ReadOptions,
): Promise<Guess> {
  const { names, rows } = await sampleOf(file, options)
  const columns = guessColumns(kind, names, rows)
  const byMeaning = new Map<ColumnMeaning, string[]>()
  for (const { column, meaning } of columns)
    if (meaning !== undefined) byMeaning.set(meaning, [...(byMeaning.get(meaning) ?? []), column])
  return {
    columns,
    yaml: stringify(mappingOf(kind, byMeaning, source), { lineWidth: 100 }),
    isIdentified: identifying[kind].some((meaning) => byMeaning.has(meaning)),
  }
}

const identifying: Record<GuessedKind, ColumnMeaning[]> = {
  companies: ['domain', 'website', 'company profile', 'id'],
  people: ['profile', 'email', 'work email', 'personal email', 'phone', 'mobile phone', 'work phone', 'id'],
}

async function sampleOf(file: string, options: ReadOptions): Promise<{ names: string[]; rows: string[][] }> {
  const names = new Map<string, number>()
  const values: Record<string, unknown>[] = []
  for await (const row of readRecords(file, options)) {
    if (!('value' in row) || typeof row.value !== 'object' || row.value === null) continue
    for (const name of Object.keys(row.value)) if (!names.has(name)) names.set(name, names.size)
    values.push(row.value as Record<string, unknown>)
    if (values.length >= sampleRows) break
  }
  const columns = [...names.keys()]
  const cell = (value: unknown) => (typeof value === 'object' || value === undefined ? '' : String(value))
  return { names: columns, rows: values.map((value) => columns.map((name) => cell(value[name]))) }
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
  const roles = detectColumns(names, rows, { width: names.length, network: DEFAULT_NETWORK_HOSTS })
  const taken = new Set<ColumnMeaning>()
  const take = (meaning: ColumnMeaning | undefined, cells: string[]): ColumnMeaning | undefined => {
    if (meaning === undefined || (single.has(meaning) && taken.has(meaning)) || !holds(kind, meaning, cells))
      return undefined
    taken.add(meaning)
    return meaning
  }
  const judged = names.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? '').filter((text) => text.trim() !== '')
    return { column, cells, plain: plainHeading(column), role: roles[index]!.role }
  })
  // What is said outright comes before what is concluded, wherever it stands.
  const told = judged.map(({ plain, cells }) =>
    take(ofKind(kind, meaningOfHeading(kind, plain), cells), cells),
  )
  return judged.map(({ column, cells, plain, role }, index) => ({
    column,
    meaning: told[index] ?? take(meaningOfRole(kind, plain, role), cells),
    example: cells[0] ?? '',
  }))
}

/** `LinkedIn URL` is of the company in a list of companies; in one of people its cells say of whom. */
function ofKind(
  kind: GuessedKind,
  meaning: ColumnMeaning | undefined,
  cells: string[],
): ColumnMeaning | undefined {
  if (meaning !== 'profile') return meaning
  return kind === 'companies' || share(cells, (cell) => /\/(?:company|school|showcase)\//.test(cell)) > 0.5
    ? 'company profile'
    : meaning
}

/** What tells the site of a cell from others: its domain or, on a host that many share, the page of one company. */
function siteOf(cell: string): string | undefined {
  const domain = valueOf(identifierOf.domain(cell, []))
  return domain === undefined ? valueOf(identifierOf.account(cell)) : registrableDomain(domain)
}

/**
 * Sites of different companies; where many rows share one, it holds their pictures, not them. People share those of
 * their employers, so that one for all is no employer's.
 */
function areOwnSites(kind: GuessedKind, cells: string[]): boolean {
  const domains = cells.flatMap((cell) => siteOf(cell) ?? [])
  const distinct = new Set(domains).size
  const isShared =
    cells.length >= 10 && (kind === 'people' ? distinct === 1 : distinct < domains.length * 0.5)
  return domains.length >= cells.length * 0.3 && !isShared
}

/** Whether the cells bear a heading out, where they can. */
function holds(kind: GuessedKind, meaning: ColumnMeaning, cells: string[]): boolean {
  if (cells.length === 0) return true
  if (meaning.endsWith('email'))
    return share(cells, (cell) => isOfRole('email', cell, DEFAULT_NETWORK_HOSTS)) >= 0.3
  if (meaning === 'domain' || meaning === 'website') return areOwnSites(kind, cells)
  if (meaning === 'profile' || meaning === 'company profile')
    return share(cells, (cell) => /\/(?:in|pub|company|school|showcase)\//.test(cell)) >= 0.3
  if (meaning === 'employees' || meaning === 'revenue' || meaning.endsWith('phone'))
    return share(cells, (cell) => /\d/.test(cell)) >= 0.3
  return true
}

const share = (cells: string[], test: (cell: string) => boolean) =>
  cells.length === 0 ? 0 : cells.filter((cell) => test(cell.trim())).length / cells.length
