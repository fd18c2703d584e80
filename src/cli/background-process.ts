import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Log } from '../lib/log.ts'

/** The program of the command line, compiled or not. */
export const program = fileURLToPath(
  new URL(`./almanac${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url),
)
/** Behind everything that answers requests. */
const lowPriority = 10
const maxErrorChars = 2_000
/** What a process that was started by `startBehind` finds as its `argv0`. */
export const behindName = 'almanac-behind'

/**
 * Runs Node with low priority; a failure goes to the log, with the end of what the process said. The channel tells the
 * process when this one is gone (`endWithParent`), however it ended.
 */
export function startBehind(
  args: readonly string[],
  { log, failure, level = 'warn' }: { log: Log; failure: string; level?: 'warn' | 'error' },
): ChildProcess {
  const child = spawn(process.execPath, args, {
    argv0: behindName,
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  if (child.pid !== undefined) lowerPriority(child.pid)
  let errors = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.slice(-maxErrorChars)
  })
  child.on('error', (error) => log(failure, { level: 'error', cause: String(error) }))
  child.on('close', (code) => {
    if (code !== 0) log(failure, { level, code, detail: errors.trim() })
  })
  return child
}

/** Puts a process behind everything that answers requests; 0 is this one. Does nothing where the system refuses. */
export function lowerPriority(pid: number): void {
  try {
    setPriority(pid, lowPriority)
  } catch {}
}

/** Longest wait for a process whose parent is gone to end by itself. */
const orphanMs = 30_000

/**
 * Ends this process as SIGTERM does once the one that started it with `startBehind` is gone: a killed service takes its
 * stores along, and the next one does the work again. For the program alone, and where `startBehind` started it: another
 * process that runs commands would lose its own channel.
 */
export function endWithParent(): void {
  const end = () => {
    setTimeout(() => process.exit(1), orphanMs).unref()
    process.kill(process.pid, 'SIGTERM')
  }
  // It may have gone while this one was starting.
  if (!process.connected) return end()
  process.once('disconnect', end)
  // Listening alone would keep the process running for ever.
  process.channel?.unref()
}
