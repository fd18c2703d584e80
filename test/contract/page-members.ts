import type { Json, OpenApiDocument } from '../../src/surfaces/openapi/index.ts'

/** Where a reader stands: on a page, in one of its tables. */
interface Place {
  document: OpenApiDocument
  /** Text of the page at an address. */
  pages: (address: string) => string | undefined
  address: string
  /** Heading the table stands under; '' for the table of a page that has one alone. */
  table: string
}

/** Types by member path of every table of a page, by the heading above it. */
export function tablesOf(text: string): Record<string, Map<string, string>> {
  const tables: Record<string, Map<string, string>> = {}
  let heading = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) heading = line.slice(3)
    const [, path, type = ''] = /^\| `([^`]+)` \| ((?:\\\||[^|])*) \|/.exec(line) ?? []
    if (path !== undefined) (tables[heading] ??= new Map()).set(path, type)
  }
  return tables
}

/**
 * Members of a schema that a reader who follows the links of the types does not find. Written without the pages' own
 * code: it reads the Markdown as it is.
 */
export function missingMembers(schema: Json, place: Place): string[] {
  const missing: string[] = []
  const seen = new Set<string>()
  const walk = (node: Json, current: Place, above: string, type: string): void => {
    const reference = node['$ref']
    if (typeof reference === 'string') {
      const name = reference.split('/').at(-1) ?? ''
      const address = new RegExp(String.raw`\[${name}\]\(([^)]+)\)`).exec(type)?.[1]
      if (address !== undefined && seen.has(address)) return
      if (address !== undefined) seen.add(address)
      const next = address === undefined ? current : { ...current, address, table: '' }
      const component = current.document.components.schemas[name] ?? {}
      // A choice has no page of its own: what it chooses from is linked where it stands.
      walk(component, next, address === undefined ? above : '', address === undefined ? type : '')
      return
    }
    const options = [node['anyOf'], node['oneOf'], node['allOf']].flatMap((list) => (list ?? []) as Json[])
    for (const option of options) walk(option, current, above, type)
    if (typeof node['items'] === 'object') walk(node['items'] as Json, current, `${above}[]`, type)
    const others = node['additionalProperties']
    const named = Object.entries((node['properties'] ?? {}) as Record<string, Json>)
    if (typeof others === 'object' && others !== null && Object.keys(others).length > 0)
      named.push(['<key>', others as Json])
    for (const [name, member] of named) visit(name, member, current, above)
  }
  const visit = (name: string, member: Json, current: Place, above: string): void => {
    const path = above === '' ? name : `${above}.${name}`
    const rows = tablesOf(current.pages(current.address) ?? '')[current.table] ?? new Map<string, string>()
    // Options of a union are told apart by a label, which the schema does not have.
    const types = [...rows]
      .filter(([told]) => told.replaceAll(/ ?\([^)]*\)/g, '').replace(/^\./, '') === path)
      .map(([, type]) => type)
    if (types.length === 0) {
      missing.push(`${current.address}: ${path}`)
      return
    }
    const type = types.join('; ')
    const moved = /, \[members\]\(([^)]+)\)/.exec(type)?.[1]
    if (moved === undefined) walk(member, current, path, type)
    else walk(member, { ...current, address: moved, table: '' }, '', type)
  }
  walk(schema, place, '', rootType(place))
  return missing
}

/** The type of a whole answer stands above its table. */
function rootType({ pages, address, table }: Place): string {
  const [, section = ''] = (pages(address) ?? '').split(`## ${table}\n`)
  return section.split('\n').find((line) => line !== '') ?? ''
}
