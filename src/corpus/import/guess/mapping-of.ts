import type { ColumnMeaning } from './headings.ts'
import { headcountStep, revenueStep, type NumberColumn } from './number-columns.ts'

/** Columns by what they are used for; several where a record may have several. */
export type Columns = ReadonlyMap<ColumnMeaning, readonly string[]>

/** A path that means a column whatever it is called. */
function pathOf(column: string): string {
  const isPlain = /^[A-Za-z][\w ]*$/.test(column) && !/^(?:true|false|null|yes|no|on|off)$/i.test(column)
  if (isPlain) return column
  return column.includes('"') ? `['${column}']` : `["${column}"]`
}

const profileSlug = (folders: string) => ({ match: `/(?:${folders})/([^/?#]+)` })

/** Values of a column that are not empty. */
export type CellsOf = (column: string) => readonly string[]

/** The content of a mapping file. */
export function mappingOf(
  kind: 'companies' | 'people',
  columns: Columns,
  { source, cellsOf }: { source: string; cellsOf: CellsOf },
): object {
  const record = kind === 'companies' ? companyOf(columns, source, cellsOf) : personOf(columns, source)
  return {
    kind,
    source,
    record: Object.fromEntries(Object.entries(record).filter(([, from]) => from !== undefined)),
  }
}

function reading(columns: Columns) {
  const all = (...meanings: ColumnMeaning[]) =>
    meanings.flatMap((meaning) => (columns.get(meaning) ?? []).map(pathOf))
  const one = (meaning: ColumnMeaning) => all(meaning)[0]
  const step = (meaning: ColumnMeaning, ...steps: unknown[]) => {
    const path = one(meaning)
    return path === undefined ? undefined : { path, do: steps }
  }
  const list = (paths: string[], ...steps: unknown[]) =>
    paths.length === 0 ? undefined : { list: paths, do: [...steps, 'unique'] }
  return { all, one, step, list }
}

function companyOf(columns: Columns, source: string, cellsOf: CellsOf): Record<string, unknown> {
  const numbers = (meaning: ColumnMeaning, stepOf: (column: NumberColumn) => unknown) => {
    const [heading] = columns.get(meaning) ?? []
    if (heading === undefined) return undefined
    const path = pathOf(heading)
    return { path, do: [stepOf({ heading, path, cells: cellsOf(heading) })] }
  }
  const { all, one, step, list } = reading(columns)
  return {
    preferred_name: one('name'),
    domains: list(all('domain', 'website'), 'domain'),
    websites: list(all('website'), 'url'),
    pnet_primary_slug: step('company profile', profileSlug('company|school|showcase'), 'lower'),
    phone_numbers: list(all('phone', 'work phone', 'mobile phone'), 'phone'),
    emails: list(all('email', 'work email'), 'email'),
    location_consensus: placeOf(columns),
    employee_count_consensus: numbers('employees', headcountStep),
    revenue_usd: numbers('revenue', (column) => revenueStep(column, one('country'))),
    alt_industries: list(all('industry')),
    short_description: one('description'),
    founded_on_consensus: step('founded', 'date'),
    twitter_handles: step('twitter', {
      match: '^(?:https?://)?(?:(?:www\\.)?(?:twitter|x)\\.com/)?@?([A-Za-z0-9_]+)',
    }),
    facebook_urls: list(all('facebook'), 'url'),
    external_ids: idOf(columns, source),
  }
}

function personOf(columns: Columns, source: string): Record<string, unknown> {
  const { all, one, step } = reading(columns)
  const [first, last] = [one('first name'), one('last name')]
  const parts =
    first === undefined ? last : last === undefined ? first : { list: [first, last], do: [{ join: ' ' }] }
  const full = one('name')
  const emails = [
    ...all('work email').map((path) => ({ email: path, type: { value: 'work' } })),
    ...all('personal email').map((path) => ({ email: path, type: { value: 'personal' } })),
    ...all('email').map((path) => ({ email: path })),
  ]
  const phones = [
    ...all('mobile phone').map((path) => ({ number: path, type: { value: 'mobile' } })),
    ...all('phone', 'work phone').map((path) => ({ number: path })),
  ]
  const [company, title] = [one('company'), one('title')]
  // A site beside no company may be the person's own.
  const site = one('domain') ?? (company === undefined ? undefined : one('website'))
  const page = one('company profile')
  const job = {
    ...(title && { title }),
    ...(company && { company_name: company }),
    ...(site && { company_domain: { path: site, do: ['domain'] } }),
    ...(page && { company_slug: page }),
    is_current: true,
  }
  const employed = [company, title, site, page].filter((path) => path !== undefined)
  return {
    name: full !== undefined && parts !== undefined ? { first: [full, parts] } : (full ?? parts),
    first_name: first,
    last_name: last,
    url: step('profile', 'url'),
    primary_slug: step('profile', profileSlug('in|pub'), 'lower'),
    emails: emails.length === 0 ? undefined : objects(emails, 'email'),
    phone_numbers: phones.length === 0 ? undefined : objects(phones, 'number'),
    experiences: employed.length === 0 ? undefined : present({ object: job }, employed),
    inferred_location: placeOf(columns),
    external_ids: idOf(columns, source),
  }
}

/** Objects of the columns that hold something. */
function objects(entries: Record<string, unknown>[], of: string): object {
  return { list: entries.map((entry) => present({ object: entry }, [String(entry[of])])) }
}

/** The value only where one of the columns has something. */
function present(value: object, columns: string[]): object {
  const any = columns.map((path) => ({ path, exists: true }))
  // oxlint-disable-next-line unicorn/no-thenable -- a word of the mapping language
  return { if: any.length === 1 ? any[0] : { any }, then: value }
}

function placeOf(columns: Columns): object | undefined {
  const members: [string, ColumnMeaning][] = [
    ...([
      ['street_address', 'street'],
      ['city', 'city'],
      ['state', 'state'],
    ] as [string, ColumnMeaning][]),
    ...([
      ['postal_code', 'postal code'],
      ['country', 'country'],
    ] as [string, ColumnMeaning][]),
  ]
  const found = members.flatMap(([member, meaning]) => {
    const [column] = columns.get(meaning) ?? []
    return column === undefined ? [] : [[member, pathOf(column)] as const]
  })
  if (found.length > 0) return { object: Object.fromEntries(found), do: ['location'] }
  const [whole] = columns.get('location') ?? []
  return whole === undefined ? undefined : { path: pathOf(whole), do: ['location'] }
}

/** Under the name of the source: the ids of two programs mean different records. */
function idOf(columns: Columns, source: string): object | undefined {
  const [column] = columns.get('id') ?? []
  return column === undefined ? undefined : { object: { [source]: pathOf(column) } }
}
