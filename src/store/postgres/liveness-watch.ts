import pg from 'pg'

/** A query older than this is suspect: its connection may be dead without having said so. */
const suspectAfterMs = 500
/** With the delay above, a dead server is known within 1.7 s of a query. */
const probeTimeoutMs = 1_200
const probeEveryMs = 1_000

/**
 * Tells a slow query from a dead server. While any query runs longer than half a second, a trivial statement is sent
 * over a connection of its own; no answer, and nothing heard on any other connection meanwhile, means the server (or the way to
 * it) is gone, and `onDead` cuts everything. A busy machine may take seconds to open the connection, while others are answered.
 */
export class LivenessWatch {
  readonly #config: pg.ClientConfig
  readonly #bytesHeard: () => number
  readonly #onDead: () => void
  #probe: Promise<pg.Client> | undefined
  #slow = 0
  #watching = false
  #closed = false

  /** `bytesHeard`: by all other connections so far. */
  constructor(config: pg.ClientConfig, bytesHeard: () => number, onDead: () => void) {
    this.#config = { ...config }
    this.#bytesHeard = bytesHeard
    this.#onDead = onDead
  }

  redirect(connectionString: string): void {
    this.#config.connectionString = connectionString
  }

  /** Watches one query for as long as it runs. */
  async during<T>(query: Promise<T>): Promise<T> {
    let slow = false
    const alarm = setTimeout(() => {
      slow = true
      this.#slow += 1
      void this.#watch()
    }, suspectAfterMs)
    try {
      return await query
    } finally {
      clearTimeout(alarm)
      if (slow) this.#slow -= 1
    }
  }

  /** true when the server answers a trivial statement within timeoutMs. Never throws. */
  async answers(timeoutMs: number): Promise<boolean> {
    if (this.#closed) return false
    const probe = (this.#probe ??= this.#open())
    const answered = probe.then(async (client) => {
      await client.query({ text: 'select 1' })
      return true
    })
    const alive = await within(answered, timeoutMs)
    if (!alive) this.#discard(probe)
    return alive
  }

  close(): void {
    this.#closed = true
    if (this.#probe) this.#discard(this.#probe)
  }

  async #watch(): Promise<void> {
    if (this.#watching) return
    this.#watching = true
    try {
      while (this.#slow > 0 && !this.#closed) {
        const before = this.#bytesHeard()
        const isAlive = (await this.answers(probeTimeoutMs)) || this.#bytesHeard() > before
        if (!isAlive && !this.#closed && this.#slow > 0) {
          this.#onDead()
          return
        }
        await new Promise((resolve) => setTimeout(resolve, probeEveryMs))
      }
    } finally {
      this.#watching = false
    }
  }

  #open(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.#config })
    const opened = client.connect().then(() => client)
    client.on('error', () => this.#discard(opened))
    return opened
  }

  #discard(probe: Promise<pg.Client> | undefined): void {
    if (this.#probe === probe) this.#probe = undefined
    // end() destroys the socket while a statement is unanswered; a failed connect has nothing to end.
    void probe?.then((client) => client.end()).catch(() => undefined)
  }
}

/** true when the promise resolves to true in time. A blocked event loop gets one turn to deliver the answer first. */
async function within(answer: Promise<boolean>, timeoutMs: number): Promise<boolean> {
  return await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), timeoutMs)
    const settle = (value: boolean): void => {
      clearTimeout(timer)
      resolve(value)
    }
    answer.then(settle, () => settle(false))
  })
}
