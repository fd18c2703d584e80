import type { Attempt, AttemptOutcome } from './attempt.ts'

/** How a source fared since the start of the process. */
export interface SourceTally {
  attempts: Partial<Record<AttemptOutcome, number>>
  /** Credits of the operator's own account at the source. */
  spent: number
  /** Of its latest calls; null before the first. */
  p95Ms: number | null
}

/** Calls whose durations are remembered. */
const remembered = 200

/** Counts what came of the calls of each source, in bounded memory. */
export function tallySources<Source extends object>(): {
  count(source: Source, attempt: Attempt): void
  read(source: Source): SourceTally
} {
  const tallies = new Map<Source, { attempts: SourceTally['attempts']; spent: number; ms: number[] }>()
  return {
    count(source, { outcome, cost, ms }) {
      const tally = tallies.get(source) ?? { attempts: {}, spent: 0, ms: [] }
      tallies.set(source, tally)
      tally.attempts[outcome] = (tally.attempts[outcome] ?? 0) + 1
      tally.spent += cost
      // What was not called says nothing of how fast the source is.
      if (outcome === 'cached' || ms === 0) return
      tally.ms.push(ms)
      if (tally.ms.length > remembered) tally.ms.shift()
    },
    read(source) {
      const { attempts = {}, spent = 0, ms = [] } = tallies.get(source) ?? {}
      const sorted = ms.toSorted((a, b) => a - b)
      return { attempts, spent, p95Ms: sorted[Math.ceil(sorted.length * 0.95) - 1] ?? null }
    },
  }
}
