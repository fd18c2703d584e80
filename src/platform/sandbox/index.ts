export { openSandboxClocks, type SandboxClocks } from './open-sandbox-clocks.ts'
