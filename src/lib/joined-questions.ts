import { setImmediate as nextTurn } from 'node:timers/promises'

interface Waiting<Q, A> {
  question: Q
  resolve(answer: A): void
  reject(cause: unknown): void
}

export interface Joining<Q, A> {
  /** Questions of one lane may be asked together. */
  laneOf(question: Q): string
  /** How many of those in line go together, from the first; at least one. */
  take(inLine: readonly Q[]): number
  /** Asks them together; answers are aligned. */
  ask(questions: readonly Q[]): Promise<A[]>
}

/**
 * Asks together what is asked at one time: questions of one turn of the event loop, and those that come while others are
 * asked. Each gets its own answer; who leaves gets none, and ends nobody else's.
 */
export function joinQuestions<Q extends { signal?: AbortSignal | undefined }, A>({
  laneOf,
  take,
  ask,
}: Joining<Q, A>): (question: Q) => Promise<A> {
  const lanes = new Map<string, Waiting<Q, A>[]>()

  async function run(name: string, inLine: Waiting<Q, A>[]): Promise<void> {
    await nextTurn()
    while (inLine.length > 0) {
      const batch = inLine.splice(0, take(inLine.map(({ question }) => question)))
      try {
        const answers = await ask(batch.map(({ question }) => question))
        for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as A)
      } catch (cause) {
        for (const { reject } of batch) reject(cause)
      }
    }
    lanes.delete(name)
  }

  return (question) => {
    if (question.signal?.aborted === true) return Promise.reject(question.signal.reason as Error)
    return new Promise((resolve, reject) => {
      const name = laneOf(question)
      const waiting = { question, ...whileWanted(question.signal, { resolve, reject }) }
      const inLine = lanes.get(name)
      if (inLine !== undefined) {
        inLine.push(waiting)
        return
      }
      const begun = [waiting]
      lanes.set(name, begun)
      void run(name, begun)
    })
  }
}

/** A question whose asker has gone ends at once; what is asked goes on for the others. */
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
