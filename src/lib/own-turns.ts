import { setImmediate as nextTurn } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'

/** Work after which the next answer waits for the next turn of the event loop. */
const maxTurnMs = 1

/**
 * Hands answers over one after the other, and others their turn between them. Joint questions answer hundreds of rows
 * at once, and processing all of them in one stretch would keep the process from serving other requests.
 */
export interface OwnTurns {
  /** Resolves with the same answer once whoever got one before has worked with it. */
  pace<T>(answer?: T | Promise<T>): Promise<T>
  /** Resolves once every answer is handed over and its receiver could ask the next question. */
  rest(): Promise<void>
  /** Turns of another group: it rests by itself, and shares the turns of the event loop. */
  openBeside(): OwnTurns
}

export const openTurns = (now: () => number = monotonicMs): OwnTurns => openTurnsIn([], now)

function openTurnsIn(line: (() => void)[], now: () => number): OwnTurns {
  let waiting = 0
  const begin = () => handOver(line, now, now())
  const turn = () =>
    new Promise<void>((resolve) => {
      waiting += 1
      line.push(() => {
        waiting -= 1
        resolve()
      })
      if (line.length === 1) setImmediate(begin)
    })
  return {
    async pace<T>(answer?: T | Promise<T>) {
      const value = await answer
      await turn()
      return value as T
    },
    async rest() {
      do await nextTurn()
      while (waiting > 0)
    },
    openBeside: () => openTurnsIn(line, now),
  }
}

/** Answers leave the line when their receivers are done, so that nobody else begins a second turn of it. */
function handOver(line: (() => void)[], now: () => number, begunAtMs: number): void {
  line[0]?.()
  const proceed = () => {
    line.shift()
    if (line.length === 0) return
    if (now() - begunAtMs < maxTurnMs) handOver(line, now, begunAtMs)
    else setImmediate(() => handOver(line, now, now()))
  }
  // A tick that a microtask asks for comes after all microtasks: after the receiver's work up to its next question.
  queueMicrotask(() => process.nextTick(proceed))
}
