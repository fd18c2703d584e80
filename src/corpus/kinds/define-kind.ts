import type { z } from 'zod'
import type { Identifier } from '../search-index/index.ts'
import type { BesidesNames } from './besides-names.ts'
import type { IndexChange } from './index-changes.ts'
import { mentionsIn, mentionToken, type Mentions } from './mentions.ts'
import type { RecordTerms } from './alike/terms.ts'
import type { Agreement, Beside, Contacts, WeighedVerdict } from './alike/weigh.ts'
import { splitLine, type Sealed, type Split } from './stored.ts'

/** What a column of a row may hold; arrays may be of arrays. */
export type RowValue = string | number | bigint | readonly RowValue[]

/** What a version is searched by. */
export interface KindRow {
  rank: number
  /** In the order of the kind's columns. */
  values: RowValue[]
  /** Rows of the kind's companion, in the order of its columns. */
  companions?: RowValue[][]
}

/**
 * A table beside the search table with any number of rows a version, written, removed and built again with its search row.
 * Its rows are visible where that is.
 */
export interface Companion {
  table: string
  /** Without id and born. */
  columns: readonly string[]
}

/** Another entity a record refers to: the employer of a posting, the author of a post. */
export interface LinkTo<Name extends string = string> {
  kind: Name
  /** Identifiers it can be found by, strongest first. */
  tokens: string[]
}

/** What the entities that records refer to are told of them. */
export interface Counted<R extends object, Linked extends string> {
  /** Kind of those entities. */
  on: Linked
  /** Their member. */
  member: string
  /** Its value, of all records that refer to one of them. */
  count(records: readonly R[]): object
}

/** Which kinds records refer to. */
export interface Links<R extends object, Linked extends string> {
  /** Records are written again when an entity of these is merged or split. */
  to: readonly Linked[]
  /** The entities a record refers to; those of a kind always in the same order. */
  of(record: R): LinkTo<Linked>[]
}

/** What identifiers say of who is who. */
export interface IdentityRules {
  /** Sorts of tokens that two different entities never share. The others find candidates, which are compared. */
  strong: readonly string[]
  /** Sorts of which an entity has one: two different ones are two entities. */
  single?: readonly string[]
  /** What the names of two say that share an identifier others may have, too. Undefined when one has no name. */
  sameName?(
    a: Readonly<Record<string, unknown>>,
    b: Readonly<Record<string, unknown>>,
    contacts?: Beside['contacts'],
  ): Agreement | undefined
  /** What else speaks for or against two whose names differ being one. */
  besidesNames?(a: Readonly<Record<string, unknown>>, b: Readonly<Record<string, unknown>>): BesidesNames
  /** The sort of token that a renamed entity keeps: another name alone does not make another entity of its owner. */
  keptWhenRenamed?: Identifier
}

/** How lines and entities that share no identifier are found to be about the same. */
export interface Blocking<R extends object = Record<string, unknown>> {
  /** Look-up tokens, among those of `lookups`, of entities that a line may be about. */
  lookupTokens(line: R): string[]
  /** Whether the network knows it by a page; two pages are two entities. `id` is `0` for a line. */
  hasPage(record: R, id: string): boolean
  /** The members by which records are compared, where it helps to keep what each line said; see `Sealed.variants`. */
  variant?(record: R): Record<string, unknown> | undefined
  /** What of a record is counted, where it matters how many say the same. */
  terms?(record: R, contacts?: Contacts): RecordTerms | undefined
  /** Undefined when nothing could make them one. */
  judge(line: R, entity: R, beside?: Beside): WeighedVerdict | undefined
}

/**
 * What becomes of records when a person asks not to be in the corpus. `subject`: the person is the record. `author`: the
 * person wrote it; it ends with them. `nobody`: it stays. `tokens` are those by which such a person is recognised;
 * `aliases` those by which they are recognised as well, once one of these records is theirs (the name of their account).
 */
export type SuppressionRule<R extends object = Record<string, unknown>> =
  | { of: 'nobody' }
  | {
      of: 'subject' | 'author'
      /** `identifiers`: those of the record, where whoever asks has them already. */
      tokens(record: R, sealed: Sealed, identifiers?: readonly string[]): string[]
      aliases?(record: R): string[]
    }

/** What a row of a file may be in addition to a record of the kind; it is written as an observation of one. */
export interface OtherLine<N extends object = Record<string, unknown>> {
  words: string
  schema: z.ZodObject
  moments: readonly string[]
  asLine(other: N): object
}

/** All that differs between the kinds of records the corpus holds. */
export interface KindSpec<
  Name extends string,
  On extends string,
  Schema extends z.ZodObject,
  Line extends z.ZodObject,
  Linked extends string,
  Other extends string,
  Day extends string,
> {
  /** What commits, the tables of all kinds and commands call it. Stored with every row: never renamed. */
  name: Name
  /** Its records in a sentence: `job postings`. */
  words: string
  /** The kind whose records these are on; told of together with it. */
  on?: On

  /** A record as it is stored and answered. */
  record: Schema
  /** A row of a `native` file. */
  line: Line
  /** Members of a row that records are ordered or distinguished by in time, besides `observed_at`. */
  moments?: readonly string[]
  /** What else files may hold that becomes part of these records, by its name as an import target. */
  otherLines?: Readonly<Record<Other, OtherLine>>
  /** Default: provenance is sealed, the rest is shown. */
  split?(line: z.output<Line>): Split
  /**
   * Members of the newer of two observations as they are laid over the older, where it says less than it seems to and does not
   * replace what that says.
   */
  laidOver?(
    newer: Readonly<Record<string, unknown>>,
    older: Readonly<Record<string, unknown>>,
  ): Record<string, unknown>
  /** Members that grow by union instead of being replaced (names, slugs, domains). */
  union?: readonly string[]
  /** Members worked out from another when the line does not give them, each with that other. */
  derived?: Readonly<Record<string, string>>
  /** Members that say which page or number an entity has. One made of several keeps its own; the others are aliases. */
  own?: readonly string[]
  /** Members that an entity keeps as they are when another one is merged into it by hand, in addition to its own. */
  chosen?: readonly string[]
  /** Members that say in words who or what it is: they stay where the rest of a record is left out as too old. */
  naming?: readonly string[]
  /** The stored record of merged members. */
  complete(members: z.output<Line>, id: string): z.output<Schema>
  /** `complete` makes something of the id where the record has no slug of its own. */
  isNamedById?: true
  /**
   * Labels of a stored record that hold on some days only, so that no record has them stored: those of a day, after the
   * ones in `tags`. Reading them is most of the work; what it answers holds for the version for good.
   */
  dayLabels?(body: string): (today: number) => readonly string[]
  /** The members history keeps. */
  tracked(record: z.output<Schema>): Record<string, unknown>
  /** Members of a line by which it says one that history keeps, where they are not called the same. */
  trackedFrom?: Readonly<Record<string, readonly string[]>>

  /** Identifier tokens, strongest first. A line without any is rejected. */
  identifiers(record: z.output<Schema>, sealed: Sealed): string[]
  identity: IdentityRules
  blocking?: Blocking<z.output<Schema>>
  links?: Links<z.output<Schema>, Linked>
  /** A member of the entities it refers to that says what there is of these records; worked out soon after each commit. */
  counted?: Counted<z.output<Schema>, Linked>
  /** The sort of token by which records are looked up that refer to entities of this kind. */
  referredBy?: Identifier
  suppression: SuppressionRule<z.output<Schema>>
  /** Where they name people that they are not of, who may be suppressed as well. */
  mentions?: Mentions

  /** Search table, which `<table>_superseded` goes with; records are in tables named by the kind (`../record-store`). */
  table: string
  /** Columns of the search table in order, without rank, id and born. */
  columns: readonly string[]
  /** Sorts of tokens by which entity sets name entities: the search row has them as numbers in the column `keys`. */
  setKeys?: readonly Identifier[]
  /** The one of them that says when it appeared, of kinds that are read newest first (`../media`). */
  dayColumn?: Day
  row(record: z.output<Schema>, links: readonly string[]): KindRow
  /** Words of names among the facets of its row: which there are is stored, so that a filter can leave out the others. */
  nameWords?(record: z.output<Schema>): string[]
  /** More rows of each version in a table of their own, stored by another key than the rank. */
  companion?: Companion
  /** Tokens it can be looked up by besides its identifiers; they do not identify. `links` are the entities found. */
  lookups(record: z.output<Schema>, links: readonly string[], id: string, sealed?: Sealed): string[]
  /**
   * Number of the rules that rows and identifiers are built by. Raise it with every change that would give a stored
   * record other columns or tokens: rows of older rules are then built again while they answer.
   */
  indexVersion: number
  /**
   * What each number changed: questions that read it answer 503 until rows are built again, all others go on. Where a
   * number says nothing, all wait.
   */
  indexChanges?: Readonly<Record<number, IndexChange>>
}

/** A kind as everything else sees it: nothing of its constant is left open. */
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
  derived: Readonly<Record<string, string>>
  trackedFrom: Readonly<Record<string, readonly string[]>>
  own: readonly string[]
  chosen: readonly string[]
  naming: readonly string[]
  supersededTable: string
}

/**
 * A kind whose types are no longer known: what the writer and all that loops over the kinds handle. It takes any record,
 * since its functions are methods; give it only what its own `complete` has made or its tables hold.
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
    derived: spec.derived ?? {},
    trackedFrom: spec.trackedFrom ?? {},
    own: spec.own ?? [],
    chosen: spec.chosen ?? [],
    naming: spec.naming ?? [],
    supersededTable: `${spec.table}_superseded`,
  }
}
