import type { Json, OpenApiDocument } from '../openapi/index.ts'
import {
  findComponent,
  memberTable,
  listSchemaMembers,
  type Member,
  type MemberReader,
} from './member-tree.ts'

/** The most a model reads at once: a page is never longer, and parts that do not fit get pages of their own. */
export const maxBytes = 12_000

/** A schema with fewer members is shown where it is used, since another page to open would cost its reader more. */
const fewMembers = 4

const folder = '/ai-docs/'

/**
 * Finds the page of every schema that has one: schemas used in several places, recursive schemas, and options of a large
 * union, which are linked wherever the union appears.
 */
export function schemaReader(document: OpenApiDocument): MemberReader {
  const uses = countUses(document)
  const { schemas } = document.components
  const chosen = new Set(Object.values(schemas).flatMap((schema) => manyChoices(schema) ?? []))
  const isNamedApart = (name: string) =>
    (uses.get(name) ?? 0) > 1 || chosen.has(name) || refersToItself(document, name)
  const withPage = new Set(
    Object.keys(schemas).filter(
      (name) =>
        isNamedApart(name) &&
        manyChoices(schemas[name] ?? {}) === undefined &&
        countMembers(document, { $ref: name }, new Set()) >= fewMembers,
    ),
  )
  return {
    document,
    findAddress: (reference) => {
      const name = readName(reference)
      return withPage.has(name) ? `${folder}schema-${name}.md` : undefined
    },
  }
}

/** A union of this many schemas would fill a page with all their members. */
const many = 12

/** Names of the options of a union, when they are many and all are named. */
function manyChoices(schema: Json): string[] | undefined {
  const options = schema['anyOf'] ?? schema['oneOf']
  if (!Array.isArray(options) || options.length < many) return undefined
  const names = (options as Json[]).flatMap(({ $ref }) => (typeof $ref === 'string' ? [readName($ref)] : []))
  return names.length === options.length ? names : undefined
}

/** The pages of schemas, by address. */
export function schemaPages(reader: MemberReader): Map<string, string> {
  const { document } = reader
  const sent = reachedByRequests(document)
  const pages = new Map<string, string>()
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    const address = reader.findAddress(name)
    if (address === undefined) continue
    const side = sent.has(name) ? 'request' : 'answer'
    const texts = makePages({
      name,
      address,
      tables: [{ members: listSchemaMembers(reader, schema), side }],
      render: ([table = '']) => schemaPage(name, String(schema['description'] ?? ''), table),
    })
    for (const [pageAddress, text] of texts) pages.set(pageAddress, text)
  }
  return pages
}

export interface PlannedPage {
  /** Prefix of the names of pages for parts that do not fit on this one. */
  name: string
  address: string
  tables: { members: Member[]; side: 'request' | 'answer' }[]
  /** The whole page with its tables, in their order. */
  render(tables: string[]): string
}

/** The page, with its largest members moved to pages of their own until it is short enough; by address. */
export function makePages(page: PlannedPage): Map<string, string> {
  const pages = new Map<string, string>()
  for (;;) {
    const text = page.render(page.tables.map(({ members, side }) => memberTable(members, side)))
    pages.set(page.address, text)
    const largest = Buffer.byteLength(text) < maxBytes ? undefined : largestMember(page)
    if (largest === undefined) return pages
    const { member, side } = largest
    const name = `${page.name}.${member.path.replaceAll(/^\W+|\W+$/g, '').replaceAll(/\W+/g, '-')}`
    member.address = `${folder}schema-${name}.md`
    const below = makePages({
      name,
      address: member.address,
      tables: [{ members: member.below, side }],
      render: ([table = '']) => schemaPage(name, member.description, table),
    })
    for (const [address, part] of below) pages.set(address, part)
  }
}

function largestMember({ tables }: PlannedPage) {
  const movable = tables.flatMap(({ members, side }) =>
    members
      .filter((member) => member.address === undefined && member.below.length > 0)
      .map((member) => ({ member, side, size: memberTable(member.below, side).length })),
  )
  return movable.toSorted((one, other) => other.size - one.size)[0]
}

function schemaPage(name: string, description: string, table: string): string {
  return [`# ${name}`, ...(description === '' ? [] : [description]), table].join('\n\n')
}

const readName = (reference: string) => reference.split('/').at(-1) ?? ''

/** How many places of the document name a schema. */
function countUses(document: OpenApiDocument): Map<string, number> {
  const uses = new Map<string, number>()
  eachReference(document, (name) => uses.set(name, (uses.get(name) ?? 0) + 1))
  return uses
}

function refersToItself(document: OpenApiDocument, name: string): boolean {
  return reachedFrom(document, findComponent(document, name)).has(name)
}

function reachedByRequests(document: OpenApiDocument): Set<string> {
  const items = Object.values(document.paths).flatMap((path) => Object.values(path))
  return reachedFrom(
    document,
    items.map((item) => [item['requestBody'], item['parameters']]),
  )
}

/** Names of all schemas that a part of the document leads to. */
function reachedFrom(document: OpenApiDocument, part: unknown): Set<string> {
  const reached = new Set<string>()
  const follow = (from: unknown) =>
    eachReference(from, (name) => {
      if (reached.has(name)) return
      reached.add(name)
      follow(findComponent(document, name))
    })
  follow(part)
  return reached
}

function eachReference(part: unknown, visit: (name: string) => void): void {
  if (typeof part !== 'object' || part === null) return
  for (const [member, value] of Object.entries(part)) {
    const isReference = member === '$ref' && typeof value === 'string'
    if (isReference && value.startsWith('#/components/schemas/')) visit(readName(value))
    else eachReference(value, visit)
  }
}

/** Members of a schema and of all it leads to. */
function countMembers(document: OpenApiDocument, part: unknown, visited: Set<string>): number {
  if (typeof part !== 'object' || part === null) return 0
  const { $ref, properties, ...rest } = part as Json
  let count = typeof properties === 'object' ? Object.keys(properties ?? {}).length : 0
  if (typeof $ref === 'string' && !visited.has(readName($ref))) {
    visited.add(readName($ref))
    count += countMembers(document, findComponent(document, $ref), visited)
  }
  for (const value of [...Object.values((properties ?? {}) as Json), ...Object.values(rest)])
    count += countMembers(document, value, visited)
  return count
}
