import type { LeftOut } from './line-gate.ts'

/** Provenance of a member: where it came from, when it was true, how sure the source was. */
export interface Provenance {
  source: string
  /** ISO 8601. */
  observedAt: string
  /** 0..1 */
  confidence: number
}

/** The origin of one contact detail, where it differs from its line's. */
interface DetailOrigin {
  source?: string | null | undefined
  observed_at?: string | null | undefined
  confidence?: number | null | undefined
}

/**
 * Who says each entry of the lists and maps that several sources fill: by source and member, digests of the entries. Digests,
 * because an entry may be long, and may be the name of a person.
 */
export type EntrySources = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** What is stored beside a record and never shown by search. */
export interface Sealed {
  emails: ({
    email: string
    type?: string | null | undefined
    /** The result of a check, in the words of its source. */
    status?: string | null | undefined
    /** When the check was made. ISO 8601. */
    status_at?: string | undefined
  } & DetailOrigin)[]
  phoneNumbers: ({ number: string; type?: string | null | undefined } & DetailOrigin)[]
  externalIds: Record<string, string>
  /** Entities that the record refers to, in the order of `links`; `0` is an unknown one. */
  links?: string[]
  /** Whether the history has the state of the tracked members, because something else changed since it began. */
  stateKept?: true
  /**
   * Identities in lines that were joined on their likeness, where they differ: names, birth and place of each. Later
   * lines are compared with all of them.
   */
  variants?: Record<string, unknown>[]
  /** Digests of values that rows of one import gave and that lost a tie, by member (`../write/ties.ts`). */
  ties?: Record<string, string[]>
  /** Identifier tokens of merged entities that this one's own members do not hold. */
  aliases?: string[]
  /**
   * Digests of identifier tokens that its lines brought and that stay with another entity, because everything else
   * differs. No tokens: the other entity may be a person who is removed later.
   */
  apart?: string[]
  /** Who says the entries of lists and maps, and members of one page or number, once a second source spoke of the entity. */
  entrySources?: EntrySources
  /** Provenance of members. Each member is named in one entry; an entry that names none is for all others. */
  provenance: (Provenance & { members: string[] })[]
}

/** A line of a file, split into the shown and the sealed part. Members left out are unknown. */
export interface Split {
  members: Record<string, unknown>
  emails: Sealed['emails']
  phoneNumbers: Sealed['phoneNumbers']
  externalIds: Record<string, string>
  source?: string
  observedAt?: string
  confidence?: number
  /** Values of the line that identify nobody and are not stored. */
  leftOut?: LeftOut[]
  /** Digests of identifier tokens that were taken from the line because they belong to another entity. */
  apart?: readonly string[]
  /** Tokens that recognise a suppressed person by values that were left out. */
  leftOutTokens?: string[]
  /**
   * Members that follow from the stored record and what the line adds. `isNewer` tells whether a member's stored
   * value is older than the line.
   */
  extend?(stored: Record<string, unknown>, isNewer: (member: string) => boolean): Record<string, unknown>
}

/** Members that every line may have. */
interface OfItself {
  source?: string | null | undefined
  observed_at?: string | null | undefined
  confidence?: number | null | undefined
}

/** A line without contact details and outside ids: its provenance is taken out, the rest is shown. */
export function splitLine(line: OfItself): Split {
  const { source, observed_at, confidence, ...members } = line
  const split: Split = { members, emails: [], phoneNumbers: [], externalIds: {} }
  if (source) split.source = source
  if (observed_at) split.observedAt = observed_at
  if (typeof confidence === 'number') split.confidence = confidence
  return split
}
