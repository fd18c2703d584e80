import type { Log } from '../../lib/log.ts'
import { Socket } from 'node:net'
import pg from 'pg'
import { Connection } from './connection.ts'
import { StoreUnavailable } from './failures.ts'
import { LivenessWatch } from './liveness-watch.ts'
import { mapDriverError } from './map-driver-error.ts'
import { valueTypes } from './value-types.ts'

/** Longest wait for a connection of a busy pool whose server is answering. */
const queueTimeoutMs = 5_000
const connectTimeoutMs = 1_500
/**
 * After the server was found silent the next connection is given up sooner, for a second: what a request that failed has
 * to put back would else wait as long again before its 503. Then a whole attempt is due, so that a server that is only
 * slow to let anybody in is reached.
 */
const silentConnectTimeoutMs = 200
/** Connections a process tries that is too busy to hear the answer. */
const busyAttempts = 3
const silentForMs = 1_000

export interface PoolTarget {
  connectionString: string
  poolSize: number
  applicationName: string
  statementTimeoutMs: number
}

interface Waiter {
  admit: () => void
  refuse: (reason: Error) => void
}

/**
 * pg's pool behind a queue of our own. pg counts its connect time-out against callers that merely wait for a busy
 * pool; here those may wait longer, yet fail together the moment the server is known to be gone. Every socket is
 * tracked, so that a dead network path can be cut off at once instead of being found out one query at a time.
 */
export class ConnectionPool {
  readonly #pool: pg.Pool
  readonly #size: number
  readonly #sockets = new Set<Socket>()
  #bytesOfClosed = 0
  readonly #waiters: Waiter[] = []
  readonly liveness: LivenessWatch
  #busy = 0
  /** By performance.now(); until then the server counts as silent. */
  #silentUntilMs = 0
  #closing = false
  #onIdle: (() => void) | undefined

  constructor(target: PoolTarget, log: Log) {
    this.#size = target.poolSize
    const config = clientConfig(target)
    const openSocket = (): Socket => {
      const socket = new Socket()
      this.#sockets.add(socket)
      socket.once('close', () => {
        this.#bytesOfClosed += socket.bytesRead
        this.#sockets.delete(socket)
      })
      return socket
    }
    this.#pool = new pg.Pool({
      ...config,
      max: target.poolSize,
      idleTimeoutMillis: 30_000,
      stream: openSocket,
    })
    // Without a listener of its own, a connection lost before, between or after its statements would end the process:
    // pg's pool takes its listener away as it hands a connection out.
    this.#pool.on('connect', (client) => client.on('error', () => undefined))
    // An idle connection that dies is already out of the pool; the next query opens another one.
    this.#pool.on('error', (error) =>
      log('postgres: idle connection lost', { level: 'warn', reason: error.message }),
    )
    const bytesHeard = () => {
      let bytes = this.#bytesOfClosed
      for (const socket of this.#sockets) bytes += socket.bytesRead
      return bytes
    }
    this.liveness = new LivenessWatch({ ...config, query_timeout: 0 }, bytesHeard, () => this.#sever(log))
  }

  get status(): { total: number; idle: number; waiting: number } {
    return { total: this.#pool.totalCount, idle: this.#pool.idleCount, waiting: this.#waiters.length }
  }

  /** Runs work on a connection of its own. A connection whose state is in doubt afterwards is closed. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    await this.#enter()
    try {
      const client = await this.#connect()
      const connection = new Connection(client, this.liveness)
      try {
        return await work(connection)
      } finally {
        client.release(!connection.reusable)
      }
    } finally {
      this.#leave()
    }
  }

  /** Points later connections at another port: the embedded server may come back on a different one. */
  redirect(connectionString: string): void {
    this.#pool.options.connectionString = connectionString
    this.liveness.redirect(connectionString)
  }

  /** Waits for work in progress, at most until graceMs have passed, then cuts what is left. */
  async close(graceMs: number): Promise<void> {
    this.#closing = true
    this.#refuseWaiters(new StoreUnavailable('the database pool is closing'))
    const cut = setTimeout(() => this.#destroySockets(), graceMs)
    // Work that was let in may not have reached pg's pool yet, which refuses newcomers once it is ending.
    if (this.#busy > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve))
    this.liveness.close()
    await this.#pool.end()
    // pg reports the end when it has said goodbye; wait for the sockets, so that nobody sees the server stop on them.
    await Promise.all(
      [...this.#sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve))),
    )
    clearTimeout(cut)
  }

  async #connect(attempt = 1): Promise<pg.PoolClient> {
    const startedMs = performance.now()
    const isSilent = startedMs < this.#silentUntilMs
    const before = performance.eventLoopUtilization()
    // Read by pg as it begins.
    this.#pool.options.connectionTimeoutMillis = isSilent ? silentConnectTimeoutMs : connectTimeoutMs
    try {
      return await this.#pool.connect()
    } catch (error) {
      const failure = mapDriverError(error)
      const isLate = performance.now() - startedMs >= connectTimeoutMs
      // A process that worked all the while had no time to hear the answer: that says nothing of the database.
      const wasBusy = performance.eventLoopUtilization(before).utilization > 0.5
      if (!isSilent && isLate && wasBusy && attempt < busyAttempts) return this.#connect(attempt + 1)
      if (!isSilent && isLate) this.#foundSilent()
      if (failure instanceof StoreUnavailable) this.#refuseWaiters(failure)
      throw failure
    }
  }

  async #enter(): Promise<void> {
    if (this.#closing) throw new StoreUnavailable('the database pool is closed')
    if (this.#busy < this.#size) {
      this.#busy += 1
      return
    }
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        admit: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse: (reason) => {
          clearTimeout(timer)
          reject(reason)
        },
      }
      const timer = setTimeout(() => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1)
        reject(new StoreUnavailable(`no database connection came free within ${queueTimeoutMs} ms`))
      }, queueTimeoutMs)
      this.#waiters.push(waiter)
    })
  }

  #leave(): void {
    const next = this.#waiters.shift()
    // The place passes on directly, so a newcomer cannot overtake the queue.
    if (next) {
      next.admit()
      return
    }
    this.#busy -= 1
    if (this.#busy === 0) this.#onIdle?.()
  }

  #refuseWaiters(reason: Error): void {
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(reason)
  }

  #foundSilent(): void {
    this.#silentUntilMs = performance.now() + silentForMs
  }

  #sever(log: Log): void {
    this.#foundSilent()
    log('postgres: no answer to a trivial statement, cutting all connections', { level: 'error' })
    this.#destroySockets()
    this.#refuseWaiters(new StoreUnavailable('the database stopped answering'))
  }

  #destroySockets(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** What every connection of ours is opened with: pool, liveness probe and listener alike. */
export function clientConfig(target: PoolTarget): pg.ClientConfig {
  return {
    connectionString: target.connectionString,
    application_name: target.applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: target.statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    types: valueTypes,
    // The second: a statement whose client is gone is cancelled, rather than holding its locks to the time-out.
    options: '-c TimeZone=UTC -c client_connection_check_interval=1000',
  }
}
