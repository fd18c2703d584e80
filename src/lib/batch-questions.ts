import { setImmediate as nextTurn } from 'node:timers/promises'

interface Waiting<Q, A> {
  question: Q
  resolve(answer: A): void
  reject(cause: unknown): void
}

export interface Joining<Q, A> {
  /** Questions of one lane may be asked together. */
  nameLane(question: Q): string
  /** How many of the waiting questions go together, from the first; at least one. */
  take(inLine: readonly Q[]): number
  /** Asks them together. Answers are aligned. */
  ask(questions: readonly Q[]): Promise<A[]>
  /** How many groups of a lane are asked side by side. Default 1. */
  atOnce?: number
  /** What is awaited before a group is taken, so that it fills. Default: the next turn of the event loop. */
  rest?: (() => Promise<void>) | undefined
}

interface Lane<Q, A> {
  inLine: Waiting<Q, A>[]
  running: number
}

/**
 * Joins questions that are asked at one time: those of one turn of the event loop, and those that come while others
 * are asked. Each gets its own answer. A caller that leaves gets none, and ends nobody else's.
 */
export function batchQuestions<Q extends { signal?: AbortSignal | undefined }, A>({
  nameLane,
  take,
  ask,
  atOnce = 1,
  rest = nextTurn,
}: Joining<Q, A>): (question: Q) => Promise<A> {
  const lanes = new Map<string, Lane<Q, A>>()

  async function run(name: string, lane: Lane<Q, A>): Promise<void> {
    const { inLine } = lane
    lane.running += 1
    for (;;) {
      await rest()
      if (inLine.length === 0) break
      const batch = inLine.splice(0, take(inLine.map(({ question }) => question)))
      try {
        const answers = await ask(batch.map(({ question }) => question))
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as A)
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    lane.running -= 1
    if (lane.running === 0) lanes.delete(name)
  }

  return (question) => {
    if (question.signal?.aborted === true) return Promise.reject(question.signal.reason as Error)
    return new Promise((resolve, reject) => {
      const name = nameLane(question)
      let lane = lanes.get(name)
      if (lane === undefined) lanes.set(name, (lane = { inLine: [], running: 0 }))
      lane.inLine.push({ question, ...whileWanted(question.signal, { resolve, reject }) })
      if (lane.running < atOnce) void run(name, lane)
    })
  }
}

/** A question whose caller has left ends at once; the shared query continues for the others. */
function whileWanted<A>(
  signal: AbortSignal | undefined,
  { resolve, reject }: Pick<Waiting<unknown, A>, 'resolve' | 'reject'>,
): Pick<Waiting<unknown, A>, 'resolve' | 'reject'> {
  if (signal === undefined) return { resolve, reject }
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  const stay = () => signal.removeEventListener('abort', leave)
  return {
    resolve: (answer) => (stay(), resolve(answer)),
    reject: (cause) => (stay(), reject(cause)),
  }
}
