import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/**
 * What tells a live process from a later one with the same pid: its start time, in the system's own notation.
 * undefined when no such process runs; a zombie does not count as running.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = readProc(pid, 'stat')
    // The command name in parentheses may hold spaces and parentheses; the fields after it are plain.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
    return fields[19]
  }
  return askPs(pid, 'lstart=')
}

/** The command line of a live process, arguments joined by single spaces; undefined when none runs. */
export function processCommandLine(pid: number): string | undefined {
  if (process.platform === 'linux') {
    if (processStart(pid) === undefined) return undefined
    // World-readable, unlike the working directory, which a container's root may not see.
    return readProc(pid, 'cmdline')?.split('\0').join(' ').trim()
  }
  return askPs(pid, 'command=')
}

function readProc(pid: number, file: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return undefined
  }
}

function askPs(pid: number, format: string): string | undefined {
  try {
    const answer = execFileSync('ps', ['-ww', '-o', format, '-p', String(pid)], { encoding: 'utf8' })
    return answer.trim() || undefined
  } catch {
    return undefined
  }
}
