import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import { ContainedProcess, ProcessGone, type Containment } from './contained-process.ts'

export interface PoolSettings {
  script: URL
  limits: Containment
  /** Processes at a time; who comes later waits. */
  atOnce: number
}

/** Says whether the process may serve again. */
export interface Served<T> {
  value: T
  isReusable: boolean
}

/** Work with a process; it is done again with another one when the first had ended. A throw that is not Refused ends the process. */
type Task<T> = (process: ContainedProcess) => Promise<Served<T>>

const idleMs = 60_000

/** Wraps what was wrong with a file alone: the process that says so is as good as before. */
export class Refused extends Error {
  readonly reason: Error

  constructor(reason: Error) {
    super(reason.message)
    this.reason = reason
  }
}

/** Gives each task a process of its own; one that behaved serves the next within a minute, so that it costs no start. */
export function containedPool({ script, limits, atOnce }: PoolSettings) {
  const limited = limitConcurrency(atOnce)
  const idle: { process: ContainedProcess; timer: NodeJS.Timeout }[] = []
  return <T>(task: Task<T>, signal: AbortSignal): Promise<T> =>
    limited(async () => {
      signal.throwIfAborted()
      const warm = wake()
      if (warm === undefined) return run(new ContainedProcess(script, limits), task)
      return run(warm, task).catch((error: unknown) => {
        // Ended while it rested, and not heard of yet.
        if (error instanceof ProcessGone) return run(new ContainedProcess(script, limits), task)
        throw error
      })
    })

  async function run<T>(process: ContainedProcess, task: Task<T>): Promise<T> {
    try {
      const { value, isReusable } = await task(process)
      if (isReusable) rest(process)
      else process.end()
      return value
    } catch (error) {
      if (error instanceof Refused) rest(process)
      else process.end()
      throw error instanceof Refused ? error.reason : error
    }
  }

  /** One that is free and has not ended meanwhile. */
  function wake(): ContainedProcess | undefined {
    for (let next = idle.pop(); next !== undefined; next = idle.pop()) {
      clearTimeout(next.timer)
      if (!next.process.hasEnded) return next.process
    }
    return undefined
  }

  function rest(process: ContainedProcess): void {
    process.rest()
    const leave = () => {
      const index = idle.findIndex((resting) => resting.process === process)
      if (index !== -1) idle.splice(index, 1)
      process.end()
    }
    idle.push({ process, timer: setTimeout(leave, idleMs).unref() })
  }
}
