import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { processCommandLine } from '../../process-identity.ts'
import { isPostmasterOf, readPostmasterFile } from './postmaster-file.ts'

/**
 * Removes the postmaster.pid of a dead server. The server itself takes any process with that number, a zombie or an
 * unrelated program, for its predecessor and would refuse to start. Throws when a server started by someone else
 * runs on the directory.
 */
export async function clearStaleFile(data: string): Promise<void> {
  const postmaster = await readPostmasterFile(data)
  if (!postmaster) return
  const command = processCommandLine(postmaster.pid) ?? ''
  const startedByHand = /(^|\/)(postgres|postmaster) /.test(command) && command.includes(data)
  if (startedByHand || isPostmasterOf(postmaster.pid, data)) {
    throw new Error(
      `a Postgres server (pid ${postmaster.pid}) already runs on ${data}; stop it, then start again`,
    )
  }
  // Should one run all the same, started in a way we cannot recognise, the shared memory it holds still keeps a second
  // server from starting.
  await rm(join(data, 'postmaster.pid'), { force: true })
}
