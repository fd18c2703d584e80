import type { KnownLines } from '../../record-store/index.ts'
import type { RowInput } from '../readers/row.ts'
import type { Chunk, ChunkReader } from './chunk-reader.ts'
import type { ChunkRead } from './chunk-store.ts'

/** A chunk whose rows were read. */
export interface ReadChunk extends ChunkRead {
  chunk: Chunk
  digests: readonly string[]
  knownLines: KnownLines
}

/**
 * Reads the chunks of a file in their order, as many at once as the reader has room for; one that is not taken holds up
 * those after it. When the file ends early, what could be read comes first.
 */
export async function* readAhead(
  inputs: AsyncIterable<RowInput>,
  reader: ChunkReader,
  knownLines: (digests: readonly string[]) => Promise<KnownLines>,
): AsyncGenerator<ReadChunk> {
  const queue: Promise<ReadChunk>[] = []
  const begin = (input: RowInput) => {
    const reading = readChunk(reader, input, knownLines)
    // Awaited in order; a failure before its turn must not count as unhandled.
    reading.catch(() => {})
    queue.push(reading)
  }
  let failure: { cause: unknown } | undefined
  const source = inputs[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = await source.next().catch((cause: unknown) => {
        failure = { cause }
        return { done: true as const, value: undefined }
      })
      if (next.done === true) break
      begin(next.value)
      if (queue.length >= reader.atOnce) yield await (queue.shift() as Promise<ReadChunk>)
    }
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) yield await next
  } finally {
    // Also when nobody wants the rest: what is being read must not outlive its file.
    await source.return?.()
    await Promise.allSettled(queue)
  }
  if (failure !== undefined) throw failure.cause
}

async function readChunk(
  reader: ChunkReader,
  input: RowInput,
  knownLines: (digests: readonly string[]) => Promise<KnownLines>,
): Promise<ReadChunk> {
  const chunk = await reader.take(input)
  const { digests, sizes } = chunk
  const lines = await knownLines(digests.filter((digest) => digest !== ''))
  const passed = new Set([...digests.keys()].filter((row) => lines.lines.has(digests[row] as string)))
  // Of an unchanged file nothing more has to be asked.
  const isAllPassed = passed.size === digests.length
  const read = isAllPassed
    ? { rows: sizes.map((bytes) => ({ passed: true as const, bytes })), drift: [] }
    : undefined
  return { chunk, digests, knownLines: lines, ...(read ?? (await chunk.read(passed))) }
}
