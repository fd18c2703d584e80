import { fork, type ChildProcess } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** What a process may take; over any of it, it is killed. */
export interface Containment {
  /** Of V8's heap. What lies beside it (buffers, what a reader inflates) is seen in the resident memory alone. */
  heapMb: number
  residentMb: number
}

/** The file did it: too much memory or time, or the reader broke on it. Clients see the message. */
export class OverLimit extends Error {
  override readonly name = 'OverLimit'
}

/** The process was ended by somebody else; the file may be a good one. */
export class ProcessGone extends Error {
  override readonly name = 'ProcessGone'
}

/** A reply of the child: whatever it sends. */
export type Reply = Record<string, unknown>

const watchMs = 50
/** Signals that a process brings on itself: aborted on a full heap, trapped in an assertion, memory that is not its own. */
const ownFault = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL', 'SIGSEGV', 'SIGBUS', 'SIGFPE'])

/**
 * A process of its own for files of strangers. A worker thread does not do: V8 ends the whole process for some of what
 * happens in one (`new Array(2 ** 32)` filled, a heap limit overrun between two checks), and buffers count towards no limit.
 * One order at a time.
 */
export class ContainedProcess {
  readonly #child: ChildProcess
  readonly #limits: Containment
  #over: OverLimit | undefined
  #said = ''
  #hasEnded = false

  /** `script` is a module that calls `serveOrders`. It sees no setting of the service. */
  constructor(script: URL, limits: Containment) {
    this.#limits = limits
    this.#child = fork(fileURLToPath(script), [], {
      execArgv: [`--max-old-space-size=${limits.heapMb}`],
      env: { TZ: 'UTC' },
      stdio: ['pipe', 'ignore', 'pipe', 'ipc'],
      // A session of its own: Ctrl-C lets the file in hand be finished. It goes when the channel to it closes.
      detached: true,
    })
    this.#child.stdin?.on('error', () => {}) // its end is seen as the exit
    this.#child.on('error', () => {})
    this.#child.stderr?.on('data', (text: Buffer) => {
      this.#said = (this.#said + text.toString()).slice(-2_000)
    })
    this.#child.once('exit', () => {
      this.#hasEnded = true
    })
    void yieldTo(this.#child.pid)
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /**
   * Sends an order, bytes beside it, and resolves with its one reply. Throws OverLimit, ProcessGone and the signal's
   * reason; after any of them the process is to be ended.
   */
  ask(
    order: object,
    { bytes, signal, longestMs }: { bytes?: Buffer; signal: AbortSignal; longestMs: number },
  ): Promise<Reply> {
    const child = this.#child
    return new Promise((resolve, reject) => {
      const settle = (then: () => void) => {
        clearTimeout(timer)
        clearInterval(watch)
        signal.removeEventListener('abort', leave)
        child.off('message', take).off('exit', onExit)
        then()
      }
      const take = (reply: unknown) => settle(() => resolve(reply as Reply))
      const onExit = (code: number | null, by: string | null) => settle(() => reject(this.#why(code, by)))
      const leave = () => settle(() => reject(signal.reason as Error))
      const timer = setTimeout(() => this.#stop('The file takes too long to read.'), longestMs)
      const watch = setInterval(() => void this.#watch(), watchMs)
      if (signal.aborted) return leave()
      if (this.#hasEnded) return onExit(child.exitCode, child.signalCode)
      signal.addEventListener('abort', leave, { once: true })
      child.on('message', take).once('exit', onExit)
      this.#hold(true)
      // Bytes go by a pipe: a message would be copied and encoded by this process first.
      child.send({ ...order, bytes: bytes?.length ?? 0 }, () => {})
      if (bytes !== undefined) child.stdin?.write(bytes)
    })
  }

  /** Waits without keeping this process alive. */
  rest(): void {
    this.#hold(false)
  }

  end(): void {
    this.#hold(false)
    this.#child.kill('SIGKILL')
  }

  #hold(isBusy: boolean): void {
    const { stdin, stderr, channel } = this.#child
    for (const part of [this.#child, channel, stdin, stderr] as ({ ref(): void; unref(): void } | null)[])
      if (isBusy) part?.ref()
      else part?.unref()
  }

  #stop(message: string): void {
    this.#over ??= new OverLimit(message)
    this.#child.kill('SIGKILL')
  }

  async #watch(): Promise<void> {
    const status = await readFile(`/proc/${this.pid}/status`, 'utf8').catch(() => '')
    const residentKb = Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0)
    if (residentKb > this.#limits.residentMb * 1_024) this.#stop(tooMuchMemory)
  }

  #why(code: number | null, by: string | null): Error {
    if (this.#over !== undefined) return this.#over
    const cause = `ended by ${by ?? code}: ${this.#said.trim()}`
    if (/heap out of memory|Allocation failed/.test(this.#said))
      return new OverLimit(tooMuchMemory, { cause })
    if (by !== null && ownFault.has(by)) return new OverLimit('The file cannot be read.', { cause })
    return new ProcessGone(`the process that reads files ${cause}`)
  }
}

const tooMuchMemory = 'The file needs too much memory to be read.'

/** The service comes first: for the processor, and to be spared when the machine runs out of memory. */
async function yieldTo(pid: number | undefined): Promise<void> {
  if (pid === undefined) return
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL)
    await writeFile(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Not every machine knows these; limits hold without.
  }
}
