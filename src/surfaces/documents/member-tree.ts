import type { Json, OpenApiDocument } from '../openapi/index.ts'
import { typeText, type AddressOf } from './type-text.ts'

/** A member of an object with the members below it; each is one line of a member table. */
export interface Member {
  /** From the member above: `domains`, `[].name`, `[] (unit: miles).quantity`, `.<key>`. */
  path: string
  type: string
  required: boolean
  /** JSON text; empty when there is none. */
  fallback: string
  description: string
  below: Member[]
  /** Address of the page that shows the members below, when it is another page. */
  address?: string
}

/** Reads members of schemas. A schema with a page of its own is linked; everything else is spelt out. */
export interface MemberReader {
  document: OpenApiDocument
  findAddress: AddressOf
}

/** Every member of a schema, in order. */
export function listSchemaMembers(reader: MemberReader, schema: Json): Member[] {
  return membersAt(reader, schema, '')
}

function membersAt(reader: MemberReader, node: Json, path: string): Member[] {
  const reference = node['$ref']
  if (typeof reference === 'string') {
    const isElsewhere = reader.findAddress(reference) !== undefined
    return isElsewhere ? [] : membersAt(reader, findComponent(reader.document, reference), path)
  }
  const options = node['anyOf'] ?? node['oneOf']
  if (Array.isArray(options))
    return (options as Json[]).flatMap((option) =>
      membersAt(reader, option, path + readDiscriminator(option)),
    )
  if (Array.isArray(node['allOf']))
    return (node['allOf'] as Json[]).flatMap((part) => membersAt(reader, part, path))
  if (node['type'] === 'array') return membersAt(reader, (node['items'] ?? {}) as Json, `${path}[]`)
  const required = new Set((node['required'] ?? []) as string[])
  const named = Object.entries((node['properties'] ?? {}) as Record<string, Json>).map(([name, schema]) =>
    buildMember(reader, schema, { path: `${path}.${name}`, required: required.has(name) }),
  )
  const others = node['additionalProperties']
  if (typeof others !== 'object' || others === null || Object.keys(others).length === 0) return named
  return [...named, buildMember(reader, others as Json, { path: `${path}.<key>`, required: false })]
}

function buildMember(reader: MemberReader, schema: Json, place: Pick<Member, 'path' | 'required'>): Member {
  const inherited = typeof schema['$ref'] === 'string' ? findComponent(reader.document, schema['$ref']) : {}
  const fallback = schema['default']
  return {
    ...place,
    type: describeType(reader, schema),
    fallback: fallback === undefined ? '' : JSON.stringify(fallback),
    description: String(schema['description'] ?? inherited['description'] ?? ''),
    below: listSchemaMembers(reader, schema),
  }
}

/** A schema in a few words, with the address of its page when it has one. */
export function describeType({ document, findAddress }: MemberReader, schema: Json): string {
  return typeText(schema, { resolve: (reference) => findComponent(document, reference), findAddress })
}

/** A constant member tells the options of a union apart. */
function readDiscriminator(option: Json): string {
  const constant = Object.entries((option['properties'] ?? {}) as Record<string, Json>).find(
    ([, member]) => member['const'] !== undefined,
  )
  return constant === undefined ? '' : ` (${constant[0]}: ${String(constant[1]['const'])})`
}

/** The schema a reference names. */
export function findComponent(document: OpenApiDocument, reference: string): Json {
  return document.components.schemas[reference.split('/').at(-1) ?? ''] ?? {}
}

/** The members as a Markdown table; only a request has required members and defaults. */
export function memberTable(members: readonly Member[], side: 'request' | 'answer'): string {
  const request = side === 'request'
  const head = request
    ? ['Member', 'Type', 'Required', 'Default', 'Description']
    : ['Member', 'Type', 'Description']
  const rows = listLines(members, '').map(({ path, member }) => {
    const type = member.address === undefined ? member.type : `${member.type}, [members](${member.address})`
    const more = request ? [member.required ? 'yes' : 'no', member.fallback] : []
    return [`\`${path.replace(/^[. ]/, '')}\``, type, ...more, member.description]
  })
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(' | ')} |`
  return [line(head), `|${head.map(() => ' --- |').join('')}`, ...rows.map(line)].join('\n')
}

function listLines(members: readonly Member[], above: string): { path: string; member: Member }[] {
  return members.flatMap((member) => {
    const path = above + member.path
    return [{ path, member }, ...(member.address === undefined ? listLines(member.below, path) : [])]
  })
}

const cell = (text: string) => text.replaceAll('|', String.raw`\|`).replaceAll(/\s*\n\s*/g, ' ')
