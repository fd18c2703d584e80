import { parentPort } from 'node:worker_threads'

/** In a thread of `openThreadPool`: answers tasks. `handed` lists the buffers of an answer that are given away, not copied. */
export function answerTasks<Task, Done>(
  work: (task: Task) => Done,
  handed: (done: Done) => readonly Uint8Array[],
): void {
  parentPort?.on('message', ({ id, task }: { id: number; task: Task }) => {
    try {
      const done = work(task)
      // One cut from Node's pool cannot be given away: its memory holds others too.
      const own = handed(done).filter((bytes) => bytes.byteLength === bytes.buffer.byteLength)
      parentPort?.postMessage(
        { id, done },
        own.map((bytes) => bytes.buffer as ArrayBuffer),
      )
    } catch (error) {
      parentPort?.postMessage({ id, error: String(error instanceof Error ? error.stack : error) })
    }
  })
}

/** What another thread handed over are bare bytes. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
