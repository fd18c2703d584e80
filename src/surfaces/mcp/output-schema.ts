import type { AnyOperation } from '../../operation/index.ts'
import { toJsonSchema, type Json } from '../openapi/index.ts'

/** Most members of a record to describe; a record of eighty would be longer than most requests. */
const maxMembers = 12

/** Whether its results are always JSON; others may be texts, which have no schema. */
export const hasStructure = (operation: AnyOperation): boolean =>
  operation.media === undefined && !operation.bare

/**
 * The answer of a tool: the members of the output with their types, and with `levels` 2 those of items when they are few.
 * Nothing is required, because empty members of a record are left out and a dry run answers a quote instead.
 */
export function makeOutputSchema(operation: AnyOperation, levels = 2): Json | undefined {
  if (!hasStructure(operation)) return undefined
  const { schema, definitions } = toJsonSchema(operation.output, 'output', operation.id)
  const output = buildType(schema, { definitions, levels })
  return {
    type: 'object',
    properties: { output: { ...output, type: 'object' }, chargeInfo: { type: 'object' } },
    required: ['output'],
  }
}

interface Depth {
  definitions: Record<string, Json>
  /** Most members described. */
  levels: number
}

function buildType(node: Json, depth: Depth): Json {
  const { definitions, levels } = depth
  const reference = node['$ref']
  if (typeof reference === 'string')
    return buildType(definitions[reference.slice('#/$defs/'.length)] ?? {}, depth)
  const options = (node['anyOf'] ?? node['oneOf']) as Json[] | undefined
  if (options !== undefined) return typeOfOptions(options, depth)
  const { type, properties, items } = node as { type?: unknown; properties?: Json; items?: Json }
  if (type === undefined) return {}
  if (items !== undefined)
    return { type, ...withItems(buildType(items, { definitions, levels: levels - 1 })) }
  const names = Object.keys(properties ?? {})
  if (levels <= 0 || names.length === 0 || (levels === 1 && names.length > maxMembers)) return { type }
  const within = { definitions, levels: levels - 1 }
  const members = Object.entries(properties as Record<string, Json>)
  return {
    type,
    properties: Object.fromEntries(members.map(([name, one]) => [name, buildType(one, within)])),
  }
}

const withItems = (items: Json) =>
  items['type'] === 'object' && items['properties'] === undefined ? {} : { items }

/** A nullable member of one kind is that kind or null; for several kinds only the types are listed. */
function typeOfOptions(options: readonly Json[], depth: Depth): Json {
  const types = options.map((option) => buildType(option, depth))
  const [only, ...others] = types.filter(({ type }) => type !== 'null')
  if (types.some(({ type }) => type === undefined)) return {}
  const named = [...new Set(types.flatMap(({ type }) => type as string | string[]))]
  const type = named.length === 1 ? named[0] : named
  return others.length === 0 ? { ...only, type } : { type }
}
