/** The reader is gone: of a pipe (`| head -1`), of a terminal that was closed, of a stream this process ended itself. */
const closedCodes = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED'])

let isWatched = false

/**
 * Nobody reads any more: what is left to say is lost, what is left to do is done. A service goes on, and a command ends
 * as it would have, its stores closed.
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
