import { Worker } from 'node:worker_threads'
import type { BuiltChunk, Chunk } from './chunk.ts'

/** A few threads that turn chunks into rows. */
export interface ChunkWorkers {
  rows(chunk: Chunk): Promise<BuiltChunk>
  close(): Promise<void>
}

interface Waiting {
  resolve(built: BuiltChunk): void
  reject(error: Error): void
}

export function openChunkWorkers(count: number): ChunkWorkers {
  const file = new URL(`./chunk-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const waiting = new Map<number, Waiting>()
  const workers = Array.from({ length: count }, () => new Worker(file))
  let next = 0
  for (const worker of workers) {
    worker.on('message', ({ id, error, ...built }: Partial<BuiltChunk> & { id: number; error?: string }) => {
      const found = waiting.get(id)
      waiting.delete(id)
      const { tables, rows = 0 } = built
      if (tables === undefined) found?.reject(new Error(error))
      else
        found?.resolve({
          rows,
          tables: tables.map((each) => ({ ...each, text: Buffer.from(each.text.buffer) })),
        })
    })
    worker.on('error', (error) => {
      for (const each of waiting.values()) each.reject(error)
      waiting.clear()
    })
  }
  return {
    rows(chunk) {
      const id = next++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        workers[id % workers.length]?.postMessage({ id, chunk })
      })
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
