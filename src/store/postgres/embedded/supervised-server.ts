import type { Log } from '../../../lib/log.ts'
import type { ChildProcess } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { processStart } from '../../process-identity.ts'
import type { RunningPostmaster } from './adopt-postmaster.ts'
import { clearStaleFile } from './clear-stale-file.ts'
import { type ClusterDirectory, superuser } from './cluster-directory.ts'
import { endedBefore, endWithProcess } from './end-with-process.ts'
import { freePort } from './free-port.ts'
import { killLeftoverBackends, signal } from './leftover-backends.ts'
import { isPostmasterOf } from './postmaster-file.ts'
import type { RunnableServer } from './runnable-server.ts'
import { startPostmaster } from './start-postmaster.ts'

const restartDelaysMs = [0, 200, 500, 1_000, 2_000, 5_000]
const watchEveryMs = 250
const startAttempts = 5
const leftoverPauseMs = 500

export interface SupervisedOptions {
  server: RunnableServer
  cluster: ClusterDirectory
  maxConnections: number
  log: Log
}

/** Keeps one postmaster running from start() or adopt() to stop(), whatever kills it in between. */
export class SupervisedServer {
  readonly #options: SupervisedOptions
  readonly #movedListeners: ((url: string) => void)[] = []
  #running: RunningPostmaster | undefined
  #port = 0
  #watch: NodeJS.Timeout | undefined
  #restart: Promise<void> | undefined
  #stopping = false

  constructor(options: SupervisedOptions) {
    this.#options = options
  }

  get url(): string {
    return `postgresql://${superuser}:${this.#options.cluster.password}@127.0.0.1:${this.#port}/postgres`
  }

  onMoved(listener: (url: string) => void): void {
    this.#movedListeners.push(listener)
  }

  adopt(running: RunningPostmaster): void {
    this.#port = running.port
    this.#running = running
    endWithProcess(running.pid, this.#options.cluster.data)
    // It is not our child, so its end has to be polled.
    const start = processStart(running.pid)
    this.#watch = setInterval(() => {
      if (processStart(running.pid) !== start) this.#died(running.pid, 'gone')
    }, watchEveryMs)
    this.#watch.unref()
  }

  /** Starts the server on `port`, or on another one where that is taken. */
  async start(port?: number): Promise<void> {
    const { data } = this.#options.cluster
    await clearStaleFile(data)
    killLeftoverBackends(data)
    let wanted = port ?? (await freePort())
    for (let attempt = 1; ; attempt += 1) {
      try {
        const child = await startPostmaster({ ...this.#options, port: wanted })
        this.#started(child, wanted)
        return
      } catch (error) {
        const message = error instanceof Error ? error.message : ''
        const isPortInUse = /Address already in use|could not bind/.test(message)
        // A backend of the server before us was told to end, and needs a moment for it.
        const leftover = /shared memory block .* is still in use/.test(message)
        if (!(isPortInUse || leftover) || attempt >= startAttempts) throw error
        if (leftover) await delay(leftoverPauseMs)
        else wanted = await freePort()
      }
    }
  }

  /** Fast shutdown: sessions are ended, open transactions roll back, everything committed is on disk. */
  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#watch)
    await this.#restart
    const running = this.#running
    this.#running = undefined
    if (!running) return
    await this.#end(running.pid)
    endedBefore(running.pid)
  }

  async #end(pid: number): Promise<void> {
    for (const [name, patienceMs] of [
      ['SIGINT', 20_000],
      ['SIGQUIT', 5_000],
      ['SIGKILL', 5_000],
    ] as const) {
      if (!isPostmasterOf(pid, this.#options.cluster.data) || !signal(pid, name)) return
      if (await this.#goneWithin(pid, patienceMs)) return
      this.#options.log(`postgres: the server ignores ${name}`, { level: 'warn', pid })
    }
  }

  #started(child: ChildProcess, port: number): void {
    const pid = child.pid
    if (pid === undefined) throw new Error('the server has no pid')
    const moved = this.#port !== 0 && this.#port !== port
    this.#port = port
    this.#running = { pid, port }
    child.once('exit', (code, name) => this.#died(pid, name ?? `code ${code}`))
    if (moved) for (const listener of this.#movedListeners) listener(this.url)
    // It may have ended between being ready and this line.
    if (processStart(pid) === undefined) this.#died(pid, 'gone')
  }

  #died(pid: number, how: string): void {
    if (this.#stopping || this.#running?.pid !== pid) return
    clearInterval(this.#watch)
    this.#running = undefined
    endedBefore(pid)
    this.#options.log('postgres: the server ended unexpectedly, restarting it', { level: 'error', pid, how })
    this.#restart = this.#restartUntilRunning().finally(() => {
      this.#restart = undefined
    })
  }

  async #restartUntilRunning(): Promise<void> {
    for (let attempt = 0; !this.#stopping; attempt += 1) {
      await delay(restartDelaysMs[Math.min(attempt, restartDelaysMs.length - 1)])
      if (this.#stopping) return
      try {
        await this.start(this.#port)
        this.#options.log('postgres: the server runs again', { attempt })
        return
      } catch (error) {
        this.#options.log('postgres: the server could not be restarted', {
          level: 'error',
          attempt,
          reason: String(error),
        })
      }
    }
  }

  async #goneWithin(pid: number, patienceMs: number): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 10) {
      if (processStart(pid) === undefined) return true
      await delay(10)
    }
    return false
  }
}
