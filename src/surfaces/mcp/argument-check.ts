import type { CallToolResult, Tool } from '@modelcontextprotocol/server'
import { meantMember } from '../../operation/index.ts'

/** The refusal of arguments unknown to one of the server's own tools; undefined when it knows all of them. */
export function refusedArguments(
  { inputSchema }: Tool,
  callArguments: Record<string, unknown>,
): CallToolResult | undefined {
  const names = Object.keys(inputSchema.properties ?? {})
  const issues = Object.keys(callArguments)
    .filter((name) => !names.includes(name))
    .slice(0, 50)
    .map((name) => ({ path: name, message: unknownText(meantMember(name, names)), code: 'unknown_member' }))
  if (issues.length === 0) return undefined
  const message = `Nothing was done: ${issues.map(({ path }) => path.slice(0, 100)).join(', ')} ${issues.length === 1 ? 'is not an argument' : 'are not arguments'} of this tool.`
  return { content: [{ type: 'text', text: JSON.stringify({ message, issues }) }], isError: true }
}

const unknownText = (meant: string | undefined) =>
  `Unknown argument.${meant === undefined ? '' : ` Did you mean "${meant}"?`}`
