export { mcpMounts, type McpOptions } from './mcp-mounts.ts'
