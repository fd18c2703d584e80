import {
  guessedKinds,
  guessMapping,
  knowsNoMember,
  parseMapping,
  readRecords,
  rowReader,
  subjectsOf,
  type ImportKind,
  type Mapping,
  type RowOutcome,
  type SourceRow,
} from '../../corpus/import/index.ts'
import type { ImportChoice } from './import-rows.ts'

/** What is known of a file before anything is written. */
export interface FileGuess {
  columns: { column: string; meaning: string | null; example: string }[]
  /** A mapping file; null where the kind has none, or nothing could be guessed. */
  mapping: string | null
  /** Its rows are records of Almanac, as far as the first ones show. */
  isNative: boolean
  isIdentified: boolean
  isNamed: boolean
  /** Members that hold objects or lists, which no guess reads. */
  nested: string[]
}

type ReadChoice = Pick<ImportChoice, 'fileFormat' | 'member'>

const readOptions = ({ fileFormat, member }: ReadChoice) => ({
  format: fileFormat ?? undefined,
  member: member ?? undefined,
})

/** Characters of a cell that is shown. */
const maxExampleChars = 200

/** Says what the columns of a file are, as `almanac import --guess` does. Throws UnreadableFile. */
export async function guessFile(
  path: string,
  { kind, source, ...choice }: { kind: ImportKind; source: string } & ReadChoice,
): Promise<FileGuess> {
  const options = readOptions(choice)
  const foreign = await knowsNoMember(kind, path, options)
  const guessed = guessedKinds.find((each) => each === kind)
  if (guessed === undefined)
    return {
      columns: [],
      mapping: null,
      isNative: foreign === undefined,
      isIdentified: true,
      isNamed: true,
      nested: [],
    }
  const guess = await guessMapping(path, { kind: guessed, source, ...options })
  const hasMeaning = guess.columns.some(({ meaning }) => meaning !== undefined)
  return {
    columns: guess.columns.map(({ column, meaning, example }) => ({
      column: column.slice(0, maxExampleChars),
      meaning: meaning ?? null,
      example: example.slice(0, maxExampleChars),
    })),
    mapping: hasMeaning ? guess.yaml : null,
    isNative: foreign === undefined,
    isIdentified: guess.isIdentified,
    isNamed: guess.isNamed,
    nested: guess.nested,
  }
}

/** A row beside the record it becomes. */
export interface PreviewedRow {
  line: number
  /** Null for a row that cannot be read, or that is too long to be shown. */
  row: object | null
  record: object | null
  problem: { path: string; reason: string } | null
  /** The mapping leaves it out, or somebody it is about was suppressed. */
  isLeftOut: boolean
}

/** With the tokens of the people it is about: the thread does not know who was suppressed. */
export type ReadPreview = PreviewedRow & { subjects: readonly string[] }

/** Characters of the JSON of a row that is shown. */
const maxRowChars = 20_000

const showable = (value: unknown): object | null =>
  typeof value === 'object' && value !== null && JSON.stringify(value).length <= maxRowChars ? value : null

/** What is shown of a file. */
export interface PreviewOrder {
  kind: ImportKind
  choice: ImportChoice
  /** Rows. */
  most: number
  /** ISO date the file is true for. */
  asOf: string
  /** Folder for what a mapping joins on disk. */
  scratch: string
}

/** The first rows as they will be. Throws UnreadableFile and InvalidMapping. */
export async function previewFile(
  path: string,
  { kind, choice, most, asOf, scratch }: PreviewOrder,
): Promise<ReadPreview[]> {
  const mapping: Mapping | undefined = choice.mapping === null ? undefined : parseMapping(choice.mapping)
  const read = rowReader({ kind, mapping, asOf })
  const rows: ReadPreview[] = []
  const options = { ...readOptions(choice), select: mapping?.select, scratch }
  for await (const row of readRecords(path, options)) {
    const outcome = read(row)
    const subjects = 'record' in outcome ? subjectsOf(kind, outcome.record, new Date(asOf)) : []
    rows.push({ ...previewRow(row, outcome), subjects })
    if (rows.length >= most) break
  }
  return rows
}

function previewRow(row: SourceRow, outcome: RowOutcome): PreviewedRow {
  return {
    line: row.line,
    row: 'value' in row ? showable(row.value) : null,
    record: 'record' in outcome ? showable(outcome.record) : null,
    problem: 'rejected' in outcome ? { path: outcome.rejected.path, reason: outcome.rejected.reason } : null,
    isLeftOut: 'leftOut' in outcome,
  }
}
