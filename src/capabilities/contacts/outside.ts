import type { Outside } from './finder.ts'

export const patiences = ['MINIMUM', 'LOW', 'MEDIUM', 'HIGH', 'MAXIMUM', 'EXTREME'] as const
export type Patience = (typeof patiences)[number]

/** Milliseconds that outside sources may take for one person. */
const patienceMs: Record<Patience, number> = {
  MINIMUM: 2e3,
  LOW: 5e3,
  MEDIUM: 15e3,
  HIGH: 3e4,
  MAXIMUM: 6e4,
  EXTREME: 9e4,
}

/** Longest a reveal at once may take: the longest patience, and the checking of addresses before and after. */
export const revealTimeoutMs = 150_000

/** One source after the other, as long as the caller waits. */
export const inSequence = (patience: Patience = 'MEDIUM'): Outside => ({
  mode: 'sequence',
  withinMs: patienceMs[patience],
})

/** All sources at once. */
export const inRace = (patience: Patience = 'LOW'): Outside => ({
  mode: 'race',
  withinMs: patienceMs[patience],
})

/** Nobody is waited for. */
export const cachedOnly: Outside = { mode: 'cached', withinMs: 2_000 }

/** The same, but for a name at a domain that nobody is known by: that is what is asked of finders of addresses. */
export const cachedButStrangers: Outside = { ...cachedOnly, strangersMs: 5_000 }

/** Every source, as long as the caller waits. */
export const everySource = (patience: Patience = 'MAXIMUM'): Outside => ({
  mode: 'all',
  withinMs: patienceMs[patience],
})

/** Every source, in the background. */
export const exhaustively: Outside = { mode: 'all', withinMs: 10 * 60_000 }

/** One person of a batch: at the sources' own rates hundreds wait for each other. */
export const inBatch: Outside = { mode: 'sequence', withinMs: 5 * 60_000 }
