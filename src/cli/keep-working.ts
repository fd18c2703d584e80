import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Log } from '../lib/log.ts'
import { startBehind } from './background-process.ts'

export interface KeptWork {
  /** Whether there is something to do. */
  isDue(): Promise<boolean>
  /** What Node runs, which does it alone and then ends. */
  args: readonly string[]
  everyMs: number
  log: Log
  /** How the log tells that the process failed. */
  failure: string
  /** How loud; default: a warning. */
  level?: 'warn' | 'error'
  /** Longest wait for its end once the service stops; default 20 s. */
  patienceMs?: number
}

/** Work in a process of its own, so that it is never in the way of requests. */
export interface WorkKeeper {
  /** Begins what is due, unless it is being done. Answers whether it began. */
  look(): Promise<boolean>
  /** Ends after the batch that is being written; what takes longer than the patience is killed, and begun again later. */
  close(): Promise<void>
}

/** What failed is not begun again at once, again and again. */
const restMs = 30_000

/** Looks now and then for what is due. Several processes may: what they run works alone. */
export function keepWorking({
  isDue,
  args,
  everyMs,
  log,
  failure,
  level = 'warn',
  patienceMs = 20_000,
}: KeptWork): WorkKeeper {
  let running: ChildProcess | undefined
  let isClosed = false
  let restsUntilMs = 0
  const look = async () => {
    if (running !== undefined || isClosed) return false
    if (!(await isDue()) || running !== undefined || isClosed) return false
    running = startBehind(args, { log, failure, level })
    running.once('close', (code) => {
      running = undefined
      if (code !== 0) restsUntilMs = performance.now() + restMs
    })
    return true
  }
  const timer = setInterval(() => {
    if (performance.now() < restsUntilMs) return
    look().catch((error: unknown) => log(failure, { level: 'error', cause: String(error) }))
  }, everyMs)
  timer.unref()
  return {
    look,
    async close() {
      isClosed = true
      clearInterval(timer)
      if (running === undefined) return
      const ended = once(running, 'close')
      const child = running
      child.kill('SIGTERM')
      const kill = setTimeout(() => child.kill('SIGKILL'), patienceMs)
      await ended.finally(() => clearTimeout(kill))
    },
  }
}
