import { normalText } from '../../lib/text-normal.ts'
import type { ColumnRole, ListColumn } from '../../corpus/tables/index.ts'
import { listKinds, type ListKind } from './members.ts'

/** Keys for look-up, and keys that distinguish namesakes. */
export const enrichKeys = {
  companies: ['url', 'domain', 'name', 'email'],
  people: [
    'url',
    'email',
    'name',
    'first_name',
    'last_name',
    'company',
    'domain',
    'title',
    'city',
    'state',
    'country',
  ],
} as const
export type EnrichKey = (typeof enrichKeys)[ListKind][number]

/** A requested key, with the heading of its column where it was sent. */
interface AskedKey {
  key: EnrichKey
  column: string | undefined
}

/** A column used for look-up. */
export interface UsedColumn {
  key: EnrichKey
  /** How its cells are interpreted. */
  role: ColumnRole
  /** Position in the list. */
  index: number
  name: string
  /** Confidence that the column holds this; 1 where the client said so. */
  confidence: number
}

export interface Recognised {
  used: UsedColumn[]
  /** Whole sentences about columns that are not used, and why. */
  notes: string[]
}

/** A list without a clear column for look-up; the message says what to do. */
export class UnclearList extends Error {
  override readonly name = 'UnclearList'
  /** Index of the requested key at fault, if any. */
  readonly index: number | undefined

  /** The member that says too little. */
  readonly about: 'as' | 'by'

  constructor(message: string, index?: number, about: 'as' | 'by' = 'by') {
    super(message)
    this.index = index
    this.about = about
  }
}

/** Roles of columns that may hold a key, likeliest first. */
const rolesOf: Record<ListKind, Partial<Record<EnrichKey, readonly ColumnRole[]>>> = {
  companies: {
    url: ['company_url', 'url', 'domain'],
    domain: ['domain', 'url', 'company_url'],
    name: ['company', 'full_name'],
    email: ['email'],
  },
  people: {
    url: ['profile_url'],
    email: ['email'],
    name: ['full_name'],
    first_name: ['first_name'],
    last_name: ['last_name'],
    company: ['company'],
    domain: ['domain', 'url'],
    title: ['job_title'],
    city: ['city'],
    state: ['state'],
    country: ['country'],
  },
}

/** Keys of which a look-up needs at least one. */
const deciding: Record<ListKind, readonly EnrichKey[]> = {
  companies: ['url', 'domain', 'name', 'email'],
  people: ['url', 'email', 'name', 'first_name'],
}

/** Minimum confidence of a column that the client did not name. */
const sure = 0.65
/** Lead in confidence over the next column that makes a choice clear. */
const clear = 0.2

/** Headings sent with keys: `Website` in `domain=Website`. */
export const namedColumns = (by: readonly string[]): string[] =>
  by.flatMap((text) => (text.includes('=') ? text.slice(text.indexOf('=') + 1).trim() : []))

/**
 * Finds the kind of a list, where the client does not say it, and the columns for look-up: the requested ones, else
 * those recognised beyond doubt. Throws UnclearList, also for a list that may equally be of the other kind.
 */
export function recogniseList(
  columns: readonly ListColumn[],
  { as, by }: { as: ListKind | undefined; by: readonly string[] },
): Recognised & { kind: ListKind } {
  const read = (kind: ListKind) => ({ kind, ...recogniseColumns(kind, columns, askedKeys(kind, by)) })
  if (as !== undefined) return read(as)
  const clear = listKinds.flatMap((kind) => {
    try {
      return [read(kind)]
    } catch (error) {
      if (error instanceof UnclearList) return []
      throw error
    }
  })
  const [only, other] = clear
  if (only !== undefined && other === undefined) return only
  if (only === undefined) return read(listKinds[0])
  throw new UnclearList('The list may contain companies or people. Say which.', undefined, 'as')
}

/** `domain`, or `domain=Website`. Throws UnclearList. */
function askedKeys(kind: ListKind, texts: readonly string[]): AskedKey[] {
  const keys = texts.map((text, index) => {
    const at = text.indexOf('=')
    const name = (at === -1 ? text : text.slice(0, at)).trim()
    const key = enrichKeys[kind].find((each) => each === name)
    if (key === undefined)
      throw new UnclearList(
        `${JSON.stringify(name)} is not a key for ${kind}: expected ${enrichKeys[kind].join(', ')}.`,
        index,
      )
    return { key, column: at === -1 ? undefined : text.slice(at + 1).trim() }
  })
  const twice = keys.findIndex(({ key }, index) => keys.findIndex((other) => other.key === key) < index)
  if (twice !== -1) throw new UnclearList(`${keys[twice]?.key} is requested twice.`, twice)
  return keys
}

function recogniseColumns(
  kind: ListKind,
  columns: readonly ListColumn[],
  keys: readonly AskedKey[],
): Recognised {
  if (keys.length === 0) return recognised(kind, columns)
  const used = keys.flatMap((each, index) => askedColumns(kind, columns, { ...each, index }))
  if (!isFindable(kind, used))
    throw new UnclearList(
      `${listed(keys.map(({ key }) => key))} alone is not enough: add one of ${findableBy(kind)}.`,
    )
  return { used, notes: [] }
}

function askedColumns(
  kind: ListKind,
  columns: readonly ListColumn[],
  { key, column, index }: AskedKey & { index: number },
): UsedColumn[] {
  if (column !== undefined) {
    const wanted = normalText(column) || column
    const at = columns.findIndex(({ name }) => (normalText(name) || name) === wanted)
    if (at === -1)
      throw new UnclearList(
        `The list has no column ${JSON.stringify(column)}; it has ${quoteNames(columns)}.`,
        index,
      )
    return [usedAs(kind, key, { column: { ...(columns[at] as ListColumn), confidence: 1 }, index: at })]
  }
  if (columns.length === 1)
    return [usedAs(kind, key, { column: { ...(columns[0] as ListColumn), confidence: 1 }, index: 0 })]
  for (const role of rolesOf[kind][key] ?? []) {
    const matches = findColumns(columns, role)
    const best = clearest(matches)
    if (best !== undefined) return [usedAs(kind, key, best)]
    if (matches.length > 1)
      throw new UnclearList(
        `Several columns may hold the ${key}: ${quoteNames(matches.map((one) => one.column))}. Say which: ${key}=COLUMN.`,
        index,
      )
  }
  const halves = kind === 'people' && key === 'name' ? firstAndLast(kind, columns) : []
  if (halves.length > 0) return halves
  throw new UnclearList(
    `No column looks like the ${key}; the list has ${quoteNames(columns)}. Say which: ${key}=COLUMN.`,
    index,
  )
}

function recognised(kind: ListKind, columns: readonly ListColumn[]): Recognised {
  const doubtful: { key: EnrichKey; matches: readonly ColumnMatch[] }[] = []
  const used: UsedColumn[] = []
  const has = (...keys: EnrichKey[]) => used.some(({ key }) => keys.includes(key))
  for (const key of enrichKeys[kind]) {
    // These keys only supplement a stronger one, so a doubt about their column does not matter once that one is used.
    const isMoot =
      (key === 'email' && kind === 'companies' && has('url', 'domain')) ||
      ((key === 'first_name' || key === 'last_name') && has('name'))
    const [matches = [], ...others] = foundUnasked(kind, key, columns)
    const best = surest(matches)
    if (best !== undefined)
      used.push(usedAs(kind, key, best), ...further(kind, key, { best, matches, others }))
    else if (matches.length > 0 && !isMoot) doubtful.push({ key, matches })
  }
  const notes = doubtful
    .filter(({ key }) => key !== 'name' || !has('first_name'))
    .map(({ key, matches }) => {
      const names = quoteNames(matches.map(({ column }) => column))
      return `Not used: ${names}, which may hold the ${key}. If one does, say ${key}=COLUMN.`
    })
  if (isFindable(kind, used)) return { used, notes }
  const why = notes.length > 0 ? notes.join(' ') : `The columns are ${quoteNames(columns)}.`
  throw new UnclearList(
    `No column clearly identifies the ${kind}. ${why} Name one of ${findableBy(kind)}, as in name=COLUMN.`,
  )
}

type ColumnMatch = { column: ListColumn; index: number }

const findColumns = (columns: readonly ListColumn[], role: ColumnRole): ColumnMatch[] =>
  columns.flatMap((column, index) =>
    column.role === role && column.isAside !== true ? [{ column, index }] : [],
  )

/** Keys that may have several columns, so that the next one fills in for an empty cell. */
const several: readonly EnrichKey[] = ['url', 'domain', 'email']

/** Columns that fill in where the main one is empty: `Domain` and `Website`, `E-mail` and `E-mail 2`. */
function further(
  kind: ListKind,
  key: EnrichKey,
  {
    best,
    matches,
    others,
  }: { best: ColumnMatch; matches: readonly ColumnMatch[]; others: readonly (readonly ColumnMatch[])[] },
): UsedColumn[] {
  if (!several.includes(key)) return []
  const alike = matches.filter(
    ({ column, index }) => index !== best.index && column.isFurther === true && column.confidence >= sure,
  )
  const next = others.flatMap((each) => surest(each) ?? [])
  return [
    ...alike.map((one) => usedAs(kind, key, one)),
    ...next.map((one) => ({ ...usedAs(kind, key, one), role: one.column.role })),
  ]
}

/** The unambiguous match; further columns count only where there is no main one. */
function surest(matches: readonly ColumnMatch[]): ColumnMatch | undefined {
  const main = matches.filter(({ column }) => column.isFurther !== true)
  const best = clearest(main.length > 0 ? main : matches) ?? (main.length === 0 ? matches[0] : undefined)
  return best !== undefined && best.column.confidence >= sure ? best : undefined
}

/** Columns by the roles that may hold a key; ambiguous columns must be named by the client. */
function foundUnasked(kind: ListKind, key: EnrichKey, columns: readonly ListColumn[]): ColumnMatch[][] {
  const roles = (rolesOf[kind][key] ?? []).filter((role) => {
    if (kind === 'people') return !(key === 'domain' && role === 'url')
    if (key === 'url') return role === 'company_url'
    if (key === 'domain') return role !== 'company_url'
    return true
  })
  return roles
    .map((role) =>
      findColumns(columns, role).filter(
        ({ column }) => role !== 'full_name' || kind === 'people' || isCompanyName(column, columns),
      ),
    )
    .filter((matches) => matches.length > 0)
}

/** `Name` in a list of companies is the company's, unless columns that only people have stand beside it. */
function isCompanyName({ name }: ListColumn, columns: readonly ListColumn[]): boolean {
  const ofPeople: readonly ColumnRole[] = ['first_name', 'last_name', 'job_title', 'profile_url', 'email']
  const plain = ['name', 'nom', 'nombre', 'nome', 'naam', 'navn', 'namn', 'account', 'account name']
  return plain.includes(normalText(name)) && !columns.some(({ role }) => ofPeople.includes(role))
}

/** The clearly best match; undefined when several are close. */
function clearest(matches: readonly ColumnMatch[]): ColumnMatch | undefined {
  const [best, next] = matches.toSorted((a, b) => b.column.confidence - a.column.confidence)
  if (best === undefined || next === undefined) return best
  return best.column.confidence - next.column.confidence >= clear ? best : undefined
}

function firstAndLast(kind: ListKind, columns: readonly ListColumn[]): UsedColumn[] {
  const first = clearest(findColumns(columns, 'first_name'))
  const last = clearest(findColumns(columns, 'last_name'))
  if (first === undefined || last === undefined) return []
  return [usedAs(kind, 'first_name', first), usedAs(kind, 'last_name', last)]
}

const ownRoles: Partial<Record<EnrichKey, ColumnRole>> = {
  email: 'email',
  first_name: 'first_name',
  last_name: 'last_name',
  company: 'company',
  title: 'job_title',
  city: 'city',
  state: 'state',
  country: 'country',
  domain: 'domain',
}

function usedAs(kind: ListKind, key: EnrichKey, { column, index }: ColumnMatch): UsedColumn {
  const { name, confidence } = column
  return { key, role: chooseRole(kind, key, column), index, name, confidence }
}

function chooseRole(kind: ListKind, key: EnrichKey, { role }: ListColumn): ColumnRole {
  if (kind === 'people') return rolesOfPeople.get(key) ?? (ownRoles[key] as ColumnRole)
  if (key === 'name') return 'company'
  // Each cell decides whether it is a website or a page of the network.
  if (key === 'url') return role === 'company_url' ? 'company_url' : 'url'
  return ownRoles[key] as ColumnRole
}

const rolesOfPeople: ReadonlyMap<EnrichKey, ColumnRole> = new Map([
  ['url', 'profile_url'],
  ['name', 'full_name'],
])

function isFindable(kind: ListKind, used: readonly UsedColumn[]): boolean {
  const keys = new Set(used.map(({ key }) => key))
  if (kind === 'people' && keys.has('first_name') && !keys.has('last_name')) keys.delete('first_name')
  return deciding[kind].some((key) => keys.has(key))
}

const findableBy = (kind: ListKind) =>
  kind === 'companies' ? 'url, domain, name, email' : 'url, email, name'

const quoteNames = (columns: readonly ListColumn[]) =>
  listed(columns.slice(0, 20).map(({ name }) => JSON.stringify(name))) + (columns.length > 20 ? ', …' : '')

const listed = (texts: readonly string[]) => texts.join(', ')
