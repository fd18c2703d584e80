import type { z } from 'zod'
import { branchesIn, branchesOf } from './branches.ts'
import { variantsOf } from './variants.ts'

/** A filter asked about alone, and how to read what a question finds. */
export interface Trial<Q> {
  schema: z.ZodType
  /** A dozen questions more, others for each number. */
  draw(number: number): readonly Q[]
  /** What the question gives the filter. */
  valueOf(question: Q): unknown
  /** The same question with another value. */
  withValue(question: Q, value: unknown): Q
  /** Ids of what a reading of all records finds, in order. */
  read(question: Q): readonly string[]
  /** How many records there are. */
  all: number
  /** False where the filter chooses what is answered, not what is found. */
  tells: boolean
}

export interface Chosen<Q> {
  questions: Q[]
  /** Branches of the filter's schema that nothing drawn takes. */
  untried: string[]
  /** Questions among them that find some records and not all. */
  telling: number
}

/** Draws for questions that tell records apart; and, where there are none, for any that takes the branch. */
const enough = 4
const most = 60

/**
 * As few questions as take every branch of a filter, members whose absence would change the answer and bounds that a
 * record stands on: where a filter leaves one unread or a bound out, one of the questions is answered wrongly.
 */
export function questionsAlone<Q>(trial: Trial<Q>): Chosen<Q> {
  const left = branchesOf(trial.schema)
  const blunt = new Map<string, Q>()
  const isFelt = new Map<string, boolean>()
  const chosen = new Set<Q>()
  const hasTold = () => chosen.size > 0 || !trial.tells
  const isDone = (round: number) =>
    round > 1 && left.size === 0 && hasTold() && (round >= enough || ![...isFelt.values()].includes(false))
  for (let round = 0; round < most && !isDone(round); round++) {
    for (const question of trial.draw(round)) consider(question)
    if (round >= enough && hasTold() && [...left].every((branch) => blunt.has(branch))) break
  }
  const telling = chosen.size
  for (const branch of left) {
    const any = blunt.get(branch)
    if (any === undefined) continue
    chosen.add(any)
    left.delete(branch)
  }
  return { questions: [...chosen], untried: [...left], telling }

  function consider(question: Q): void {
    const value = trial.valueOf(question)
    const taken = [...branchesIn(trial.schema, value)].filter((branch) => left.has(branch))
    const changes = variantsOf(trial.schema, value).filter(({ name }) => isFelt.get(name) !== true)
    for (const { name } of changes) isFelt.set(name, false)
    if (taken.length === 0 && changes.length === 0 && chosen.size > 0) return
    const found = trial.read(question)
    if (found.length === 0 || found.length === trial.all) {
      for (const branch of taken) if (!blunt.has(branch)) blunt.set(branch, question)
      return
    }
    const felt = changes.filter(
      (change) => trial.read(trial.withValue(question, change.value)).join() !== found.join(),
    )
    if (taken.length === 0 && felt.length === 0 && chosen.size > 0) return
    chosen.add(question)
    for (const branch of taken) left.delete(branch)
    for (const { name } of felt) isFelt.set(name, true)
  }
}
