import type { z } from 'zod'

/**
 * What outside sources can be asked: for each capability the question and the answer. Nothing stands here: each file of
 * `capability/` adds to it what it declares (`interface Capabilities extends …`), so that a capability is one file.
 */
// oxlint-disable-next-line typescript/no-empty-object-type
export interface Capabilities {}

type Declared = Record<string, { question: z.ZodType; answer: z.ZodObject }>

/** A question of each that is about nobody. */
type Samples<D extends Declared> = { [Id in keyof D]: z.output<D[Id]['question']> }

const made = new WeakMap<object, Readonly<Record<string, unknown>>>()

/**
 * Declares capabilities: one constant of a file of `capability/`, discovered by that file. Answers are checked against
 * their schema, so that garbage never reaches a caller; members that a schema does not know are left out. A sample is a
 * question about nobody, which any account may ask and most vendors charge nothing for; whatever a question may tell is
 * told, since some sources take none without.
 */
export function defineCapabilities<D extends Declared>(declared: D, samples: Samples<D>): D {
  made.set(declared, samples)
  return declared
}

/** The samples of a constant that `defineCapabilities` made; undefined for anything else. */
export const samplesOf = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null ? made.get(value) : undefined
