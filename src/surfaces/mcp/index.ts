export { mcpMounts } from './mcp-mounts.ts'
