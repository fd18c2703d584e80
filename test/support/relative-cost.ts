import { processorMsOf, referenceWork } from './machine-pace.ts'

/**
 * What a function takes of the processor, as a multiple of fixed work on text that is done beside it: the least of some
 * rounds. Milliseconds say nothing: a shared machine takes twice as many for the same in the next minute.
 */
export function relativeCost(run: () => void, rounds = 5): number {
  referenceWork()
  const costs = Array.from({ length: rounds }, () => {
    const before = processorMsOf(referenceWork)
    const cost = processorMsOf(run)
    return cost / Math.max(before, processorMsOf(referenceWork))
  })
  return Math.min(...costs)
}
