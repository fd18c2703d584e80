import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import type { CallOrigin } from './call-tool.ts'

/** What one of the servers offers. */
export interface ToolSet {
  name: string
  /** Below the path of the servers; empty for the one that most should use. */
  path: '' | '/all' | '/core'
  /** Made when first asked for. */
  tools(): Promise<readonly Tool[]>
  /** undefined: no tool has that name. */
  call(name: string, call: ToolCall): Promise<CallToolResult> | undefined
}

export interface ToolCall {
  callArguments: Record<string, unknown>
  origin: CallOrigin
  signal: AbortSignal
}
