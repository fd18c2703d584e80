import { dateSteps } from './date-columns.ts'
import type { ColumnMeaning } from './headings.ts'
import { findDecimalSign, headcountStep, revenueStep, type NumberColumn } from './number-columns.ts'

/** Columns by what they are used for; several where a record may have several. */
export type Columns = ReadonlyMap<ColumnMeaning, readonly string[]>

/** A path that means a column whatever it is called. */
function toPath(column: string): string {
  const isPlain = /^[A-Za-z][\w ]*$/.test(column) && !/^(?:true|false|null|yes|no|on|off)$/i.test(column)
  if (isPlain) return column
  return column.includes('"') ? `['${column}']` : `["${column}"]`
}

const profileSlug = (folders: string) => ({ match: `/(?:${folders})/([^/?#]+)` })

/** Steps that take the values of a cell apart; a space divides no telephone number. */
const apart = {
  text: [{ replace: { pattern: '\\s*(?::::|[;,|])\\s*|\\s+/\\s+|\\s+', to: ';' } }, { split: ';' }],
  phone: [{ replace: { pattern: '\\s*(?::::|[;,|\\n])\\s*|\\s+/\\s+', to: ';' } }, { split: ';' }],
}

/** Facts on the columns in addition to their meaning. */
export interface ColumnFacts {
  /** Name of the source, under which ids are stored. */
  source: string
  /** Pattern of the members of an archive that the columns are of. */
  member: string | undefined
  /** Columns whose cells hold several values. */
  several: ReadonlySet<string>
  /** Values of a column that are not empty. */
  listCells(column: string): readonly string[]
  /** A column of the same meaning as the one that is used. */
  besides(meaning: ColumnMeaning): string | undefined
}

/** The content of a mapping file. */
export function buildMapping(kind: 'companies' | 'people', columns: Columns, facts: ColumnFacts): object {
  const { source, member, several } = facts
  const record = kind === 'companies' ? mapCompany(columns, facts) : mapPerson(columns, source, several)
  return {
    kind,
    source,
    ...(member === undefined ? {} : { member }),
    record: Object.fromEntries(Object.entries(record).filter(([, from]) => from !== undefined)),
  }
}

function reading(columns: Columns, several: ReadonlySet<string>) {
  const all = (...meanings: ColumnMeaning[]) =>
    meanings.flatMap((meaning) => (columns.get(meaning) ?? []).map(toPath))
  /** The values of columns, each of several in a cell. */
  const each = (how: keyof typeof apart, ...meanings: ColumnMeaning[]): unknown[] =>
    meanings.flatMap((meaning) =>
      (columns.get(meaning) ?? []).map((column) =>
        several.has(column) ? { path: toPath(column), do: apart[how] } : toPath(column),
      ),
    )
  /** Objects of columns that hold something: `{email, type}`. */
  const entries = (member: 'email' | 'number', type: object | undefined, ...meanings: ColumnMeaning[]) =>
    meanings.flatMap((meaning) =>
      (columns.get(meaning) ?? []).map((column) => {
        const path = toPath(column)
        const steps = apart[member === 'email' ? 'text' : 'phone']
        const value = several.has(column)
          ? { path, do: [...steps, { each: { [member]: '.', ...type } }] }
          : { object: { [member]: path, ...type } }
        return present(value, [path])
      }),
    )
  const one = (meaning: ColumnMeaning) => all(meaning)[0]
  const step = (meaning: ColumnMeaning, ...steps: unknown[]) => {
    const path = one(meaning)
    return path === undefined ? undefined : { path, do: steps }
  }
  const list = (paths: unknown[], ...steps: unknown[]) =>
    paths.length === 0 ? undefined : { list: paths, do: [...steps, 'unique'] }
  return { all, each, entries, one, step, list }
}

function mapCompany(
  columns: Columns,
  { source, several, listCells, besides }: ColumnFacts,
): Record<string, unknown> {
  const besidesPath = (meaning: ColumnMeaning) => {
    const column = besides(meaning)
    return column === undefined ? undefined : toPath(column)
  }
  const numbers = (meaning: ColumnMeaning, makeStep: (column: NumberColumn) => unknown) => {
    const [heading] = columns.get(meaning) ?? []
    if (heading === undefined) return undefined
    const path = toPath(heading)
    return { path, do: [makeStep({ heading, path, cells: listCells(heading), decimal: fileDecimal })] }
  }
  const signs = (['employees', 'revenue'] as const).flatMap(
    (meaning) => findDecimalSign(columns.get(meaning)?.flatMap(listCells) ?? []) ?? [],
  )
  const fileDecimal = new Set(signs).size === 1 ? signs[0] : undefined
  const { all, each, one, step, list } = reading(columns, several)
  return {
    preferred_name: one('name'),
    domains: list(each('text', 'domain', 'website'), 'domain'),
    websites: list(each('text', 'website'), 'url'),
    pnet_primary_slug: step('company profile', profileSlug('company|school|showcase'), 'lower'),
    phone_numbers: list(each('phone', 'phone', 'work phone', 'mobile phone'), 'phone'),
    emails: list(each('text', 'email', 'work email'), 'email'),
    location_consensus: mapPlace(columns),
    employee_count_consensus: numbers('employees', (column) =>
      headcountStep(column, besidesPath('employees')),
    ),
    revenue_usd: numbers('revenue', (column) => revenueStep(column, one('country'))),
    alt_industries: list(all('industry')),
    short_description: one('description'),
    founded_on_consensus: step('founded', ...dateSteps(columns.get('founded')?.flatMap(listCells) ?? [])),
    twitter_handles: step('twitter', {
      match: '^(?:https?://)?(?:(?:www\\.)?(?:twitter|x)\\.com/)?@?([A-Za-z0-9_]+)',
    }),
    facebook_urls: list(all('facebook'), 'url'),
    external_ids: mapId(columns, source),
  }
}

function mapPerson(columns: Columns, source: string, several: ReadonlySet<string>): Record<string, unknown> {
  const { entries, one, step } = reading(columns, several)
  const [first, last] = [one('first name'), one('last name')]
  const emails = [
    ...entries('email', { type: { value: 'work' } }, 'work email'),
    ...entries('email', { type: { value: 'personal' } }, 'personal email'),
    ...entries('email', undefined, 'email'),
  ]
  const phones = [
    ...entries('number', { type: { value: 'mobile' } }, 'mobile phone'),
    ...entries('number', undefined, 'phone', 'work phone'),
  ]
  const [company, title] = [one('company'), one('title')]
  // A site beside no company may be the person's own.
  const site = one('domain') ?? (company === undefined ? undefined : one('website'))
  // If there are several sites, the first is the employer's.
  const siteColumn = columns.get('domain')?.[0] ?? columns.get('website')?.[0] ?? ''
  const siteSteps = several.has(siteColumn) ? [...apart.text, 'domain', { item: 0 }] : ['domain']
  const page = one('company profile')
  const job = {
    ...(title && { title }),
    ...(company && { company_name: company }),
    ...(site && { company_domain: { path: site, do: siteSteps } }),
    ...(page && { company_slug: page }),
    is_current: true,
  }
  const employed = [company, title, site, page].filter((path) => path !== undefined)
  return {
    name: mapName(one('name'), first, last),
    first_name: first,
    last_name: last,
    url: step('profile', 'url'),
    primary_slug: step('profile', profileSlug('in|pub'), 'lower'),
    emails: emails.length === 0 ? undefined : { list: emails },
    phone_numbers: phones.length === 0 ? undefined : { list: phones },
    experiences: employed.length === 0 ? undefined : present({ object: job }, employed),
    inferred_location: mapPlace(columns),
    external_ids: mapId(columns, source),
  }
}

function mapName(full: string | undefined, first: string | undefined, last: string | undefined): unknown {
  const both = { list: [first, last], do: [{ join: ' ' }] }
  const parts = first === undefined || last === undefined ? (first ?? last) : both
  return full !== undefined && parts !== undefined ? { first: [full, parts] } : (full ?? parts)
}

/** The value only where one of the columns has something. */
function present(value: object, columns: string[]): object {
  const any = columns.map((path) => ({ path, exists: true }))
  // oxlint-disable-next-line unicorn/no-thenable -- a word of the mapping language
  return { if: any.length === 1 ? any[0] : { any }, then: value }
}

function mapPlace(columns: Columns): object | undefined {
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
  const pairs = members.flatMap(([member, meaning]) => {
    const [column] = columns.get(meaning) ?? []
    return column === undefined ? [] : [[member, toPath(column)] as const]
  })
  if (pairs.length > 0) return { object: Object.fromEntries(pairs), do: ['location'] }
  const [whole] = columns.get('location') ?? []
  return whole === undefined ? undefined : { path: toPath(whole), do: ['location'] }
}

/** Under the name of the source: the ids of two programs mean different records. */
function mapId(columns: Columns, source: string): object | undefined {
  const [column] = columns.get('id') ?? []
  return column === undefined ? undefined : { object: { [source]: toPath(column) } }
}
