import { parentPort } from 'node:worker_threads'

/**
 * Answers tasks in a thread of `openThreadPool`. `handed` lists the buffers of an answer that are given away instead
 * of copied.
 */
export function answerTasks<Task, Done>(
  work: (task: Task) => Done,
  handed: (done: Done) => readonly Uint8Array[],
): void {
  parentPort?.on('message', ({ id, task }: { id: number; task: Task }) => {
    try {
      const done = work(task)
      // A buffer cut from Node's pool cannot be given away, since its memory holds others as well.
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

/** Buffers from another thread arrive as bare bytes. */
export const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
