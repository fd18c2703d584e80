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

/** Maximum duration of a synchronous reveal: the longest patience, and the checks of addresses before and after. */
export const revealTimeoutMs = 150_000

/** One source after another, for as long as the caller waits. */
export const makeSequence = (patience: Patience = 'MEDIUM'): Outside => ({
  mode: 'sequence',
  withinMs: patienceMs[patience],
})

/** All sources at once. */
export const makeRace = (patience: Patience = 'LOW'): Outside => ({
  mode: 'race',
  withinMs: patienceMs[patience],
})

/** No source is waited for. */
export const cachedOnly: Outside = { mode: 'cached', withinMs: 2_000 }

/** The same, except for an unknown name at a domain, which is the question that e-mail finders answer. */
export const cachedButStrangers: Outside = { ...cachedOnly, strangersMs: 5_000 }

/** Every source, for as long as the caller waits. */
export const everySource = (patience: Patience = 'MAXIMUM'): Outside => ({
  mode: 'all',
  withinMs: patienceMs[patience],
})

/** Every source, in the background. */
export const exhaustively: Outside = { mode: 'all', withinMs: 10 * 60_000 }

/** One person of a batch: under the sources' rate limits, hundreds of people queue behind each other. */
export const inBatch: Outside = { mode: 'sequence', withinMs: 5 * 60_000 }
