import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Service } from './almanac-process.ts'

/** How late the event loop of a service was, ms. */
export interface LoopLateness {
  p50: number
  p99: number
  max: number
}

/** What the monitor inside a service that was started with a `loopFile` saw since it was last asked. */
export async function readLoop({ pid }: Service, file: string): Promise<LoopLateness> {
  process.kill(pid, 'SIGUSR2')
  await delay(500)
  return JSON.parse(await readFile(file, 'utf8')) as LoopLateness
}
