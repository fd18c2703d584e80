import type { Commit } from '../commits/index.ts'
import type { CorpusKind, RecordTerms } from '../kinds/index.ts'
import type { Dictionary, KnownLine, KnownLines } from '../record-store/index.ts'
import {
  freshRecord,
  listNames,
  listTerms,
  readLine,
  summarizeLine,
  type Line,
  type LineSummary,
} from './read-line.ts'
import type { IngestItem, IngestOptions } from './ingest.ts'
import { packRecord } from './line-packing.ts'
import { CommitRows, type BuiltRows } from './rows.ts'

/** A line, and the version of its entity that holds what the line says. */
export interface LineEntity {
  /** Index of the line in its batch. */
  place: number
  id: string
  born: number
  /** ISO 8601. */
  observedAt: string
}

/** A line that makes an entity of its own. */
export interface FreshLine extends LineEntity {
  /** Entities that its record refers to. */
  links: string[] | undefined
}

/**
 * The lines of a batch, whichever thread read them. Planning needs little of most of them, and their rows are built
 * where they were read.
 */
export interface BatchLines {
  /** By index, in the order of the file; undefined for lines that came before and were not read (`passed`). */
  summaries: readonly (LineSummary | undefined)[]
  /** Reads some lines in full. */
  whole(places: readonly number[]): Promise<Line[]>
  /** The native records of some lines, packed (`unpackRecord`) where they were read. */
  packed(places: readonly number[]): Promise<readonly Uint8Array[]>
  /** Lines that came before and, when they were looked up, changed nothing. */
  passed?: PassedLines
  /** The names of some sorts of the entities that the lines would make, for all lines. */
  names(sorts: ReadonlySet<string>): Promise<readonly (readonly string[])[]>
  /** What is counted of some lines (`Blocking.terms`); nothing of those that say none of it. */
  terms(places: readonly number[]): Promise<RecordTerms[]>
  /** By index, where lines are to be remembered. */
  digests?: readonly (string | undefined)[]
  /**
   * Begins to build rows of new entities in other threads; `build` takes those of which nothing has changed. Absent where
   * this thread would build them.
   */
  buildAhead?(fresh: readonly FreshLine[], at: BuildAt): void
  /** Builds the rows of new entities, in one piece or several. */
  build(fresh: readonly FreshLine[], at: BuildAt): Promise<BuiltFresh[]>
}

/** A line that came before. */
export interface PassedLine extends KnownLine {
  digest: string
}

export interface PassedLines {
  /** The newest commit at the time of the look-up. */
  readonly published: number
  /** By index. */
  lines: ReadonlyMap<number, PassedLine>
  /** Reads some of them after all. They are passed no longer, and have a summary. */
  take(places: readonly number[]): Promise<void>
  /** They were looked up again, and are about the same entities. */
  renew(answer: KnownLines): void
}

/** Rows, and how many entities they are of. */
export interface BuiltFresh {
  built: BuiltRows
  rows: number
}

export interface BuildAt {
  commit: Commit
  dictionary: Dictionary
}

/** Lines that are read and built in this thread. */
export function linesHere(
  kind: CorpusKind,
  items: readonly IngestItem[],
  options: IngestOptions,
): BatchLines {
  const lines = items.map((item) => readLine(kind, item, options))
  return {
    summaries: lines.map((line) => summarizeLine(kind, line)),
    whole: async (places) => places.map((place) => lines[place] as Line),
    packed: async (places) => places.map((place) => packRecord((items[place] as IngestItem).record)),
    names: async (sorts) => lines.map((line) => listNames(kind, line, sorts)),
    terms: async (places) => places.flatMap((place) => listTerms(kind, lines[place] as Line)),
    build: async (fresh, at) => {
      const named = fresh.map(({ place, id, links }) => ({ line: lines[place] as Line, id, links }))
      return named.length === 0 ? [] : [buildFresh(kind, named, at)]
    },
  }
}

/** Builds the rows of entities that one line each has made. Pure. */
export function buildFresh(
  kind: CorpusKind,
  fresh: readonly { line: Line; id: string; links: string[] | undefined }[],
  { commit, dictionary }: BuildAt,
): BuiltFresh {
  const rows = new CommitRows(kind, commit, dictionary)
  for (const { line, id, links } of fresh) {
    const record = freshRecord(kind, line, id)
    const sealed = links === undefined ? line.fresh.sealed : { ...line.fresh.sealed, links }
    // Of a record that nothing was added to they were worked out when the line was read.
    const identifiers = line.isFinal ? line.recordIdentifiers : kind.identifiers(record, sealed)
    const { observedAt, source } = line.observation
    const body = JSON.stringify(record)
    const lookups = line.isFinal ? line.names : undefined
    rows.version({ id, record, body, sealed, identifiers, lookups, observedAt, source })
  }
  return { built: rows.take(), rows: rows.rows }
}
