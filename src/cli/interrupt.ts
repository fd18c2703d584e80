import { stopSignal, type StopSignal } from './stop-signal.ts'

/** The time within which the copies of one Ctrl-C arrive: the terminal's and the one npm passes on. */
const echoMs = 1_000

/** An AbortSignal that the first Ctrl-C (or SIGTERM) aborts; another one, a second later, ends the process at once. */
export function interruptSignal(onFirst: () => void): StopSignal {
  const stop = stopSignal({ patienceMs: echoMs, code: 130 })
  stop.signal.addEventListener('abort', onFirst, { once: true })
  return stop
}
