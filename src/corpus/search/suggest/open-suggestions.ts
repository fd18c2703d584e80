import { monotonicMs } from '../../../lib/clock.ts'
import { normalText } from '../../../lib/text-normal.ts'
import type { ClickHouse } from '../../../store/clickhouse/index.ts'
import type { Snapshot, Snapshots } from '../../commits/index.ts'
import { kinds, type EntityKind } from '../../kinds/index.ts'
import type { FoundRecord, Lookups } from '../../lookup/index.ts'
import type { CompanyRecord } from '../../records/index.ts'
import { companyNameKey } from '../../names/index.ts'
import { nameToken } from '../../search-index/index.ts'
import type { ConditionCompiler } from '../compiler.ts'
import { visibleAt } from '../visibility.ts'
import { gatherCompanies, gatherers, maxTerms, type SuggestionType, type Term } from './gather-terms.ts'
import { openTermList, type TermList } from './term-list.ts'

/** A term that a text may become. */
export interface Suggestion extends Pick<Term, 'label' | 'key'> {
  /**
   * Records that have it; null for a company that is not among those counted. Where the corpus is being written to it
   * may be some seconds old.
   */
  count: number | null
  /** The record of a company. */
  company?: CompanyRecord
}

/**
 * Completes what somebody types from what the corpus holds. The terms of each sort are gathered at their first use and
 * held in memory; after a commit they are gathered again in the background, and until that is done whatever is
 * suggested is looked up in the newest snapshot first. So nothing is suggested that no record has any more, and what
 * is new is suggested some seconds later.
 */
export interface Suggestions {
  suggest(type: SuggestionType, text: string, limit: number): Promise<Suggestion[]>
  /** Gathers again what was gathered before, whatever that costs. */
  refresh(): Promise<void>
}

interface Reading {
  engine: ClickHouse
  snapshots: Snapshots
  compiler: ConditionCompiler
  lookups: Pick<Lookups, 'lookup' | 'lookupIds'>
}

interface Gathered {
  terms: readonly Term[]
  list: TermList
  /** Commits that it was read at: of its own kind, and of people for companies. */
  numbers: readonly number[]
}

interface Shelf {
  gathered?: Gathered
  underWay?: Promise<void> | undefined
  /** When it may be gathered again, by the monotonic clock. */
  nextAtMs: number
}

/** Gathering takes at most this share of one processor while the corpus is written to. */
const restPerWork = 30
const minRestMs = 1_000
/** Candidates read for each suggestion, since some of them may be gone. */
const spareFactor = 2

export function openSuggestions(reading: Reading): Suggestions {
  const shelves = new Map<SuggestionType, Shelf>()

  /** Reads the terms of a sort again, unless that is under way or was done a moment ago. */
  function gatherAgain(type: SuggestionType, shelf: Shelf): Promise<void> {
    if (shelf.underWay !== undefined) return shelf.underWay
    const begunAtMs = monotonicMs()
    const ended = gather(reading, type)
      .then((gathered) => void (shelf.gathered = gathered))
      .finally(() => {
        shelf.underWay = undefined
        const now = monotonicMs()
        shelf.nextAtMs = now + Math.max(minRestMs, (now - begunAtMs) * restPerWork)
      })
    return (shelf.underWay = ended)
  }

  return {
    async suggest(type, text, limit) {
      const shelf = shelves.get(type) ?? { nextAtMs: 0 }
      shelves.set(type, shelf)
      if (shelf.gathered === undefined) await gatherAgain(type, shelf)
      const { gathered } = shelf
      if (gathered === undefined) return []
      const newest = await newestOf(reading, type)
      const isCurrent = newest.every(({ number }, place) => number === gathered.numbers[place])
      if (!isCurrent && monotonicMs() >= shelf.nextAtMs) void gatherAgain(type, shelf).catch(() => undefined)
      const [own] = newest as [Snapshot]
      if (type === 'company')
        return suggestCompanies(reading, gathered, { text, limit, snapshot: own, isCurrent })
      const wanted = isCurrent ? limit : limit * spareFactor
      const matches = gathered.list
        .find(normalText(text), wanted)
        .map(({ index }) => gathered.terms[index] as Term)
      const present = isCurrent ? matches : await stillThere(reading, type, matches, own)
      return present.slice(0, limit).map(({ label, count, key }) => ({ label, count, key }))
    },
    async refresh() {
      for (const [type, shelf] of shelves) {
        await shelf.underWay
        await gatherAgain(type, shelf)
      }
    },
  }
}

/** Kinds whose rows the terms of a sort are of; the first one has the terms. */
const kindsOf = (type: SuggestionType): readonly EntityKind[] =>
  type === 'company' ? ['companies', 'people'] : [gatherers[type].kind]

const newestOf = ({ snapshots }: Reading, type: SuggestionType): Promise<Snapshot[]> =>
  Promise.all(kindsOf(type).map((kind) => snapshots.newest(kind)))

async function gather(reading: Reading, type: SuggestionType): Promise<Gathered> {
  const newest = await newestOf(reading, type)
  const [snapshot, people] = newest as [Snapshot, Snapshot]
  const from = { ...reading, snapshot }
  const terms = await (type === 'company' ? gatherCompanies(from, people) : gatherers[type].gather(from))
  const list = await openTermList(terms.map(({ texts }) => texts))
  return { terms, list, numbers: newest.map(({ number }) => number) }
}

/** The terms that a row of the snapshot has. The engine stops at the first row of each. */
async function stillThere(
  { engine, compiler }: Reading,
  type: Exclude<SuggestionType, 'company'>,
  terms: readonly Term[],
  snapshot: Snapshot,
): Promise<Term[]> {
  const { kind, rowsWith } = gatherers[type]
  if (rowsWith === undefined || terms.length === 0) return [...terms]
  const { sqls, params } = await compiler.compileAll(
    terms.map((term) => visibleAt(kind, rowsWith(term), snapshot)),
  )
  const rows = await engine.query<{ place: number }>({
    tag: `suggested-${kind}`,
    sql: sqls
      .map(
        (sql, place) =>
          `SELECT toUInt32(${place}) AS place FROM (SELECT 1 FROM ${kinds[kind].table} WHERE ${sql} LIMIT 1)`,
      )
      .join(' UNION ALL '),
    params,
  })
  const present = new Set(rows.map(({ place }) => place))
  return terms.filter((_, place) => present.has(place))
}

/**
 * Companies as their records are in the snapshot. Those of exactly this name are looked up where the list may lack
 * them: it holds those alone that employ the most people, as of its snapshot.
 */
async function suggestCompanies(
  { lookups }: Reading,
  { terms, list }: Gathered,
  {
    text,
    limit,
    snapshot,
    isCurrent,
  }: { text: string; limit: number; snapshot: Snapshot; isCurrent: boolean },
): Promise<Suggestion[]> {
  const matches = list.find(companyNameKey(text), isCurrent ? limit : limit * spareFactor)
  const candidates = matches.map(({ index }) => terms[index] as Term)
  const ids = candidates.map(({ key }) => key)
  const records = await lookups.lookupIds('companies', { ids, snapshot, isAsStored: true })
  const byId = new Map(records.map((record) => [record.id, record]))
  const suggestions = candidates.flatMap(({ key, count }) => {
    const record = byId.get(key)
    return record === undefined ? [] : [toSuggestion(record, count)]
  })
  if (suggestions.length >= limit || (isCurrent && terms.length < maxTerms))
    return suggestions.slice(0, limit)
  const tokens = [nameToken('name', text)]
  const namesakes = await lookups.lookup('companies', { tokens, perToken: limit, snapshot, isAsStored: true })
  const others = namesakes.filter(({ id }) => suggestions.every(({ key }) => key !== id))
  return [...suggestions, ...others.map((record) => toSuggestion(record, null))].slice(0, limit)
}

function toSuggestion({ id, body }: FoundRecord, count: number | null): Suggestion {
  const company = JSON.parse(body) as CompanyRecord
  return { label: company.preferred_name ?? company.names?.[0] ?? '', count, key: id, company }
}
