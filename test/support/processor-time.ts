import { readdirSync, readFileSync } from 'node:fs'

/** The system counts in hundredths of a second. */
const tickMs = 10

interface Stat {
  parent: number
  /** Of the process alone. */
  ownMs: number
  /** Of its children that have ended. */
  endedMs: number
}

function statOf(pid: number | 'self'): Stat | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may hold spaces.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    const [ownMs, endedMs] = [(user + system) * tickMs, (endedUser + endedSystem) * tickMs]
    return { parent: fields[1] ?? 0, ownMs, endedMs }
  } catch {
    return undefined
  }
}

/** Processor time of this process and of those it started that have ended, ms; where there is no /proc, of this alone. */
export function processorMs(): number {
  const stat = statOf('self')
  if (stat !== undefined) return stat.ownMs + stat.endedMs
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Processor time of all processes below this one whose command line has `text` in it, ms; 0 where there is no /proc. */
export function processorMsBelow(text: string): number {
  const stats = new Map<number, Stat>()
  for (const pid of pids()) {
    const stat = statOf(pid)
    if (stat !== undefined) stats.set(pid, stat)
  }
  let sum = 0
  for (const [pid, { ownMs, endedMs }] of stats) {
    if (isBelow(pid) && commandLine(pid).includes(text)) sum += ownMs + endedMs
  }
  return sum

  function isBelow(pid: number): boolean {
    for (let ancestor = stats.get(pid); ancestor !== undefined; ancestor = stats.get(ancestor.parent))
      if (ancestor.parent === process.pid) return true
    return false
  }
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
