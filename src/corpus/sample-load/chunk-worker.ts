import { parentPort } from 'node:worker_threads'
import { chunkRows, type Chunk } from './chunk.ts'

/** Worker thread: takes chunks, answers with their rows. Buffers are handed over, not copied. */
parentPort?.on('message', ({ id, chunk }: { id: number; chunk: Chunk }) => {
  try {
    const built = chunkRows(chunk)
    const tables = built.tables.map(({ table, columns, text }) => ({
      table,
      columns,
      text: ownBytes(text),
    }))
    parentPort?.postMessage(
      { id, tables, rows: built.rows },
      tables.map(({ text }) => text.buffer as ArrayBuffer),
    )
  } catch (error) {
    parentPort?.postMessage({ id, error: String(error instanceof Error ? error.stack : error) })
  }
})

/** A buffer cut from Node's pool cannot be handed over: its memory holds others too. */
function ownBytes(text: Buffer): Uint8Array {
  const whole = text.byteOffset === 0 && text.byteLength === text.buffer.byteLength
  return whole ? text : new Uint8Array(text)
}
