import {
  withoutMentions,
  type CorpusKind,
  type LeftOut,
  type Link,
  type Provenance,
  type RecordTerms,
  type Split,
} from '../kinds/index.ts'
import type { IngestItem, IngestOptions, Rejection } from './ingest.ts'
import { emptySealed, mergeEntity, type Entity } from './merge.ts'

/** A line by itself, independent of the stores. */
export interface Line {
  item: IngestItem
  split: Split
  /** Identifiers of the people it is of. */
  subjects: string[]
  observation: Provenance
  identifiers: string[]
  /** All identifiers of `record`, as they are stored. */
  recordIdentifiers: readonly string[]
  /** What `record` is looked up by, once that was worked out; only of kinds where nothing else decides it. */
  names?: readonly string[]
  /** The line alone as a record, without a slug of our making. */
  record: Record<string, unknown>
  /** The record that would be stored if its entity were new. */
  fresh: Entity
  /** Whether `record` is also the record of a new entity: nothing in it depends on the entity's id. */
  isFinal: boolean
  /** Identifiers that it came with and that decide nothing. */
  leftOut?: readonly string[]
}

/** Reads a line. Pure. */
export function readLine(kind: CorpusKind, item: IngestItem, options: IngestOptions): Line {
  const split = kind.split(item.record as Record<string, unknown>)
  const observation: Provenance = {
    source: split.source ?? options.source,
    observedAt: observedAt(split, options),
    confidence: split.confidence ?? 1,
  }
  return makeLine(kind, item, split, observation)
}

/** Makes a line from what it says, however that was read. */
export function makeLine(kind: CorpusKind, item: IngestItem, split: Split, observation: Provenance): Line {
  const sealed = {
    ...emptySealed(),
    emails: split.emails,
    phoneNumbers: split.phoneNumbers,
    externalIds: split.externalIds,
  }
  const fresh = mergeEntity(kind, undefined, split, observation)
  // The slug is what the line says itself, so that it can be recognised by it.
  const own = split.members['primary_slug'] ?? split.members['pnet_primary_slug']
  const members = split.extend === undefined ? fresh.members : split.members
  const record = kind.complete({ ...members, primary_slug: own ?? '' }, '0')
  const ownTokens = kind.identifiers(record, sealed)
  const identifiers = ownTokens.filter(isToken)
  const subjectTokens = kind.subjects(record, sealed, ownTokens).filter(isToken)
  const subjects =
    split.leftOutTokens === undefined
      ? subjectTokens
      : [...new Set([...subjectTokens, ...split.leftOutTokens])]
  const isNamed = typeof own === 'string' || kind.isNamedById !== true
  return {
    item,
    split,
    subjects,
    observation,
    identifiers,
    recordIdentifiers: ownTokens,
    record,
    fresh,
    isFinal: isNamed && split.extend === undefined,
  }
}

const isToken = (token: string) => token !== 'slug:'

function observedAt(split: Split, options: IngestOptions): string {
  const own = split.observedAt === undefined ? Number.NaN : Date.parse(split.observedAt)
  if (!Number.isNaN(own)) return new Date(own).toISOString()
  let text = instants.get(options.observedAt)
  if (text === undefined) instants.set(options.observedAt, (text = options.observedAt.toISOString()))
  return text
}

/** The instant that most lines of a file share, in ISO 8601. */
const instants = new WeakMap<Date, string>()

/** `leftOut` are identifiers that the line has and that decide nothing. */
export const unidentified = (line: number, leftOut: readonly string[] = []): Rejection => ({
  line,
  path: '',
  reason:
    leftOut.length === 0
      ? 'no identifier (slug, id, domain, e-mail, phone)'
      : `no identifier but ${leftOut.join(', ')}, which rows of other names carry, too`,
  value: null,
})

/** The outcome of a line by itself: why it would be refused, and which parts are not stored. */
export interface LineCheck {
  rejection: Rejection | undefined
  leftOut: readonly LeftOut[]
  /** Tokens of the people it is about. */
  subjects: readonly string[]
}

export function checkLine(kind: CorpusKind, item: IngestItem, options: IngestOptions): LineCheck {
  const { identifiers, split, subjects } = readLine(kind, item, options)
  const rejection = identifiers.length > 0 ? undefined : unidentified(item.line)
  return { rejection, leftOut: split.leftOut ?? [], subjects }
}

/** What planning needs to know of a line that stands alone. */
export interface LineSummary {
  /** Line of the file. */
  line: number
  identifiers: readonly string[]
  subjects: readonly string[]
  /** Identifiers of other people that the line names. */
  named: readonly string[]
  /** Tokens for finding entities that share no identifier with it. */
  lookupTokens: readonly string[]
  hasPage: boolean
  /** Entities that its record would refer to. */
  refers: readonly Link[]
  /** ISO 8601. */
  observedAt: string
  /**
   * Members that it confirms when it comes again later. Null if it has a date of its own; undefined if only reading
   * it would tell, because it names its source or adds to what is stored.
   */
  said: readonly string[] | null | undefined
}

export function summarizeLine(kind: CorpusKind, line: Line): LineSummary {
  const { blocking, links } = kind
  return {
    line: line.item.line,
    identifiers: line.identifiers,
    subjects: line.subjects,
    named: kind.named(line.fresh.members),
    lookupTokens: blocking === undefined ? [] : blocking.lookupTokens(line.record),
    hasPage: blocking === undefined || blocking.hasPage(line.record, '0'),
    refers: links === undefined ? [] : links.of(freshRecord(kind, line, '0')),
    observedAt: line.observation.observedAt,
    said: saidBy(line),
  }
}

function saidBy({ split }: Line): LineSummary['said'] {
  const { members, source, confidence, extend } = split
  if (extend !== undefined) return undefined
  if (split.observedAt !== undefined && !Number.isNaN(Date.parse(split.observedAt))) return null
  if (source !== undefined || confidence !== undefined) return undefined
  return membersGiven({ members })
}

/** Members that a line says something of. */
export const membersGiven = ({ members }: Pick<Split, 'members'>): string[] =>
  Object.keys(members).filter((name) => members[name] !== null && members[name] !== undefined)

/** The record of the entity that a line would make. */
export function freshRecord(kind: CorpusKind, line: Line, id: string): Record<string, unknown> {
  return line.isFinal ? line.record : kind.complete(line.fresh.members, id)
}

/** Names of the entity that a line would make, of some sorts. */
export function listNames(kind: CorpusKind, line: Line, sorts: ReadonlySet<string>): string[] {
  prepareNames(kind, line)
  const names = line.names ?? kind.lookups(line.record, [], '0')
  return names.filter((token) => sorts.has(readSort(token)))
}

/** Works out what the entity that a line would make is looked up by, where nothing else decides it. */
export function prepareNames(kind: CorpusKind, line: Line): void {
  if (kind.isFoundByRecord === true) line.names ??= kind.lookups(line.record, [], '0')
}

/** What is counted of a line; nothing of one that says none of it. */
export function listTerms({ blocking }: CorpusKind, { record, fresh }: Line): RecordTerms[] {
  const terms = blocking?.terms?.(record, fresh.sealed)
  return terms === undefined ? [] : [terms]
}

/** The sort of a token: `name:acme` -> `name`. */
export const readSort = (token: string): string => token.slice(0, token.indexOf(':'))

/** The line without what it says of some people. */
export function lineWithout(kind: CorpusKind, line: Line, removedTokens: ReadonlySet<string>): Line {
  const { mentions } = kind
  if (mentions === undefined || removedTokens.size === 0) return line
  const clear = (members: Record<string, unknown>) => withoutMentions(mentions, members, removedTokens)
  const { extend } = line.split
  const split: Split = { ...line.split, members: clear(line.split.members) }
  if (extend !== undefined) split.extend = (stored, isNewer) => clear(extend(stored, isNewer))
  const { names: _before, ...rest } = line
  return {
    ...rest,
    split,
    record: clear(line.record),
    fresh: { ...line.fresh, members: clear(line.fresh.members) },
  }
}
