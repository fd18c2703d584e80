import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { processCommandLine } from '../../process-identity.ts'

/** Shown in the title of each server process; short, and different for each directory. */
export function clusterName(data: string): string {
  return `almanac-${createHash('sha256').update(data).digest('hex').slice(0, 10)}`
}

/**
 * Kills the server processes that outlived their postmaster. Idle ones notice its death and leave; one in the middle
 * of a long computation would hold the shared memory, and a new server refuses to start meanwhile. Only to be called
 * when the postmaster is dead: the log is replayed at the next start in any case.
 */
export function killLeftoverBackends(data: string): number {
  if (process.platform !== 'linux') return 0
  const title = `postgres: ${clusterName(data)}: `
  const pids = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && (processCommandLine(pid) ?? '').startsWith(title))
  for (const pid of pids) signal(pid, 'SIGKILL')
  return pids.length
}

/** false when the process is gone already. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
