import type { z } from 'zod'

type Declared = Record<string, { question: z.ZodType; answer: z.ZodObject }>

/** A question of each that is about nobody. */
type Samples<D extends Declared> = { [Id in keyof D]: z.output<D[Id]['question']> }

/** A capability with its sample. */
type WithSample<Schemas extends { question: z.ZodType }> = Schemas & { sample: z.output<Schemas['question']> }

/** Capabilities with the sample of each. */
type WithSamples<D extends Declared> = { [Id in keyof D]: WithSample<D[Id]> }

/**
 * Declares capabilities: one constant of a file of `capability/`, which `capabilities.ts` lists. Answers are checked
 * against their schema, so that garbage never reaches a caller; members that a schema does not know are left out. A sample
 * is a question about nobody, which any account may ask and most vendors charge nothing for; it gives whatever a question
 * may give, since some sources take none without.
 */
export function defineCapabilities<D extends Declared>(declared: D, samples: Samples<D>): WithSamples<D> {
  const withSamples = Object.entries(declared).map(([id, schemas]) => [
    id,
    { ...schemas, sample: samples[id] },
  ])
  return Object.fromEntries(withSamples) as WithSamples<D>
}
