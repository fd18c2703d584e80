import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { atEnd } from './at-end.ts'
import type { ReceivedCall } from './webhook-receiver.ts'

export interface TimedCall extends ReceivedCall {
  /** By the clock that `nowMs` reads. */
  atMs: number
}

/** The clock that all threads share. */
export const nowMs = (): number => performance.timeOrigin + performance.now()

/** A receiver of webhooks in a thread of its own: however busy the sender is, it knows when each call came. */
export async function timedReceiver(delayMs: number) {
  const counter = new SharedArrayBuffer(4)
  const thread = new Worker(join(import.meta.dirname, 'receiver-thread.ts'), {
    workerData: { delayMs, counter },
    execArgv: [],
  })
  atEnd(async () => void (await thread.terminate()))
  const [port] = (await once(thread, 'message')) as [number]
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => Atomics.load(new Int32Array(counter), 0),
    async calls(): Promise<TimedCall[]> {
      thread.postMessage('calls')
      const [calls] = (await once(thread, 'message')) as [TimedCall[]]
      return calls
    },
  }
}
