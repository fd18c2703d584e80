import { derivationsAt, openOdds, type DomainPatterns } from './domain-patterns.ts'

export interface Candidate {
  email: string
  /** How likely this is the person's address, 0 to 1. */
  probability: number
  /** The likeliest pattern that makes it: `{first}.{last}`. */
  pattern: string
  /** Known colleagues whose addresses are made by that pattern; not whole where a mailbox fits several. */
  colleagues: number
}

/**
 * Why nothing is guessed. `name`: no letters to make an address of. `numbered`: mailboxes are named by number. `roles`:
 * only mailboxes of functions are known. `irregular`: the known addresses do not follow from the names.
 */
export type NoPattern = 'name' | 'numbered' | 'roles' | 'irregular'

export type AddressGuess =
  | { pattern: true; candidates: Candidate[] }
  | { pattern: false; reason: NoPattern; candidates: [] }

const maxCandidates = 10
/** Mailboxes from which on a domain without a pattern is called one. */
const enoughToTell = 3
/** Share of the mailboxes that a pattern must make. */
const minExplained = 0.2

/**
 * Addresses a person may have at a domain, the likeliest first. Addresses that somebody else has are left out: a
 * namesake must have another one.
 */
export function guessAddresses(name: string, patterns: DomainPatterns): AddressGuess {
  const reason = whyNoPattern(patterns)
  if (reason !== undefined) return { pattern: false, reason, candidates: [] }
  const odds = openOdds(patterns)
  const byAddress = new Map<string, { probability: number; best: number; pattern: string }>()
  for (const way of derivationsAt(name, patterns)) {
    if (patterns.chosen.has(way.local)) continue
    const probability = odds.of(way)
    const before = byAddress.get(way.local)
    if (before === undefined)
      byAddress.set(way.local, { probability, best: probability, pattern: way.pattern })
    else {
      before.probability += probability
      if (probability > before.best) Object.assign(before, { best: probability, pattern: way.pattern })
    }
  }
  if (byAddress.size === 0) return { pattern: false, reason: 'name', candidates: [] }
  const candidates = [...byAddress]
    .map(([local, { probability, pattern }]) => ({
      email: `${local}@${patterns.domain}`,
      probability,
      pattern,
      colleagues: patterns.patterns.get(pattern) ?? 0,
    }))
    .sort((a, b) => b.probability - a.probability || (a.email < b.email ? -1 : 1))
  return { pattern: true, candidates: candidates.slice(0, maxCandidates) }
}

function whyNoPattern({ persons, explained, numbered, roles }: DomainPatterns): NoPattern | undefined {
  const total = persons + numbered
  if (total === 0) return roles >= enoughToTell ? 'roles' : undefined
  if (total < enoughToTell || explained >= minExplained * total) return undefined
  return numbered > persons - explained ? 'numbered' : 'irregular'
}
