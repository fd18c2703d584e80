import { setImmediate } from 'node:timers/promises'
import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { readTextMembers, type AnyOperation, type Registry } from '../../operation/index.ts'
import type { Documents } from '../documents/index.ts'
import { callOperation, type CallPorts } from './call-tool.ts'
import { besideCore, withClientTools } from './client-tools.ts'
import { describeTool, describeOperation, searchOperations, searchTool } from './find-operation.ts'
import type { ToolCall, ToolSet } from './tool-set.ts'
import { refusedArguments } from './argument-check.ts'
import { fewTools } from './few-tools.ts'
import { makeTool } from './tool.ts'

export interface ToolSetPorts extends CallPorts {
  registry: Registry
  documents: Documents
}

/** The sets, each also in the form clients of similar services expect, with their names for core tools. */
export function toolSets(ports: ToolSetPorts): { own: ToolSet[]; ofClients: ToolSet[] } {
  // Operator operations need another secret, which agents do not have.
  const offered = ports.registry.operations.filter(({ access }) => access !== 'operator')
  const few = offered.filter(({ isAgentTool }) => isAgentTool === true)
  const core = coreSet(ports, offered)
  const others = [
    operationSet(ports, {
      name: 'almanac',
      path: '',
      operations: few,
      make: async () => fewTools(few, { absent: absentIn(ports.registry, few) }),
    }),
    operationSet(ports, {
      name: 'almanac-all',
      path: '/all',
      operations: offered,
      make: () => makeTools(offered),
    }),
  ]
  const clientCore = withClientTools(core, offered, { lists: true })
  return {
    own: [...others, withClientTools(core, offered, { lists: false })],
    ofClients: [...others.map((set) => besideCore(set, clientCore)), clientCore],
  }
}

interface OperationSet {
  name: string
  path: ToolSet['path']
  operations: readonly AnyOperation[]
  make(): Promise<Tool[]>
}

/** Operations a set has no tool for, by id. */
function absentIn({ operations }: Registry, offered: readonly AnyOperation[]): Set<string> {
  const ids = new Set(operations.map(({ id }) => id))
  for (const { id } of offered) ids.delete(id)
  return ids
}

function operationSet(ports: ToolSetPorts, { name, path, operations, make }: OperationSet): ToolSet {
  const byId = new Map(operations.map((operation) => [operation.id, operation]))
  let tools: Promise<Tool[]> | undefined
  return {
    name,
    path,
    tools: () => (tools ??= make().then((made) => [...made, describeTool])),
    call(tool, call) {
      if (tool === describeTool.name) return describe(ports, call)
      const operation = byId.get(tool)
      return operation && callOperation(ports, operation, { ...call, isStructured: true })
    },
  }
}

/** Yields between two tools so that other requests are served: all tools together take half a second. */
async function makeTools(operations: readonly AnyOperation[]): Promise<Tool[]> {
  const tools = []
  for (const operation of operations) {
    tools.push(makeTool(operation))
    await setImmediate()
  }
  return tools
}

const describe = (ports: ToolSetPorts, call: ToolCall) =>
  own(describeTool, call, () => describeOperation(ports, call.callArguments))

/** A tool of the server itself answers when it knows every argument. */
const own = async (tool: Tool, { callArguments: toolInput }: ToolCall, answer: () => CallToolResult) =>
  refusedArguments(tool, toolInput) ?? answer()

function coreSet(ports: ToolSetPorts, operations: readonly AnyOperation[]): ToolSet {
  return {
    name: 'almanac-core',
    path: '/core',
    tools: async () => [searchTool, describeTool, callTool],
    call(tool, call) {
      if (tool === searchTool.name)
        return own(searchTool, call, () => searchOperations(operations, call.callArguments))
      if (tool === describeTool.name) return describe(ports, call)
      return tool === callTool.name ? callNamed(ports, operations, call) : undefined
    },
  }
}

/** Some clients send the arguments as JSON text. */
const callArguments = z.object({ operation: z.string(), arguments: z.record(z.string(), z.unknown()) })

const callTool: Tool = {
  name: 'call_operation',
  title: 'Call an operation',
  description:
    'Calls an operation with the members that describe_operation lists, and with dryRun, maxCredits and idempotencyKey where it takes them. Charges and limits are those of the operation.',
  inputSchema: {
    type: 'object',
    properties: {
      operation: { type: 'string', description: 'Its id, such as companyCount; operationId is the same.' },
      arguments: { type: 'object', description: 'Members of the request.' },
    },
  },
  // The operation is not known beforehand, so the hints assume the worst.
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
}

async function callNamed(
  ports: ToolSetPorts,
  operations: readonly AnyOperation[],
  call: ToolCall,
): Promise<CallToolResult> {
  const unknown = refusedArguments(callTool, call.callArguments)
  if (unknown !== undefined) return unknown
  const { operation: id, arguments: input = {} } = readTextMembers(
    callArguments,
    call.callArguments,
  ) as Record<string, unknown>
  const operation = operations.find((one) => one.id === id)
  if (operation === undefined) return refused('operation does not name one; search_operations finds them.')
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    return refused('arguments must be an object of members.')
  return callOperation(ports, operation, { ...call, callArguments: input as Record<string, unknown> })
}

/** An error of the call itself, which a model can correct. */
const refused = (message: string): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify({ message }) }],
  isError: true,
})
