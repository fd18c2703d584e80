import { patternPriors, unexplainedPrior } from './priors.ts'

/**
 * What is believed of a domain before anything is known: one pattern makes `purity` of its addresses, the rest is
 * spread like the general shares; this belief weighs as much as `patternWeight` colleagues. Chosen by held-out
 * likelihood, see the README.
 */
export const purity = 0.88
export const patternWeight = 3.5

const unexplained = 'unexplained'

/** How likely each pattern, or none, is the main one of a domain with some counts. */
export function mainPattern(
  patterns: ReadonlyMap<string, number>,
  total: number,
): ReadonlyMap<string, number> {
  const explained = [...patterns.values()].reduce((sum, count) => sum + count, 0)
  const counts = new Map([...patterns, [unexplained, Math.max(0, total - explained)]])
  const logs = [...new Set([...Object.keys(patternPriors), ...counts.keys()])].map(
    (pattern): [string, number] => {
      const share = pattern === unexplained ? unexplainedPrior : generalShare(pattern)
      const count = counts.get(pattern) ?? 0
      const aside = patternWeight * (1 - purity) * share
      // Dirichlet-multinomial: what the counts say for this pattern being the main one, against its being aside.
      const evidence = logRising(aside + patternWeight * purity, count) - logRising(aside, count)
      return [pattern, Math.log(share) + evidence]
    },
  )
  const most = Math.max(...logs.map(([, log]) => log))
  const weights = logs.map(([pattern, log]): [string, number] => [pattern, Math.exp(log - most)])
  const sum = weights.reduce((all, [, weight]) => all + weight, 0)
  return new Map(weights.map(([pattern, weight]) => [pattern, weight / sum]))
}

/** Logarithm of gamma(start + steps) / gamma(start). */
const logRising = (start: number, steps: number) =>
  steps === 0 ? 0 : logGamma(start + steps) - logGamma(start)

/** Stirling's series, from 8 on exact to 1e-12; smaller arguments are moved there. */
function logGamma(x: number): number {
  let shift = 0
  let moved = x
  for (; moved < 8; moved++) shift += Math.log(moved)
  const square = 1 / (moved * moved)
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / moved
  return (moved - 0.5) * Math.log(moved) - moved + Math.log(2 * Math.PI) / 2 + series - shift
}

const priorTotal = Object.values(patternPriors).reduce((sum, share) => sum + share, 0)
const affixShare = 0.002

/** Part of all addresses that a pattern makes, at domains in general. */
export function generalShare(pattern: string): number {
  const share = patternPriors[pattern]
  return share === undefined ? affixShare : ((1 - unexplainedPrior) * share) / priorTotal
}
