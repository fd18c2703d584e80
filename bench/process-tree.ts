import { readdir, readFile } from 'node:fs/promises'

/** Milliseconds of processor time. */
export interface ProcessorTime {
  service: number
  engine: number
  postgres: number
}

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** What a service and the stores below it have used since they were started. Linux only. */
export async function processorTime(root: number): Promise<ProcessorTime> {
  const all = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statOf))
  const known = new Map(all.flatMap((each) => (each === undefined ? [] : [[each.pid, each]])))
  const used: ProcessorTime = { service: 0, engine: 0, postgres: 0 }
  for (const each of known.values()) {
    if (!isBelow(each.pid)) continue
    const part = each.pid === root ? 'service' : each.line.includes('postgres') ? 'postgres' : 'engine'
    used[part] += each.ms
  }
  return used

  function isBelow(pid: number): boolean {
    for (let ancestor = known.get(pid); ancestor !== undefined; ancestor = known.get(ancestor.parent))
      if (ancestor.pid === root) return true
    return false
  }
}

interface ProcessStat {
  pid: number
  parent: number
  ms: number
  line: string
}

async function statOf(name: string): Promise<ProcessStat | undefined> {
  try {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8')
    const line = await readFile(`/proc/${name}/cmdline`, 'utf8')
    // The name, in parentheses, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { pid: Number(name), parent: Number(fields[1]), ms: ticks * tickMs, line }
  } catch {
    return undefined
  }
}
