import type { Log } from '../../lib/log.ts'
import pg from 'pg'
import { StoreUnavailable } from './failures.ts'
import { mapDriverError } from './map-driver-error.ts'

const reconnectDelaysMs = [50, 100, 250, 500, 1_000]
/** How often a silent connection is asked for a sign of life. */
const probeEveryMs = 5_000

interface Subscription {
  channel: string
  onMessage: (payload: string) => void
  onResume: (() => void) | undefined
}

/** The one connection that receives notifications for all subscriptions of a store. Reconnects until closed. */
export class Listener {
  readonly #config: pg.ClientConfig
  readonly #log: Log
  readonly #subscriptions = new Set<Subscription>()
  #client: pg.Client | undefined
  #connecting: Promise<pg.Client> | undefined
  #closed = false
  #failures = 0
  #timer: NodeJS.Timeout | undefined

  constructor(config: pg.ClientConfig, log: Log) {
    this.#config = { ...config, statement_timeout: 0, query_timeout: 2_000 }
    this.#log = log
  }

  redirect(connectionString: string): void {
    this.#config.connectionString = connectionString
  }

  /** Resolves once the server confirmed the subscription. Throws StoreUnavailable when it cannot be reached. */
  async subscribe(
    channel: string,
    onMessage: (payload: string) => void,
    onResume?: () => void,
  ): Promise<() => Promise<void>> {
    if (!/^[a-z_][a-z0-9_]{0,62}$/.test(channel)) throw new TypeError(`not a channel name: ${channel}`)
    const subscription: Subscription = { channel, onMessage, onResume }
    try {
      const client = await this.#connected()
      await client.query(`listen ${channel}`)
    } catch (error) {
      throw mapDriverError(error)
    }
    this.#subscriptions.add(subscription)
    return async () => await this.#unsubscribe(subscription)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#subscriptions.clear()
    const pending = this.#connecting
    await this.#client?.end().catch(() => undefined)
    await pending?.then((client) => client.end()).catch(() => undefined)
  }

  async #unsubscribe(subscription: Subscription): Promise<void> {
    this.#subscriptions.delete(subscription)
    const stillWanted = [...this.#subscriptions].some(({ channel }) => channel === subscription.channel)
    // A connection lost meanwhile has forgotten the channel by itself.
    if (!stillWanted) await this.#client?.query(`unlisten ${subscription.channel}`).catch(() => undefined)
  }

  async #connected(): Promise<pg.Client> {
    if (this.#closed) throw new StoreUnavailable('the database listener is closed')
    if (this.#client) return this.#client
    this.#connecting ??= this.#connect().finally(() => {
      this.#connecting = undefined
    })
    return await this.#connecting
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config })
    client.on('error', () => undefined)
    client.on('notification', ({ channel, payload }) => this.#deliver(channel, payload ?? ''))
    await client.connect()
    for (const channel of new Set([...this.#subscriptions].map((item) => item.channel))) {
      await client.query(`listen ${channel}`)
    }
    // Registered last: a failure until here belongs to whoever awaits this connection.
    client.on('end', () => this.#lost(client))
    this.#client = client
    this.#failures = 0
    this.#scheduleProbe(client)
    return client
  }

  #deliver(channel: string, payload: string): void {
    for (const subscription of this.#subscriptions) {
      if (subscription.channel !== channel) continue
      this.#guard(() => subscription.onMessage(payload))
    }
  }

  /** A subscriber's exception must not take the connection, or the process, with it. */
  #guard(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      this.#log('postgres: a notification subscriber threw', { level: 'error', reason: String(error) })
    }
  }

  #scheduleProbe(client: pg.Client): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      client.query('select 1').then(
        () => client === this.#client && this.#scheduleProbe(client),
        // end() with the unanswered statement destroys the socket, which reports the loss.
        () => client.end().catch(() => undefined),
      )
    }, probeEveryMs)
  }

  #lost(client: pg.Client): void {
    if (client !== this.#client) return
    this.#client = undefined
    if (this.#closed) return
    this.#log('postgres: notification connection lost', { level: 'warn' })
    this.#reconnectLater()
  }

  #reconnectLater(): void {
    if (this.#closed || this.#subscriptions.size === 0) return
    clearTimeout(this.#timer)
    const delay = reconnectDelaysMs[Math.min(this.#failures, reconnectDelaysMs.length - 1)]
    this.#failures += 1
    this.#timer = setTimeout(() => {
      this.#connected().then(
        () => {
          this.#log('postgres: notification connection resumed')
          for (const { onResume } of this.#subscriptions) if (onResume) this.#guard(onResume)
        },
        () => this.#reconnectLater(),
      )
    }, delay)
  }
}
