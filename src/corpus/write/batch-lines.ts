import type { Commit } from '../commits/index.ts'
import type { CorpusKind } from '../kinds/index.ts'
import type { Dictionary } from '../record-store/index.ts'
import { freshRecord, listNames, readLine, summarizeLine, type Line, type LineSummary } from './read-line.ts'
import type { IngestItem, IngestOptions } from './ingest.ts'
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
 * The lines of a batch, wherever they were read: planning needs little of most of them, and their rows are built where
 * they are.
 */
export interface BatchLines {
  /** By place, in the order of the file; undefined for lines that came before and were not read (`passed`). */
  summaries: readonly (LineSummary | undefined)[]
  /** Some lines in full. */
  whole(places: readonly number[]): Promise<Line[]>
  /** Lines that came before, and changed nothing when that was asked. */
  passed?: PassedLines
  /** What entities made of the lines are called and looked up by, of all lines. */
  names(): Promise<readonly (readonly string[])[]>
  /** By place, where lines are to be remembered. */
  digests?: readonly (string | undefined)[]
  /** Rows of entities nobody knew; in one piece or several. */
  build(fresh: readonly FreshLine[], at: BuildAt): Promise<BuiltFresh[]>
}

export interface PassedLines {
  /** The newest commit when it was asked. */
  published: number
  /** By place. */
  lines: ReadonlyMap<number, { digest: string; id: string }>
  /** Reads some of them after all: they are no longer among these, and have a summary. */
  take(places: readonly number[]): Promise<void>
}

/** Rows, and of how many entities. */
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
    names: async () => lines.map((line) => listNames(kind, line)),
    build: async (fresh, at) => {
      const named = fresh.map(({ place, id, links }) => ({ line: lines[place] as Line, id, links }))
      return named.length === 0 ? [] : [buildFresh(kind, named, at)]
    },
  }
}

/** Builds the rows of entities that one line each has made; pure. */
export function buildFresh(
  kind: CorpusKind,
  fresh: readonly { line: Line; id: string; links: string[] | undefined }[],
  { commit, dictionary }: BuildAt,
): BuiltFresh {
  const rows = new CommitRows(kind, commit, dictionary)
  for (const { line, id, links } of fresh) {
    const record = freshRecord(kind, line, id)
    const sealed = links === undefined ? line.fresh.sealed : { ...line.fresh.sealed, links }
    const identifiers = kind.identifiers(record, sealed)
    const { observedAt, source } = line.observation
    const body = JSON.stringify(record)
    rows.version({ id, record, body, sealed, identifiers, observedAt, source })
  }
  return { built: rows.take(), rows: rows.rows }
}
