import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { AnyOperation } from '../../operation/index.ts'
import { describeTool, searchTool } from './find-operation.ts'
import type { ToolCall, ToolSet } from './tool-set.ts'

/** Names that clients of similar services use for the tools of `/mcp/core`. */
const otherNames = new Map([
  ['search_endpoints', searchTool],
  ['get_endpoint_details_full', describeTool],
])

const { annotations } = searchTool
const inputSchema = { type: 'object', properties: {} } as const

const listPacks: Tool = {
  name: 'list_tag_packs',
  title: 'List groups of operations',
  description: 'Every group of operations with the ids of its operations. Free.',
  inputSchema,
  annotations,
}

const listEndpoints: Tool = {
  name: 'list_all_endpoints',
  title: 'List all operations',
  description: 'Every operation with its id and what it does. Free; search_endpoints answers less.',
  inputSchema,
  annotations,
}

const listed: Tool[] = [
  ...[...otherNames].map(([name, tool]) => ({ ...tool, name })),
  listPacks,
  listEndpoints,
]

/** Also accepts the core tools under the names clients use for them; `lists` shows them. */
export function withClientTools(
  core: ToolSet,
  operations: readonly AnyOperation[],
  { lists }: { lists: boolean },
): ToolSet {
  return {
    ...core,
    tools: async () => [...(await core.tools()), ...(lists ? listed : [])],
    call(name, call) {
      if (name === listPacks.name) return Promise.resolve(makePacks(operations))
      if (name === listEndpoints.name) return Promise.resolve(makeEndpoints(operations))
      return core.call(otherNames.get(name)?.name ?? name, withOperation(call))
    },
  }
}

/** Makes the core tools callable beside those of another set. */
export const besideCore = (set: ToolSet, core: ToolSet): ToolSet => ({
  ...set,
  call: (name, call) => set.call(name, call) ?? core.call(name, call),
})

/** `operationId` is another name of `operation`. */
function withOperation(call: ToolCall): ToolCall {
  const { operationId, ...input } = call.callArguments
  return operationId === undefined ? call : { ...call, callArguments: { operation: operationId, ...input } }
}

function makePacks(operations: readonly AnyOperation[]): CallToolResult {
  const packs = [...Map.groupBy(operations, ({ tag }) => tag)]
  return result({ tagPacks: packs.map(([tag, of]) => ({ tag, operations: of.map(({ id }) => id) })) })
}

const makeEndpoints = (operations: readonly AnyOperation[]): CallToolResult =>
  result({ endpoints: operations.map(({ id, summary }) => ({ operationId: id, summary })) })

const result = (value: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(value) }],
})
