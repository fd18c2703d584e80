import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { loadEngineAddon } from './engine-addon.ts'
import type { EngineConnection, EngineAddon } from './engine-addon.ts'
import { makeRoom } from './engine-connection.ts'

/*
 * Streamed reads start on a thread of their own: the engine plans a stream on the calling thread, and a statement
 * with a scalar sub-query computes it right there (690 ms measured for one over 20 M rows). The child's event
 * loop, and with it every other query, must not wait for that.
 */

export interface StreamOrder {
  /** Statements that set up the connection. */
  setup: string
  sql: string
  format: string
}

type ToThread = { open: StreamOrder; id: number } | { pull: number } | { cancel: number }
type Reply = { bytes: Uint8Array } | { error: string } | { done: true }

export class StreamThread {
  readonly #worker: Worker
  readonly #replies = new Map<number, (reply: Reply) => void>()
  #nextId = 1

  constructor(path: string) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: { almanacStreams: path } })
    this.#worker.on('message', ({ id, reply }: { id: number; reply: Reply }) =>
      this.#replies.get(id)?.(reply),
    )
    this.#worker.on('error', (error) => {
      throw error
    })
  }

  /** Pieces of the answer, made one at a time as they are pulled. Leaving early frees the engine's side. */
  async *pieces(order: StreamOrder): AsyncGenerator<Uint8Array> {
    const id = this.#nextId++
    this.#send({ open: order, id })
    try {
      for (;;) {
        const reply = await new Promise<Reply>((resolve) => {
          this.#replies.set(id, resolve)
          this.#send({ pull: id })
        })
        if ('error' in reply) throw new Error(reply.error)
        if ('done' in reply) return
        yield reply.bytes
      }
    } finally {
      this.#replies.delete(id)
      this.#send({ cancel: id })
    }
  }

  #send(message: ToThread): void {
    this.#worker.postMessage(message)
  }
}

/** One stream on its connection, inside the thread. */
class ThreadStream {
  readonly #addon: EngineAddon
  readonly #connection: EngineConnection
  #handle: ReturnType<EngineAddon['StreamQuery']> | undefined
  /** Everything done on the connection, one after another: it must not be closed under a running fetch. */
  #last: Promise<unknown>

  constructor(addon: EngineAddon, path: string, order: StreamOrder) {
    this.#addon = addon
    this.#connection = addon.CreateConnection(path)
    this.#last = this.#begin(order)
    this.#last.catch(() => {}) // told to the pull that follows
  }

  async #begin(order: StreamOrder): Promise<void> {
    await makeRoom(this.#addon, this.#connection, order.setup + order.sql)
    if (order.setup) await this.#addon.QueryAsyncConnection(this.#connection, order.setup, 'Null')
    this.#handle = this.#addon.StreamQuery(this.#connection, order.sql, order.format)
  }

  async pull(): Promise<Reply> {
    this.#last = this.#last.then(() => this.#handle && this.#addon.StreamFetch(this.#handle))
    try {
      const piece = (await this.#last) as Awaited<ReturnType<EngineAddon['StreamFetch']>>
      return piece.done ? { done: true } : { bytes: piece.bytes }
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }

  close(): void {
    const free = () => {
      if (this.#handle) this.#addon.StreamCancel(this.#handle)
      this.#addon.CloseConnection(this.#connection)
    }
    this.#last.then(free, free)
  }
}

function serveStreams(path: string): void {
  const addon = loadEngineAddon()
  const streams = new Map<number, ThreadStream>()
  parentPort?.on('message', (message: ToThread) => {
    if ('open' in message) streams.set(message.id, new ThreadStream(addon, path, message.open))
    else if ('pull' in message) {
      const id = message.pull
      void streams
        .get(id)
        ?.pull()
        .then((reply) => parentPort?.postMessage({ id, reply }))
    } else {
      streams.get(message.cancel)?.close()
      streams.delete(message.cancel)
    }
  })
}

if (!isMainThread && workerData?.almanacStreams) serveStreams(workerData.almanacStreams)
