import type { Config } from '../config.ts'
import type { CorpusWriter } from '../corpus/write/index.ts'
import { freeBytes, waitForRoom, type DiskRoom } from '../store/disk-room.ts'
import { OperatorError } from './context.ts'
import { byteText } from './progress.ts'

const bytesPerMb = 1_000_000

/** The disk of the data directory; undefined where both stores are servers of their own. */
export function findRoom(config: Config): DiskRoom | undefined {
  if (config.DATABASE_URL !== undefined && config.CLICKHOUSE_URL !== undefined) return undefined
  return {
    free: () => freeBytes(config.dataDir),
    leastBytes: config.ALMANAC_DISK_RESERVE_MB * bytesPerMb,
  }
}

export interface WhileWaiting {
  signal?: AbortSignal | undefined
  /** Called once for each wait, with a sentence to show. */
  say(text: string): void
}

/** Waits while the disk is too full to load anything. */
export async function haveRoom(room: DiskRoom | undefined, { signal, say }: WhileWaiting): Promise<void> {
  if (room === undefined) return
  const needed = byteText(room.leastBytes)
  try {
    await waitForRoom(room, {
      signal,
      say: (free) =>
        say(
          `Waiting: ${byteText(free)} of disk space are free, and ${needed} are reserved (ALMANAC_DISK_RESERVE_MB). ` +
            'Free some space; the command then continues by itself.',
        ),
    })
  } catch (cause) {
    if (signal?.aborted !== true) throw cause
    throw new OperatorError('Interrupted while the disk was too full. Repeat the command to continue.', {
      cause,
    })
  }
}

/** A writer that waits before each batch while the disk is too full. */
export function writerWithRoom(
  writer: CorpusWriter,
  room: DiskRoom | undefined,
  waiting: WhileWaiting,
): CorpusWriter {
  return {
    ...writer,
    async write(kind, items, options) {
      await haveRoom(room, waiting)
      return writer.write(kind, items, options)
    },
    async writeLines(kind, lines, options) {
      await haveRoom(room, waiting)
      return writer.writeLines(kind, lines, options)
    },
  }
}
