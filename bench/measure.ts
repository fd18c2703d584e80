/** One way to answer a question. */
export interface Contender {
  name: string
  run(): Promise<unknown>
}

/** Milliseconds. `p99` of fewer than 100 runs is the slowest of them. */
export interface Timing {
  runs: number
  median: number
  p99: number
}

export interface RaceRules {
  /** Timed runs of each contender. */
  runs: number
  /** Runs before, not timed. */
  warmUp: number
  /** A contender that has used this many milliseconds stops early, but not before `fewest` runs. */
  budgetMs: number
  fewest: number
}

/**
 * Times contenders in turns, each round beginning with another one, so that whatever else the machine does meets all of
 * them alike.
 */
export async function race(contenders: readonly Contender[], rules: RaceRules): Promise<Map<string, Timing>> {
  const spent = contenders.map((contender) => ({ contender, samples: [] as number[], total: 0 }))
  for (let round = 0; round < rules.warmUp; round++) {
    for (const each of spent) {
      // One slow warm-up run has warmed what there is to warm.
      if (each.total > rules.budgetMs / 4) continue
      each.total += await timed(each.contender)
    }
  }
  for (const each of spent) each.total = 0
  for (let round = 0; round < rules.runs; round++) {
    for (let turn = 0; turn < spent.length; turn++) {
      const each = spent[(round + turn) % spent.length]!
      if (each.total > rules.budgetMs && each.samples.length >= rules.fewest) continue
      const ms = await timed(each.contender)
      each.samples.push(ms)
      each.total += ms
    }
  }
  return new Map(spent.map(({ contender, samples }) => [contender.name, summarize(samples)]))
}

async function timed(contender: Contender): Promise<number> {
  const start = performance.now()
  await contender.run()
  return performance.now() - start
}

/** Nearest-rank quantiles. */
export function summarize(samples: readonly number[]): Timing {
  const sorted = [...samples].sort((a, b) => a - b)
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length, Math.max(1, Math.ceil(share * sorted.length))) - 1] ?? Number.NaN
  return { runs: sorted.length, median: percentile(0.5), p99: percentile(0.99) }
}

/** Work done by `lanes` callers side by side for some seconds: how many a second, and how long each took. */
export async function throughput(
  { lanes, seconds }: { lanes: number; seconds: number },
  work: (lane: number) => Promise<unknown>,
): Promise<{ perSecond: number; samples: number[] }> {
  const start = performance.now()
  const end = start + seconds * 1000
  const samples: number[] = []
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      while (performance.now() < end) {
        const begun = performance.now()
        await work(lane)
        samples.push(performance.now() - begun)
      }
    }),
  )
  return { perSecond: (samples.length * 1000) / (performance.now() - start), samples }
}
