import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ContainedProcess, OverLimit, ProcessGone, scriptBeside } from '../../../tables/index.ts'
import { UnreadableFile, type SourceRow } from '../row.ts'
import type { ParquetOrder, ParquetReply } from './parquet-child.ts'

/** Memory of the decoding process: a row group's compressed bytes, and its decoded columns. */
const limits = { heapMb: 1_536, residentMb: 2_048 }
/** How long the next rows may take. */
const maxMs = 120_000
const never = new AbortController().signal

/**
 * Rows of a Parquet file, row group by row group, decoded in a process of its own, because a file may declare sizes
 * that take all memory. `onBytes` gets each part's share of the file's size.
 */
export async function* parquetRows(
  file: string,
  onBytes?: (bytes: number) => void,
): AsyncGenerator<SourceRow[]> {
  const process = new ContainedProcess(scriptBeside(import.meta.url, 'parquet-child'), limits)
  const ask = async (order: ParquetOrder) => {
    const reply = (await process.ask(order, { signal: never, longestMs: maxMs })) as
      | ParquetReply
      | { failed: string }
    if ('failed' in reply) throw new Error(reply.failed)
    if ('damaged' in reply) throw new UnreadableFile(`the Parquet file is damaged (${reply.damaged})`)
    return reply
  }
  try {
    await ask({ file: resolve(file) })
    for (;;) {
      const { rows, bytes, isEnd } = await ask({ next: true })
      if (isEnd) return
      if (rows.length > 0) yield rows
      if (bytes > 0) onBytes?.(bytes)
    }
  } catch (cause) {
    throw asUnreadable(cause)
  } finally {
    process.end()
  }
}

function asUnreadable(cause: unknown): unknown {
  if (cause instanceof OverLimit) {
    const message = cause.message.replace(/^The file/, 'the Parquet file').replace(/\.$/, '')
    return new UnreadableFile(message, { cause })
  }
  if (cause instanceof ProcessGone)
    return new UnreadableFile('the process that read the Parquet file was stopped from outside', { cause })
  return cause
}

/** Parquet needs random access, so a compressed file is first inflated to a temporary one. */
export async function* parquetFromStream(chunks: AsyncIterable<Buffer>): AsyncGenerator<SourceRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-parquet-'))
  try {
    const file = join(folder, 'rows.parquet')
    await pipeline(chunks, createWriteStream(file))
    yield* parquetRows(file)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
