import { capabilities, capabilityIds, type Capability } from './capabilities.ts'
import type { Probe } from './source.ts'

/** The sample of each capability as a probe: a question that is about nobody. */
export const sampleQuestions = Object.fromEntries(
  capabilityIds.map((capability) => [capability, { capability, question: capabilities[capability].sample }]),
) as { [C in Capability]: Extract<Probe, { capability: C }> }
