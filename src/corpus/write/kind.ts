import type { EntityKind } from '../commits/index.ts'
import type { JoinVerdict } from './same-entity.ts'
import type { TsvValue } from './tsv.ts'

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
  emails: ({ email: string; type?: string | null | undefined } & DetailOrigin)[]
  phoneNumbers: ({ number: string; type?: string | null | undefined } & DetailOrigin)[]
  externalIds: Record<string, string>
  /** Entities the record refers to, as `links` lists them; `0` is one that is not known. */
  links?: string[]
  /** Identifier tokens of entities merged into this one that its own members do not hold. */
  aliases?: string[]
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
  /**
   * Members that follow from what is known and what the line adds to it. `isNewer` tells whether a member's known
   * value is older than the line.
   */
  extend?(known: Record<string, unknown>, isNewer: (member: string) => boolean): Record<string, unknown>
}

/** Another entity a record refers to: the employer of a posting, the author of a post. */
export interface Link {
  kind: EntityKind
  /** Identifiers it can be found by, strongest first. */
  tokens: string[]
}

/** How lines and entities that share no identifier are found to be about the same. */
export interface Blocking<R extends object = Record<string, unknown>> {
  /** Look-up tokens, among those of `names`, of entities that a line may be about. */
  asked(line: R): string[]
  /** Whether the network knows it by a page; two pages are two entities. `id` is `0` for a line. */
  hasPage(record: R, id: string): boolean
  /** Undefined when they are two, or in doubt. */
  judge(line: R, entity: R): JoinVerdict | undefined
}

/** All that differs between the kinds of entities when they are written. */
export interface WriteKind<R extends object = Record<string, unknown>> {
  kind: EntityKind
  /** Search table and its columns in order, without rank, id and born. */
  table: string
  columns: readonly string[]
  bodyTable: string
  split(line: object): Split
  /** Members that grow by union instead of being replaced (names, slugs, domains). */
  union: readonly string[]
  /** Members worked out from another when the line does not give them, each with that other. */
  derived: Readonly<Record<string, string>>
  /** The stored record of merged members. */
  complete(members: Record<string, unknown>, id: string): R
  /** Identifier tokens, strongest first. */
  identifiers(record: R, sealed: Sealed): string[]
  /** Tokens of the people a record is of, who may be suppressed; none where it is of nobody. */
  subjects?(record: R, sealed: Sealed): string[]
  /** Entities it refers to; those of a kind always in the same order. */
  links?(record: R): Link[]
  /** Tokens it can be looked up by besides; they do not identify. `links` are the entities found. */
  names(record: R, links: readonly string[], id: string, sealed?: Sealed): string[]
  blocking?: Blocking<R>
  row(record: R, links: readonly string[]): { rank: number; values: TsvValue[] }
  /** The members history keeps. */
  tracked(record: R): Record<string, unknown>
}
