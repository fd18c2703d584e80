import { setTimeout as delay } from 'node:timers/promises'
import { answersAsOurs } from './own-server-check.ts'
import type { ClusterDirectory } from './cluster-directory.ts'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'

const pollMs = 50
/** Recovery after a crash, or a shutdown still under way, may take this long. */
const settleTimeoutMs = 60_000

export interface RunningPostmaster {
  pid: number
  port: number
}

/**
 * Takes over the server an earlier, killed Almanac left running on this directory; undefined when there is none.
 * Throws when one runs that does not let us in.
 */
export async function adoptPostmaster({
  data,
  password,
}: ClusterDirectory): Promise<RunningPostmaster | undefined> {
  const postmaster = await readPostmasterFile(data)
  if (!postmaster || !isPostmasterOf(postmaster.pid, data)) return undefined
  let refusals = 0
  for (let waitedMs = 0; waitedMs < settleTimeoutMs; waitedMs += pollMs) {
    const current = await readPostmasterFile(data)
    if (!current || !isPostmasterOf(current.pid, data)) return undefined
    if (current.status === 'ready' && current.port !== undefined) {
      if (await answersAsOurs(current.port, password)) return { pid: current.pid, port: current.port }
      refusals += 1
      if (refusals >= 5) break
    }
    await delay(pollMs)
  }
  throw new Error(
    `a Postgres server (pid ${postmaster.pid}) still runs on ${data} but does not let us in; stop it, then start again`,
  )
}
