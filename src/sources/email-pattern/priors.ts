/**
 * How addresses are made where nothing is known of a domain: rounded shares as they are commonly reported for
 * companies, not fitted to any list. `first`, `last`, `f`, `l` and `f2` (the first two letters) in braces.
 */
export const patternPriors: Readonly<Record<string, number>> = {
  '{first}.{last}': 0.4,
  '{f}{last}': 0.17,
  '{first}': 0.1,
  '{first}{last}': 0.055,
  '{last}': 0.045,
  '{first}{l}': 0.04,
  '{f}.{last}': 0.035,
  '{first}_{last}': 0.025,
  '{last}{f}': 0.025,
  '{last}.{first}': 0.02,
  '{first}-{last}': 0.012,
  '{f}{l}': 0.01,
  '{last}{first}': 0.008,
  '{first}.{l}': 0.007,
  '{f}_{last}': 0.006,
  '{last}.{f}': 0.006,
  '{f}-{last}': 0.004,
  '{l}{f}': 0.003,
  '{last}_{f}': 0.003,
  '{last}_{first}': 0.003,
  '{last}-{first}': 0.003,
  '{f2}{last}': 0.003,
  '{last}{f2}': 0.003,
  '{f}{l2}': 0.003,
  '{f3}{l3}': 0.003,
  '{l3}{f3}': 0.002,
  '{f3}{last}': 0.002,
  '{last}-{f}': 0.002,
  '{first}_{l}': 0.002,
  '{l}{first}': 0.002,
  '{l}.{first}': 0.002,
  '{f2}{l2}': 0.002,
  '{f2}{l}': 0.002,
  '{l2}{f2}': 0.001,
  '{f}{l3}': 0.002,
  '{first}-{l}': 0.001,
}

/** Odds of each way to write what a name leaves open, by factor. Each sums to 1. */
export const choicePriors: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  letters: { plain: 0.6, 'spelled-out': 0.4 },
  nickname: { own: 0.93, other: 0.07 },
  quoted: { own: 0.5, quoted: 0.5 },
  called: { first: 0.97, middle: 0.03 },
  'called-by-initial': { first: 0.35, middle: 0.65 },
  compound: { joined: 0.25, hyphen: 0.34, dot: 0.08, first: 0.25, last: 0.01, initials: 0.07 },
  double: { joined: 0.27, hyphen: 0.32, dot: 0.03, first: 0.16, last: 0.2, initials: 0.02 },
  surnames: { last: 0.72, first: 0.11, joined: 0.12, hyphen: 0.03, dot: 0.02 },
  'spanish-surnames': { last: 0.24, first: 0.55, joined: 0.12, hyphen: 0.04, dot: 0.05 },
  particle: { joined: 0.7, hyphen: 0.04, dot: 0.06, underscore: 0.02, initials: 0.03, 'left-out': 0.15 },
  middle: { none: 0.93, initial: 0.06, full: 0.01 },
  cut: {
    none: 0.95,
    total8: 0.02,
    total7: 0.008,
    total6: 0.005,
    last7: 0.005,
    last6: 0.005,
    last5: 0.004,
    last4: 0.003,
  },
}

/** Share of addresses that no pattern makes: chosen freely, numbered, names nobody knows. */
export const unexplainedPrior = 0.15
