/** The signals that ask a process to end: from a service manager, Ctrl-C or a closed terminal. */
const names = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
export type StopName = (typeof names)[number]

export interface StopPorts {
  on(name: StopName, listener: () => void): void
  off(name: StopName, listener: () => void): void
  exit(code: number): void
  /** Monotonic milliseconds. */
  now(): number
}

const thisProcess: StopPorts = {
  on: (name, listener) => void process.on(name, listener),
  off: (name, listener) => void process.off(name, listener),
  exit: (code) => process.exit(code),
  now: () => performance.now(),
}

export interface StopSignal {
  signal: AbortSignal
  /** Milliseconds since the latest signal; infinite before the first. */
  quietMs(): number
  dispose(): void
}

/**
 * Aborts at the first signal, with its name as the reason. Further signals within `patienceMs` change nothing: one Ctrl-C
 * arrives twice, from the terminal and from npm, and an impatient user may press it again. A later one ends the process at
 * once with `code`; its stores end with it (end-with-process.ts of the embedded Postgres, and the engine's closed input).
 */
export function stopSignal(
  { patienceMs, code }: { patienceMs: number; code: number },
  ports = thisProcess,
): StopSignal {
  const controller = new AbortController()
  let firstMs = 0
  let latestMs = -Infinity
  const listeners = names.map((name) => {
    const listener = () => {
      latestMs = ports.now()
      if (!controller.signal.aborted) {
        firstMs = ports.now()
        controller.abort(name)
      } else if (ports.now() - firstMs > patienceMs) ports.exit(code)
    }
    ports.on(name, listener)
    return { name, listener }
  })
  return {
    signal: controller.signal,
    quietMs: () => ports.now() - latestMs,
    dispose: () => {
      for (const { name, listener } of listeners) ports.off(name, listener)
    },
  }
}

/** The time within which the copies of one Ctrl-C arrive: the terminal's and the one npm passes on. */
const echoMs = 1_000

/** An AbortSignal that the first Ctrl-C (or SIGTERM) aborts; another one, a second later, ends the process at once. */
export function interruptSignal(onFirst: () => void): StopSignal {
  const stop = stopSignal({ patienceMs: echoMs, code: 130 })
  stop.signal.addEventListener('abort', onFirst, { once: true })
  return stop
}
