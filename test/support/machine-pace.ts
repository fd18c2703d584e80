import { createHash } from 'node:crypto'

/** Processor time of this process that a function takes, ms. */
export function processorMsOf(run: () => void): number {
  const before = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

const text = Array.from({ length: 4_000 }, (_, index) =>
  createHash('md5').update(String(index)).digest('base64'),
).join(' ')

/** Splits, compares and counts words: about 10 ms of a machine that has nothing else to do. */
export function referenceWork(): void {
  const counts = new Map<string, number>()
  for (const [word] of text.toLowerCase().matchAll(/[a-z0-9]+/g))
    for (let end = 1; end <= word.length && end <= 6; end++)
      counts.set(word.slice(0, end), (counts.get(word.slice(0, end)) ?? 0) + 1)
  ;[...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
}

/** Of the reference work on a quiet machine, once it is compiled. */
export const quietMs = 12
const rounds = 8
/** How much slower others may make a machine between the work of a test and the moment its pace is measured. */
const changeable = 2

/**
 * What may take `ms` on a quiet machine may take so many here and now, by the clock or of the processor. Machines that
 * others use, too, are at times five times slower than an hour before, by both measures: a bound in plain milliseconds then
 * fails for nothing that the change did. What matters as a figure is measured by `npm run bench`.
 */
export function allowedMs(ms: number, measure: 'clock' | 'processor' = 'clock'): number {
  referenceWork()
  const sinceMs = performance.now()
  const usedMs = processorMsOf(() => {
    for (let round = 0; round < rounds; round++) referenceWork()
  })
  const tookMs = measure === 'processor' ? usedMs : performance.now() - sinceMs
  return ms * changeable * Math.max(1, tookMs / rounds / quietMs)
}
