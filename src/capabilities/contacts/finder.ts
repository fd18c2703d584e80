import { hostAlone } from '../../corpus/names/index.ts'
import type { Attempt } from '../../sources/index.ts'
import type { FoundEmail, FoundPhone, ContactKind } from './kinds.ts'
import type { Tier } from './tiers.ts'

/** The person whose contact details are wanted. */
export type ContactQuestion =
  /** Tokens any of which names the person (`personTokens`). */
  | { by: 'identifier'; tokens: readonly string[]; employerDomains?: readonly string[] | undefined }
  /** A full name at the company of a domain. */
  | { by: 'name-domain'; name: string; domain: string }

/** Facts of the corpus about a person, by which sources recognise them. */
export interface PersonOutline {
  /** Slug on the network, generated here where the network's is unknown; null for people outside the corpus. */
  slug: string | null
  firstName: string | null
  lastName: string | null
  /** ISO 3166-1 alpha-3 code of the country where the person lives. */
  country: string | null
  /** The current employer, or the one whose addresses are wanted. */
  employer: { name: string | null; domains: readonly string[]; slug: string | null } | null
  /** Known domains of all current employers. */
  currentDomains: readonly string[]
}

/** Contact details of one person. Kinds that were not requested may be missing. */
export interface FoundContacts {
  /** Entity id, decimal. */
  personId: string
  pnetUrl: string
  name: string | null
  outline: PersonOutline
  emails: FoundEmail[]
  phoneNumbers: FoundPhone[]
  /** Work addresses at non-current employers: shown separately and free. */
  unmatchedWorkEmails: string[]
}

/** Limits for outside sources. */
export interface Outside {
  /**
   * `cached`: only earlier answers. `sequence`: one source after another, for the kinds that are still missing.
   * `race`: all at once, until nothing is missing. `all`: every source, even for kinds that are known.
   */
  mode: 'cached' | 'sequence' | 'race' | 'all'
  /** Milliseconds for each person, excluding the checking of addresses. */
  withinMs: number
  /** Time for sources, one after another, to find an unknown name at a domain; unset: they are not called. */
  strangersMs?: number
}

export interface FindOptions {
  tier: Tier['id']
  wanted: readonly ContactKind[]
  /** Whether addresses are checked before they are returned. */
  validateEmails: boolean
  outside: Outside
  signal: AbortSignal
}

/** The outcome of one question. */
export interface Finding {
  /** Undefined for unknown people. */
  contacts: FoundContacts | undefined
  /** The attempts, the corpus first, each with its outcome. */
  attempts: readonly Attempt[]
}

/**
 * Finds contact details in the corpus, or in a waterfall of sources that begins with it. Suppressed people are never
 * returned. Answers are aligned with the questions.
 */
export interface ContactFinder {
  find(questions: readonly ContactQuestion[], options: FindOptions): Promise<Finding[]>
}

/** The question for one identifier. `employer`: domain of the company whose addresses are wanted. */
export function buildContactQuestion(tokens: readonly string[], employer?: string): ContactQuestion {
  const domain = employer === undefined ? undefined : hostAlone(employer)
  return { by: 'identifier', tokens, ...(domain === undefined ? {} : { employerDomains: [domain] }) }
}
