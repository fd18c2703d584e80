import type { z } from 'zod'
import { accounts } from './accounts.ts'
import { comments } from './comments.ts'
import { companies } from './companies.ts'
import type { AnyKind, Counted, LinkTo, Links } from './define-kind.ts'
import { hotels } from './hotels.ts'
import { flights } from './flights.ts'
import { instruments } from './instruments.ts'
import { listings } from './listings.ts'
import { news } from './news.ts'
import { people } from './people.ts'
import { places } from './places.ts'
import { postings } from './postings.ts'
import { posts } from './posts.ts'
import { reactions } from './reactions.ts'
import { replies } from './replies.ts'
import { uploads } from './uploads.ts'

/**
 * All kinds. A new one is its constant and its line here. Kinds are loaded in this order, so a kind comes after those
 * that its records refer to.
 */
const list = [
  companies,
  people,
  postings,
  posts,
  news,
  comments,
  reactions,
  instruments,
  hotels,
  places,
  listings,
  flights,
  accounts,
  uploads,
  replies,
] as const

type Listed = (typeof list)[number]

export type EntityKind = Listed['name']

/** A kind of the list. The kinds it names are in the list as well. */
export interface CorpusKind extends AnyKind {
  name: EntityKind
  on?: EntityKind
  links?: Links<Record<string, unknown>, EntityKind>
  counted?: Counted<Record<string, unknown>, EntityKind>
}

export const allKinds: readonly CorpusKind[] = list

export const kinds = Object.fromEntries(allKinds.map((kind) => [kind.name, kind])) as Readonly<
  Record<EntityKind, CorpusKind>
>

/** In the order of messages: each with the kinds that belong to it. */
export const toldKinds: readonly CorpusKind[] = allKinds
  .filter(({ on }) => on === undefined)
  .flatMap((kind) => [kind, ...allKinds.filter(({ on }) => on === kind.name)])

export const entityKinds: readonly EntityKind[] = allKinds.map(({ name }) => name)

export type Link = LinkTo<EntityKind>

/** A record of a kind, as it is stored and answered. */
export type RecordOf<Name extends EntityKind> = z.output<Extract<Listed, { name: Name }>['record']>

/** A row of a `native` file of a kind. */
export type LineOf<Name extends EntityKind> = z.output<Extract<Listed, { name: Name }>['line']>

/** Kinds whose records appeared on a day and are read newest first. */
export type DatedKind = {
  [Name in EntityKind]: [NonNullable<Extract<Listed, { name: Name }>['dayColumn']>] extends [never]
    ? never
    : Name
}[EntityKind]

export const datedKinds = allKinds
  .filter(({ dayColumn }) => dayColumn !== undefined)
  .map(({ name }) => name) as DatedKind[]

/** Other contents of files: see `otherLines`. */
export type OtherLineName = { [Name in EntityKind]: OtherOf<Extract<Listed, { name: Name }>> }[EntityKind]

type OtherOf<K extends Listed> = keyof NonNullable<K['otherLines']>

export { listingToken, type ListingFlag } from './listings.ts'
export { instrumentToken, symbolToken } from './instruments.ts'
export { nightsLine } from './hotels.ts'
export { changesSince, type IndexChange } from './index-changes.ts'
export type {
  AnyKind,
  Blocking,
  Companion,
  IdentityRules,
  KindRow,
  OtherLine,
  RowValue,
} from './define-kind.ts'
export {
  entrySourcesIn,
  joinedEntrySources,
  leftEntrySources,
  notedEntrySources,
  sharedEntries,
  undoneEntrySources,
  unitedEntrySources,
} from './entry-sources.ts'
export { TermCounts, type RecordTerms, type Terms } from './alike/terms.ts'
export type { Agreement, Beside, JoinVerdict, WeighedVerdict } from './alike/weigh.ts'
export type { LeftOut } from './line-gate.ts'
export type { EntrySources, Provenance, Sealed, Split } from './sealed.ts'
export {
  accountTokens,
  addressTokens,
  mentionToken,
  namesGiven,
  pageTokens,
  withoutMentions,
} from './mentions.ts'
export { emailSubjectTokens, phoneSubjectToken, subjectTokens } from './subject-tokens.ts'
export {
  findOrigin,
  findProvenance,
  memberOf,
  nameEntry,
  valueOf,
  withConfirmations,
  type Confirmation,
  type Sighting,
} from './provenance.ts'
