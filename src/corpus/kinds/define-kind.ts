import type { z } from 'zod'
import type { Identifier } from '../search-index/index.ts'
import type { BesidesNames } from './clues-besides-names.ts'
import type { IndexChange } from './index-changes.ts'
import { mentionsIn, mentionToken, type Mentions } from './mentions.ts'
import type { RecordTerms } from './alike/terms.ts'
import type { Agreement, Beside, Contacts, WeighedVerdict } from './alike/weigh.ts'
import { splitLine, type Sealed, type Split } from './sealed.ts'

/** The value of a column. Arrays may hold arrays. */
export type RowValue = string | number | bigint | readonly RowValue[]

/** The search row of a version. */
export interface KindRow {
  rank: number
  /** In the order of the kind's columns. */
  values: RowValue[]
  /** Rows of the kind's companion, in the order of its columns. */
  companions?: RowValue[][]
}

/**
 * A table beside the search table with any number of rows a version. They are written, removed and built again with
 * the search row, and visible where it is.
 */
export interface Companion {
  table: string
  /** Without id and born. */
  columns: readonly string[]
}

/** Another entity that a record refers to: the employer of a posting, the author of a post. */
export interface LinkTo<Name extends string = string> {
  kind: Name
  /** Identifiers that find it, strongest first. */
  tokens: string[]
  /** What the record calls it: tells apart those who share an identifier. */
  name?: string | undefined
}

/** What the entities that records refer to learn of the records. */
export interface Counted<R extends object, Linked extends string> {
  /** Kind of those entities. */
  on: Linked
  /** Their member. */
  member: string
  /** Its value for all records that refer to one entity. */
  count(records: readonly R[]): object
}

/** The kinds that records refer to. */
export interface Links<R extends object, Linked extends string> {
  /** Records are written again when an entity of these kinds is merged or split. */
  to: readonly Linked[]
  /** The entities that a record refers to; those of one kind always in the same order. */
  of(record: R): LinkTo<Linked>[]
}

/** What identifiers say about identity. */
export interface IdentityRules {
  /** Sorts of tokens that two different entities never share. Other tokens propose candidates, which are compared. */
  strong: readonly string[]
  /** Sorts of which an entity has one, so two different ones are two entities. */
  single?: readonly string[]
  /** Compares the names of two that share an identifier others may have, too. Undefined when one has no name. */
  sameName?(
    a: Readonly<Record<string, unknown>>,
    b: Readonly<Record<string, unknown>>,
    contacts?: Beside['contacts'],
  ): Agreement | undefined
  /** What else speaks for or against two with different names being one. */
  besidesNames?(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): BesidesNames
  /** The sort of token that a renamed entity keeps. Another name does not make its owner another entity. */
  keptWhenRenamed?: Identifier
  /**
   * What a later file means by a strong identifier of an entity with which it shares nothing else. `withheld`: a mistake, so
   * the identifier stays where it was. `doubtful`: a renamed entity, so it is joined, and logged for an operator to look at.
   */
  ofStranger?: 'withheld' | 'doubtful'
}

/** How lines and entities without a shared identifier are recognised as one. */
export interface Blocking<R extends object = Record<string, unknown>> {
  /** Look-up tokens, among those of `lookups`, of entities that a line may be about. */
  lookupTokens(line: R): string[]
  /** Whether the network has a page of it. Two pages are two entities. `id` is `0` for a line. */
  hasPage(record: R, id: string): boolean
  /** The members that records are compared by, where it helps to store what each line said; see `Sealed.variants`. */
  variant?(record: R): Record<string, unknown> | undefined
  /** What is counted of a record, where it matters how many say the same. */
  terms?(record: R, contacts?: Contacts): RecordTerms | undefined
  /** Undefined when nothing could make them one. */
  judge(line: R, entity: R, beside?: Beside): WeighedVerdict | undefined
}

/**
 * What happens to records when a person asks not to be in the corpus. `subject`: the person is the record. `author`:
 * the person wrote it, and it ends with them. `nobody`: it stays. `tokens` recognise such a person; `aliases` are
 * further ones, once a record is the person's (the name of their account).
 */
export type SuppressionRule<R extends object = Record<string, unknown>> =
  | { of: 'nobody' }
  | {
      of: 'subject' | 'author'
      /** `identifiers` are those of the record, where the caller has them already. */
      tokens(record: R, sealed: Sealed, identifiers?: readonly string[]): string[]
      aliases?(record: R): string[]
    }

/** What else a row of a file may be; it is written as an observation of a record. */
export interface OtherLine<N extends object = Record<string, unknown>> {
  words: string
  schema: z.ZodObject
  moments: readonly string[]
  asLine(other: N): object
}

/** Everything in which the kinds of records differ. */
export interface KindSpec<
  Name extends string,
  On extends string,
  Schema extends z.ZodObject,
  Line extends z.ZodObject,
  Linked extends string,
  Other extends string,
  Day extends string,
> {
  /** The name that commits, tables and commands use. It is stored with every row, so it is never renamed. */
  name: Name
  /** Its records in a sentence: `job postings`. */
  words: string
  /** The kind whose records these belong to; messages name the two together. */
  on?: On

  /** A record as it is stored and answered. */
  record: Schema
  /** A row of a `native` file. */
  line: Line
  /** Members of a row, besides `observed_at`, by which records are ordered or distinguished in time. */
  moments?: readonly string[]
  /** Other contents of files that become part of these records, by their names as import targets. */
  otherLines?: Readonly<Record<Other, OtherLine>>
  /** Default: provenance is sealed, the rest is shown. */
  split?(line: z.output<Line>): Split
  /**
   * Members of the newer observation as they are laid over the older, where it says less than it seems to and does
   * not replace what that says.
   */
  laidOver?(
    newer: Readonly<Record<string, unknown>>,
    older: Readonly<Record<string, unknown>>,
  ): Record<string, unknown>
  /** Members that grow by union instead of being replaced (names, slugs, domains). */
  union?: readonly string[]
  /**
   * Members that are maps with entries of several sources: united by key. Each entry has an origin of its own, and goes when
   * its source no longer says it.
   */
  maps?: readonly string[]
  /**
   * Lists that a later line replaces, and of whose entries it is noted who says them, as it is of `union`: one source may
   * repeat or complete what another said.
   */
  listed?: readonly string[]
  /** Members that are worked out from another one when the line does not give them, each with that other one. */
  derived?: Readonly<Record<string, string>>
  /** Members with an entity's page or number. An entity made of several keeps its own; the others are aliases. */
  own?: readonly string[]
  /** Further members that an entity keeps when another one is merged into it by hand. */
  chosen?: readonly string[]
  /** Members that say in words who or what it is. They stay where the rest of a record is left out as too old. */
  naming?: readonly string[]
  /** Completes merged members to the stored record. */
  complete(members: z.output<Line>, id: string): z.output<Schema>
  /** Whether `complete` makes a slug of the id where the record has none. */
  isNamedById?: true
  /**
   * Labels of a stored record that hold on some days only and are therefore not stored. Answers the labels of a day,
   * after those in `tags`. Reading the record is most of the work, and the answer holds for the version for good.
   */
  dayLabels?(body: string): (today: number) => readonly string[]
  /** The members that the history tracks. */
  tracked(record: z.output<Schema>): Record<string, unknown>
  /** Members of a line that say a tracked one, where their names differ. */
  trackedFrom?: Readonly<Record<string, readonly string[]>>

  /** Identifier tokens, strongest first. A line without any is rejected. */
  identifiers(record: z.output<Schema>, sealed: Sealed): string[]
  identity: IdentityRules
  blocking?: Blocking<z.output<Schema>>
  links?: Links<z.output<Schema>, Linked>
  /** A member of the entities it refers to that counts these records. It is worked out soon after each commit. */
  counted?: Counted<z.output<Schema>, Linked>
  /** The sort of token that finds records which refer to entities of this kind. */
  referredBy?: Identifier
  suppression: SuppressionRule<z.output<Schema>>
  /** Where records name people that they are not of, who may be suppressed as well. */
  mentions?: Mentions

  /**
   * Search table, beside which `<table>_superseded` exists. Tables of records are named by the kind
   * (`../record-store`).
   */
  table: string
  /** Columns of the search table in order, without rank, id and born. */
  columns: readonly string[]
  /** Sorts of tokens that entity sets name entities by. The search row has them as numbers in the column `keys`. */
  setKeys?: readonly Identifier[]
  /** The column with the day it appeared, for kinds that are read newest first (`../media`). */
  dayColumn?: Day
  row(record: z.output<Schema>, links: readonly string[]): KindRow
  /**
   * Words of names among the facets of its row. The words that occur are stored, so that a filter can drop others.
   */
  nameWords?(record: z.output<Schema>): string[]
  /** Further rows of each version in a table of their own, with another sort key than the rank. */
  companion?: Companion
  /** Tokens besides its identifiers that find it and do not identify it. `links` are the entities it refers to. */
  lookups(record: z.output<Schema>, links: readonly string[], id: string, sealed?: Sealed): string[]
  /** Whether `lookups` reads nothing but the record. */
  isFoundByRecord?: true
  /**
   * Number of the rules that rows and identifiers are built by. Raise it with every change that would give a stored
   * record other columns or tokens: older rows are then built again while they answer.
   */
  indexVersion: number
  /**
   * What each number changed. Questions that read it answer 503 until rows are built again, and all others go on.
   * Where a number names nothing, all wait.
   */
  indexChanges?: Readonly<Record<number, IndexChange>>
}

/** A kind as everything else sees it, with every default filled in. */
export interface Kind<
  Name extends string,
  On extends string,
  Schema extends z.ZodObject,
  Line extends z.ZodObject,
  Linked extends string,
  Other extends string,
  Day extends string,
> extends KindSpec<Name, On, Schema, Line, Linked, Other, Day> {
  moments: readonly string[]
  /** Tokens of the people a record is of, who may be suppressed; none where it belongs to nobody. */
  subjects(record: z.output<Schema>, sealed: Sealed, identifiers?: readonly string[]): string[]
  /** Tokens of the people that members name as well. */
  named(members: Readonly<Record<string, unknown>>): string[]
  split(line: z.output<Line>): Split
  union: readonly string[]
  maps: readonly string[]
  listed: readonly string[]
  derived: Readonly<Record<string, string>>
  trackedFrom: Readonly<Record<string, readonly string[]>>
  own: readonly string[]
  chosen: readonly string[]
  naming: readonly string[]
  supersededTable: string
}

/**
 * A kind without its types, for the writer and everything that loops over kinds. Its functions are methods and take
 * any record, so give it only what its own `complete` has made or its tables hold.
 */
export type AnyKind = Kind<string, string, z.ZodObject, z.ZodObject, string, string, string>

export function defineKind<
  const Name extends string,
  Schema extends z.ZodObject,
  Line extends z.ZodObject,
  const On extends string = never,
  const Linked extends string = never,
  const Other extends string = never,
  const Day extends string = never,
>(
  spec: KindSpec<Name, On, Schema, Line, Linked, Other, Day>,
): Kind<Name, On, Schema, Line, Linked, Other, Day> {
  const { suppression, mentions } = spec
  const named = (members: Readonly<Record<string, unknown>>) =>
    mentions === undefined ? [] : mentionsIn(mentions, members)
  return {
    ...spec,
    moments: spec.moments ?? [],
    split: spec.split ?? splitLine,
    subjects: (record, sealed, identifiers) =>
      suppression.of === 'nobody' ? [] : suppression.tokens(record, sealed, identifiers),
    named,
    lookups: (record, links, id, sealed) => [
      ...spec.lookups(record, links, id, sealed),
      ...named(record).map(mentionToken),
    ],
    union: spec.union ?? [],
    maps: spec.maps ?? [],
    listed: spec.listed ?? [],
    derived: spec.derived ?? {},
    trackedFrom: spec.trackedFrom ?? {},
    own: spec.own ?? [],
    chosen: spec.chosen ?? [],
    naming: spec.naming ?? [],
    supersededTable: `${spec.table}_superseded`,
  }
}
