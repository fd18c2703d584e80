import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { processCommandLine } from '../../process-identity.ts'

/** What the server's own postmaster.pid says. */
export interface PostmasterFile {
  pid: number
  port: number | undefined
  status: 'starting' | 'stopping' | 'ready' | 'standby' | undefined
}

const statuses = ['starting', 'stopping', 'ready', 'standby'] as const

/** undefined when there is none, or none that can be read yet. */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '')
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  const port = Number(lines[3])
  return { pid, port: port > 0 ? port : undefined, status: statuses.find((status) => status === lines[7]) }
}

/** Given to the server as a setting of ours, so that its command line names the directory it serves. */
export function directoryMark(data: string): string {
  return `almanac.data_directory=${data}`
}

/**
 * Whether this pid is a live postmaster of this very directory. A pid alone proves nothing: it may have been reused,
 * and the file may be a copy of another directory's.
 */
export function isPostmasterOf(pid: number, data: string): boolean {
  const command = processCommandLine(pid)
  return command !== undefined && `${command} `.includes(` ${directoryMark(data)} `)
}
