import { figure, markdownTable } from './results-file.ts'

interface Tally {
  asked: number
  right: number
  wrong: number
}

/** Counts answers by the way the question was written, and their times. */
export function openTally() {
  const kinds = new Map<string, Tally>()
  const times: number[] = []
  return {
    async timed<T>(work: () => Promise<T>): Promise<T> {
      const started = performance.now()
      const done = await work()
      times.push(performance.now() - started)
      return done
    },
    count(kind: string, asked: { isKnown: boolean; answered: string | undefined; truth: string }): void {
      const tally = kinds.get(kind) ?? { asked: 0, right: 0, wrong: 0 }
      kinds.set(kind, tally)
      if (asked.isKnown) tally.asked++
      if (asked.answered === undefined) return
      if (asked.isKnown && asked.answered === asked.truth) tally.right++
      else tally.wrong++
    },
    body(): string {
      const sum = { asked: 0, right: 0, wrong: 0 }
      for (const tally of kinds.values()) {
        sum.asked += tally.asked
        sum.right += tally.right
        sum.wrong += tally.wrong
      }
      const row = (kind: string, { asked, right, wrong }: Tally) => [
        kind,
        asked.toLocaleString('en'),
        (right / Math.max(1, right + wrong)).toFixed(4),
        (right / Math.max(1, asked)).toFixed(4),
        wrong.toLocaleString('en'),
      ]
      const sorted = times.toSorted((a, b) => a - b)
      const percentile = (share: number) => figure(sorted[Math.floor(sorted.length * share)] ?? Number.NaN)
      return `${markdownTable(
        ['written', 'in the corpus', 'precision', 'recall', 'wrong'],
        [...[...kinds].map(([kind, tally]) => row(kind, tally)), row('**all**', sum)],
      )}\n\nA question takes ${percentile(0.5)} ms at the median, ${percentile(0.95)} at the 95th percentile (${sorted.length.toLocaleString('en')} questions).`
    },
  }
}
