import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { CallOrigin } from './call-tool.ts'

/** The tools that one of the servers offers. */
export interface ToolSet {
  name: string
  /** Path below that of the servers; empty for the recommended one. */
  path: '' | '/all' | '/core'
  /** Made at the first request. */
  tools(): Promise<readonly Tool[]>
  /** undefined: no tool has that name. */
  call(name: string, call: ToolCall): Promise<CallToolResult> | undefined
}

export interface ToolCall {
  callArguments: Record<string, unknown>
  origin: CallOrigin
  signal: AbortSignal
}
