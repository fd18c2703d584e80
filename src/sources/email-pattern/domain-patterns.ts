import { normalizeEmail } from '../../lib/email.ts'
import { derivations, type Derivation } from './derivations.ts'
import { affixed, findAffixes, withAffix, type Mailbox } from './affixes.ts'
import { generalShare, mainPattern, patternWeight, purity } from './main-pattern.ts'
import { mailboxClass } from './mailbox-class.ts'
import { nameForms } from './name-forms.ts'
import { choicePriors } from './priors.ts'

/** A person and an address that is known to be theirs. */
export interface Colleague {
  name: string
  email: string
  /** What they are at the domain (`readRole`). */
  role?: string
}

/** What is known of how a domain makes addresses. */
export interface DomainPatterns {
  domain: string
  /** Mailboxes of persons that were looked at. */
  persons: number
  /** Of these, those that a pattern makes from the person's name. */
  explained: number
  /** Mailboxes named by a district, an office or a staff number. */
  numbered: number
  /** Mailboxes of a function. */
  roles: number
  /** Colleagues by pattern; a mailbox that several patterns make is divided among them. */
  patterns: ReadonlyMap<string, number>
  /** The same for the ways taken where names leave several open. */
  choices: ReadonlyMap<string, number>
  /** Local parts that have an owner. */
  chosen: ReadonlySet<string>
}

/** Colleagues that the general odds of a choice weigh as much as. */
const choiceWeight = 1.5
const rounds = 5
/** Colleagues beyond these change little and cost as much as the first. */
const maxColleagues = 60

/** Ways in which one colleague's mailbox may have been made; at least one. */
type Ways = readonly Derivation[]

/**
 * Learns how a domain makes addresses from some of its people. Addresses at other domains and what cannot be an
 * address are left out; of one person with several addresses each counts.
 */
export function learnPatterns(domain: string, colleagues: readonly Colleague[]): DomainPatterns {
  const chosen = new Set<string>()
  const unexplained: Mailbox[] = []
  const explained: Ways[] = []
  const counts = { persons: 0, numbered: 0, roles: 0 }
  for (const { name, email } of colleagues) {
    const address = normalizeEmail(email)
    if (address === undefined || !address.endsWith(`@${domain}`)) continue
    const local = address.slice(0, address.lastIndexOf('@')).replace(/\+.*$/, '')
    if (chosen.has(local)) continue
    chosen.add(local)
    if (counts.persons + counts.numbered >= maxColleagues) continue
    const made = derivations(nameForms(name))
    const ways = waysTo(local, made)
    const kind = ways.length > 0 ? 'person' : mailboxClass(address)
    if (kind === 'role') counts.roles += 1
    else if (kind === 'numbered') counts.numbered += 1
    else {
      counts.persons += 1
      if (ways.length > 0) explained.push(ways)
      else unexplained.push({ local, made })
    }
  }
  const affixes = findAffixes(unexplained)
  for (const mailbox of unexplained) {
    const ways = affixed(mailbox, affixes)
    if (ways.length > 0) explained.push(ways)
  }
  return {
    domain,
    chosen,
    explained: explained.length,
    ...counts,
    ...estimate(explained, counts),
  }
}

/** Ways in which a local part is made of a name; a number behind it tells namesakes apart. */
function waysTo(local: string, all: Ways): Ways {
  const exact = all.filter((one) => one.local === local)
  if (exact.length > 0) return exact
  const bare = local.replace(/[._-]?\d{1,2}$/, '')
  return bare === local ? [] : all.filter((one) => one.local === bare)
}

/** Divides colleagues among the patterns that make their addresses, by odds that follow from the division itself. */
function estimate(
  explained: readonly Ways[],
  { persons, numbered }: { persons: number; numbered: number },
): Pick<DomainPatterns, 'patterns' | 'choices'> {
  let patterns = new Map<string, number>()
  let choices = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const odds = openOdds({ persons, numbered, patterns, choices })
    const [nextPatterns, nextChoices] = [new Map<string, number>(), new Map<string, number>()]
    for (const ways of explained) {
      const weights = ways.map((way) => odds.of(way))
      const total = weights.reduce((sum, weight) => sum + weight, 0)
      for (const [index, { pattern, choices: chosen }] of ways.entries()) {
        const part = (weights[index] ?? 0) / total
        nextPatterns.set(pattern, (nextPatterns.get(pattern) ?? 0) + part)
        for (const choice of chosen) nextChoices.set(choice, (nextChoices.get(choice) ?? 0) + part)
      }
    }
    patterns = nextPatterns
    choices = nextChoices
  }
  return { patterns, choices }
}

type Counted = Pick<DomainPatterns, 'persons' | 'numbered' | 'patterns' | 'choices'>

/** Probability that an address of the domain is made in some way: what was counted, and what is believed before. */
export function openOdds({ persons, numbered, patterns, choices }: Counted): {
  of(way: Derivation): number
} {
  const factorTotals = new Map<string, number>()
  for (const [choice, count] of choices) {
    const factor = choice.slice(0, choice.indexOf('='))
    factorTotals.set(factor, (factorTotals.get(factor) ?? 0) + count)
  }
  const counts = new Map<string, number>()
  const total = persons + numbered
  const main = mainPattern(patterns, total)
  const patternOdds = (pattern: string) => {
    const prior = purity * (main.get(pattern) ?? 0) + (1 - purity) * generalShare(pattern)
    return ((patterns.get(pattern) ?? 0) + patternWeight * prior) / (total + patternWeight)
  }
  const choiceOdds = (choice: string): number => {
    let odds = counts.get(choice)
    if (odds === undefined) {
      const [factor = '', value = ''] = choice.split('=')
      const prior = choicePriors[factor]?.[value] ?? 0
      odds =
        ((choices.get(choice) ?? 0) + choiceWeight * prior) / ((factorTotals.get(factor) ?? 0) + choiceWeight)
      counts.set(choice, odds)
    }
    return odds
  }
  return {
    of: ({ pattern, choices: chosen, share }) =>
      chosen.reduce((product, choice) => product * choiceOdds(choice), patternOdds(pattern) * share),
  }
}

/** Everything the domain's patterns, affixes included, make of a name. */
export function derivationsAt(name: string, { patterns }: DomainPatterns): Derivation[] {
  const plain = derivations(nameForms(name))
  return [...plain, ...withAffix(plain, patterns.keys())]
}
