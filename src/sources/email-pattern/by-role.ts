import { normalText } from '../../lib/text-normal.ts'
import { learnPatterns, type Colleague, type DomainPatterns } from './domain-patterns.ts'

/** Colleagues of a role that show a way of its own. */
const enoughOfRole = 3
/** Part of them that it makes, at least, and of all others, at most. */
const minGuessedShare = 0.8
const hardlyMade = 0.2

/** The role a title names, whatever its number, seat or place: `Senator, 12th District` is a `senator`. */
export function readRole(title: string | null | undefined): string {
  const [first = ''] = (title ?? '').split(/[,(/|]|\s[-–—]\s|\s(?:at|of|for|from)\s/i)
  return normalText(first)
    .replace(/\b\d+(?:st|nd|rd|th)?\b/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Roles that are looked at, those of most colleagues. */
const maxRoles = 4

/** How a domain makes addresses, by what somebody is there. */
export interface PatternsByRole {
  /** Whether it makes a difference what somebody is. */
  isByRole: boolean
  /** Of a role; of all where it is '', not known, or makes no difference. */
  of(role: string): DomainPatterns
}

/**
 * Learns how a domain makes addresses. Those of some roles are made in another way than all others: `rep.` before the names of
 * representatives, `stud.` before those of students. They are learned from their own colleagues alone, all others' without them.
 */
export function learnByRole(domain: string, colleagues: readonly Colleague[]): PatternsByRole {
  const here = colleagues.filter(({ email }) => email.endsWith(`@${domain}`))
  const all = learnPatterns(domain, here)
  const own = new Map<string, DomainPatterns>()
  for (const role of listRoles(here, all)) {
    const ofRole = here.filter((each) => each.role === role)
    const way = wayOfRole(learnPatterns(domain, ofRole), all)
    if (way !== undefined) own.set(role, way)
  }
  if (own.size === 0) return { isByRole: false, of: () => all }
  const rest = here.filter(({ role = '' }) => !own.has(role))
  const others = { ...learnPatterns(domain, rest), taken: all.chosen }
  return { isByRole: true, of: (role) => (role === '' ? all : (own.get(role) ?? others)) }
}

/** Roles that may have a way of their own; none where one way makes nearly all addresses, as at most domains. */
function listRoles(colleagues: readonly Colleague[], all: DomainPatterns): string[] {
  const most = Math.max(0, ...all.patterns.values())
  if (all.persons - most < enoughOfRole - 0.5) return []
  const counts = new Map<string, number>()
  for (const { role = '' } of colleagues) if (role !== '') counts.set(role, (counts.get(role) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count >= enoughOfRole && colleagues.length - count >= enoughOfRole)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, maxRoles)
    .map(([role]) => role)
}

/** What is learned of a role; undefined where the others' addresses are made so, too, or its own are not made alike. */
function wayOfRole(own: DomainPatterns, all: DomainPatterns): DomainPatterns | undefined {
  const [best] = [...own.patterns].toSorted(([, a], [, b]) => b - a)
  if (best === undefined || best[1] < minGuessedShare * own.persons) return undefined
  const [pattern, made] = best
  const amongOthers = ((all.patterns.get(pattern) ?? 0) - made) / Math.max(1, all.persons - own.persons)
  return amongOthers <= hardlyMade ? { ...own, chosen: all.chosen } : undefined
}
