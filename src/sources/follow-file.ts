import { readFile, stat } from 'node:fs/promises'
import type { Log } from '../lib/log.ts'

/** How old what is known of the file may be, milliseconds. */
const lookMs = 2_000

/** A file that others may change while the process runs. */
export interface FollowedFile {
  /** Takes the file over if it changed; looks every other second at most, or `isNow`. */
  look(how?: { isNow?: boolean }): Promise<void>
}

/** The file is known as it is at this moment. `take` throws for a text that cannot be used: what was before goes on then. */
export async function followFile(
  file: string,
  { log, take }: { log: Log; take(text: string): Promise<void> },
): Promise<FollowedFile> {
  let stamp = await readStamp(file)
  let lookedMs = performance.now()
  let last: Promise<void> = Promise.resolve()
  async function lookNow(): Promise<void> {
    lookedMs = performance.now()
    const now = await readStamp(file)
    if (now === stamp) return
    stamp = now
    try {
      await take(await readFile(file, 'utf8'))
    } catch (cause) {
      log('sources file not taken over', { level: 'error', file, cause: String(cause) })
    }
  }
  return {
    async look({ isNow = false } = {}) {
      if (!isNow && performance.now() - lookedMs < lookMs) return
      // One after the other, so that whoever waits for it finds it taken over.
      last = last.then(lookNow)
      await last
    },
  }
}

/** Differs after each change; empty where there is no file. */
async function readStamp(file: string): Promise<string> {
  const { mtimeNs, size, ino } = await stat(file, { bigint: true }).catch(() => ({
    mtimeNs: 0n,
    size: 0n,
    ino: 0n,
  }))
  return ino === 0n ? '' : [mtimeNs, size, ino].join()
}
