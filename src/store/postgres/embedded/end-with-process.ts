import { isPostmasterOf } from './postmaster-file.ts'
import { signal } from './leftover-backends.ts'

/** Postmasters of this process and their directories. */
const postmasters = new Map<number, string>()

/**
 * A postmaster has a session of its own, so an end of this process that is not clean (a second signal, an uncaught error)
 * would leave it running. SIGQUIT: it ends its sessions without a checkpoint; what was committed is in its log.
 * A kill -9 runs nothing: the next start adopts what it left.
 */
export function endWithProcess(pid: number, data: string): void {
  if (postmasters.size === 0) process.once('exit', endAll)
  postmasters.set(pid, data)
}

/** After a clean end. */
export function endedBefore(pid: number): void {
  postmasters.delete(pid)
  if (postmasters.size === 0) process.off('exit', endAll)
}

function endAll(): void {
  for (const [pid, data] of postmasters) if (isPostmasterOf(pid, data)) signal(pid, 'SIGQUIT')
}
