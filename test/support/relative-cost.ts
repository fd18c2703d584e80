import { createHash } from 'node:crypto'

/** Processor time of this process that a function takes, ms. */
function processorMsOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const text = Array.from({ length: 4_000 }, (_, index) =>
  createHash('md5').update(String(index)).digest('base64'),
).join(' ')

/** Splits, compares and counts words: about 10 ms of a machine that has nothing else to do. */
function referenceWork(): void {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9]+/g))
    for (let end = 1; end <= word.length && end <= 6; end++)
      counts.set(word.slice(0, end), (counts.get(word.slice(0, end)) ?? 0) + 1)
  ;[...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

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
