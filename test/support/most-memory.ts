import { readFileSync } from 'node:fs'

/**
 * Most memory that this process has had, in bytes. Linux counts what the parent held when it started a process into
 * `maxRSS` of the child, and workers of the tests hold half a gigabyte; `VmHWM` is the child's own.
 */
export function mostMemory(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
  if (kibibytes === undefined) throw new Error('the system does not say how much memory was used')
  return Number(kibibytes) * 1024
}
