import type { FoundEmail, FoundPhone, ContactKind } from './kinds.ts'
import type { Tier } from './tiers.ts'

/** Whose contact details are wanted. */
export type ContactQuestion =
  /** Tokens any of which names the person (`personTokens`). */
  | { by: 'identifier'; tokens: readonly string[]; employerDomains?: readonly string[] | undefined }
  /** A full name at the company of a domain. */
  | { by: 'name-domain'; name: string; domain: string }

/** What is known of one person. Kinds that were not wanted may be left out. */
export interface FoundContacts {
  /** Entity id, decimal. */
  personId: string
  pnetUrl: string
  name: string | null
  emails: FoundEmail[]
  phoneNumbers: FoundPhone[]
  /** Work addresses at employers that are not current: shown apart and not paid for. */
  unmatchedWorkEmails: string[]
}

export interface FindOptions {
  tier: Tier['id']
  wanted: readonly ContactKind[]
  /** Whether addresses should be checked before they are answered. */
  validateEmails: boolean
  signal: AbortSignal
}

/**
 * Where contact details come from: the corpus, or a waterfall of sources that begins with it. Suppressed people are
 * never answered. Answers are aligned with the questions; undefined for people nobody knows.
 */
export interface ContactFinder {
  find(questions: readonly ContactQuestion[], options: FindOptions): Promise<(FoundContacts | undefined)[]>
}
