import type { LeftOut } from './line-gate.ts'

/** Provenance of a member: where it came from, when it was true, how sure the source was. */
export interface Provenance {
  source: string
  /** ISO 8601. */
  observedAt: string
  /** 0..1 */
  confidence: number
}

/** Where one contact detail comes from, when it is not where its line does. */
interface DetailOrigin {
  source?: string | null | undefined
  observed_at?: string | null | undefined
  confidence?: number | null | undefined
}

/** What is stored beside a record and never shown by search. */
export interface Sealed {
  emails: ({
    email: string
    type?: string | null | undefined
    /** What a check of it came to, as its source says. */
    status?: string | null | undefined
    /** When that was said. ISO 8601. */
    status_at?: string | undefined
  } & DetailOrigin)[]
  phoneNumbers: ({ number: string; type?: string | null | undefined } & DetailOrigin)[]
  externalIds: Record<string, string>
  /** Entities the record refers to, as `links` lists them; `0` is one that is not known. */
  links?: string[]
  /** The history has the state its tracked members are in: something else changed since it began. */
  stateKept?: true
  /**
   * Who the lines say it is that were joined on their likeness, where they say it in several ways: names, birth and place of
   * each. What comes later is compared with all of them.
   */
  variants?: Record<string, unknown>[]
  /** Digests of values that rows of one import gave and lost with, by member (`../write/ties.ts`). */
  ties?: Record<string, string[]>
  /** Identifier tokens of entities merged into this one that its own members do not hold. */
  aliases?: string[]
  /** Identifier tokens that its lines brought and that stay another entity's, of whom everything else differs. */
  apart?: string[]
  /** Provenance of members, each named in one entry; an entry that names none is that of all the others. */
  provenance: (Provenance & { members: string[] })[]
}

/** A line of a file, split into what is shown and what is sealed. Members left out are unknown. */
export interface Split {
  members: Record<string, unknown>
  emails: Sealed['emails']
  phoneNumbers: Sealed['phoneNumbers']
  externalIds: Record<string, string>
  source?: string
  observedAt?: string
  confidence?: number
  /** What the line says that identifies nobody, and that is not stored. */
  leftOut?: LeftOut[]
  /** Identifier tokens that were taken from the line, for they are another entity's. */
  apart?: readonly string[]
  /** Tokens by which a suppressed person is told from what was left out. */
  leftOutTokens?: string[]
  /**
   * Members that follow from what is known and what the line adds to it. `isNewer` tells whether a member's known
   * value is older than the line.
   */
  extend?(stored: Record<string, unknown>, isNewer: (member: string) => boolean): Record<string, unknown>
}

/** What every line may say of itself. */
interface OfItself {
  source?: string | null | undefined
  observed_at?: string | null | undefined
  confidence?: number | null | undefined
}

/** A line without contact details and outside ids: provenance apart, the rest is shown. */
export function splitLine(line: OfItself): Split {
  const { source, observed_at, confidence, ...members } = line
  const split: Split = { members, emails: [], phoneNumbers: [], externalIds: {} }
  if (source) split.source = source
  if (observed_at) split.observedAt = observed_at
  if (typeof confidence === 'number') split.confidence = confidence
  return split
}
