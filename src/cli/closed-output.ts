/** The reader is gone: a pipe ended (`| head -1`), a terminal was closed, or this process ended the stream itself. */
const closedCodes = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])

let isWatched = false

/**
 * When nobody reads any longer, remaining output is lost but remaining work is done. A service continues, and a command ends
 * as usual, with its stores closed.
 */
export function outliveReaders(): void {
  if (isWatched) return
  isWatched = true
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!closedCodes.has(error.code ?? '')) throw error
    })
  }
}
