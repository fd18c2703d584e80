import type { Attempt } from '../../sources/index.ts'
import type { FoundEmail, FoundPhone, ContactKind } from './kinds.ts'
import type { Tier } from './tiers.ts'

/** Whose contact details are wanted. */
export type ContactQuestion =
  /** Tokens any of which names the person (`personTokens`). */
  | { by: 'identifier'; tokens: readonly string[]; employerDomains?: readonly string[] | undefined }
  /** A full name at the company of a domain. */
  | { by: 'name-domain'; name: string; domain: string }

/** What the corpus tells of a person, for sources to recognise them by. */
export interface PersonOutline {
  /** Slug on the network, of our making where the network's is not known; null for who is not in the corpus. */
  slug: string | null
  firstName: string | null
  lastName: string | null
  /** ISO 3166-1 alpha-3 code of where the person lives. */
  country: string | null
  /** The current employer, or the one whose addresses are wanted. */
  employer: { name: string | null; domains: readonly string[]; slug: string | null } | null
  /** Domains of all current employers that are known. */
  currentDomains: readonly string[]
}

/** What is known of one person. Kinds that were not wanted may be left out. */
export interface FoundContacts {
  /** Entity id, decimal. */
  personId: string
  pnetUrl: string
  name: string | null
  outline: PersonOutline
  emails: FoundEmail[]
  phoneNumbers: FoundPhone[]
  /** Work addresses at employers that are not current: shown apart and not paid for. */
  unmatchedWorkEmails: string[]
}

/** How far outside sources may go. */
export interface Outside {
  /**
   * `cached`: only what they answered before. `sequence`: one after the other for the kinds that are still missing.
   * `race`: all at once, until nothing is missing. `all`: every one, whatever is known.
   */
  mode: 'cached' | 'sequence' | 'race' | 'all'
  /** Milliseconds for each person, besides the checking of addresses. */
  withinMs: number
  /** As long sources are asked, one after the other, for a name at a domain that nobody is known by; unset: not at all. */
  strangersMs?: number
}

export interface FindOptions {
  tier: Tier['id']
  wanted: readonly ContactKind[]
  /** Whether addresses should be checked before they are answered. */
  validateEmails: boolean
  outside: Outside
  signal: AbortSignal
}

/** What became of one question. */
export interface Finding {
  /** Undefined for people nobody knows. */
  contacts: FoundContacts | undefined
  /** What was asked, the corpus first, and how each fared. */
  attempts: readonly Attempt[]
}

/**
 * Where contact details come from: the corpus, or a waterfall of sources that begins with it. Suppressed people are
 * never answered. Answers are aligned with the questions.
 */
export interface ContactFinder {
  find(questions: readonly ContactQuestion[], options: FindOptions): Promise<Finding[]>
}
