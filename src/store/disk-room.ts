import { statfs } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

/** The free space of a disk that this account may use. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

export interface DiskRoom {
  /** Free bytes now. */
  free(): Promise<number>
  /** Below this nothing is loaded: the stores need room to finish what they began, and accounts must go on. */
  leastBytes: number
  /** Milliseconds until it is looked at again; default 2,000. */
  everyMs?: number
}

/**
 * Resolves when there is room, which is mostly at once; `say` is told once while there is none. Rejects with the reason of
 * the signal when that is set meanwhile.
 */
export async function waitForRoom(
  { free, leastBytes, everyMs = 2_000 }: DiskRoom,
  { signal, say }: { signal?: AbortSignal | undefined; say(free: number): void },
): Promise<void> {
  let isSaid = false
  for (;;) {
    const left = await free()
    if (left >= leastBytes) return
    if (!isSaid) say(left)
    isSaid = true
    await delay(everyMs, undefined, signal === undefined ? {} : { signal }).catch(() =>
      signal?.throwIfAborted(),
    )
  }
}
