import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { archiveInputs } from './archive/member-inputs.ts'
import { memberPattern } from './archive/member.ts'
import { openContent } from './archive/open-archive.ts'
import { gatheredInputs, gatheredRows, lastRow, parsedRows } from './gather.ts'
import { joinedRows } from './join/joined-rows.ts'
import { openDocument } from './open-document.ts'
import type { ReadOptions } from './read-options.ts'
import { UnreadableFile, type RowChunks, type RowInput, type SourceRow } from './row.ts'
import { isRejectsFile, type JoinedTable, type RowSelector } from './select-rows.ts'

/**
 * Every row of a file in bounded memory; `-` reads the standard input. Rows that cannot be read come as errors
 * with their line. Throws UnreadableFile, after all good rows, where the file ends early or is damaged.
 */
export async function* readRecords(file: string, options: ReadOptions = {}): AsyncGenerator<SourceRow> {
  for await (const rows of readRowChunks(file, options)) yield* rows
}

/** Like `readRecords`, but in the chunks that the file comes in. */
export async function* readRowChunks(file: string, options: ReadOptions): RowChunks {
  yield* parsedChunks(readInputs(file, options))
}

/** The same rows; JSON lines are not parsed yet. */
export async function* readInputs(file: string, options: ReadOptions = {}): AsyncGenerator<RowInput> {
  let last: Pick<SourceRow, 'line' | 'place'> | undefined
  try {
    for await (const input of openInputs(file, options)) {
      last = lastRow(input) ?? last
      yield input
    }
  } catch (error) {
    throw after(last, error)
  }
}

async function* openInputs(file: string, options: ReadOptions): AsyncGenerator<RowInput> {
  const content = await openContent(file, options)
  if ('archive' in content) {
    yield* archiveInputs(content.archive, options)
    return
  }
  const { source } = content
  const tables = isRejectsFile(source.head) ? undefined : tablesOf(file, options)
  const refusal = tables && whyNotJoined(file, tables)
  if (refusal !== undefined) {
    await source.close()
    throw new UnreadableFile(refusal)
  }
  const onDisk = file === '-' ? undefined : file
  const inputs = gatheredInputs(await openDocument(file, source, { ...options, file: onDisk }))
  if (tables === undefined) {
    yield* inputs
    return
  }
  const { scratch: folder, onNote } = options
  const read = ({ where }: JoinedTable) =>
    readRowChunks(file, { ...options, select: where, onBytes: undefined, onNote: undefined })
  yield* gatheredRows(joinedRows(parsedChunks(inputs), { tables, read, folder, onNote }))
}

/** The tables to be joined; those that are the file itself where it is the member of an archive that was unpacked. */
function tablesOf(file: string, { member, select }: ReadOptions): RowSelector['join'] {
  const { join, member: own = member } = select ?? {}
  if (join === undefined || own === undefined) return join
  const name = basename(file).replace(/\.(?:gz|gzip|zst|zstd)$/i, '')
  const isSelf = (pattern: string | undefined) => pattern !== undefined && memberPattern(pattern)(name)
  if (!isSelf(own)) return join
  return Object.fromEntries(
    Object.entries(join).map(([key, table]) => [
      key,
      isSelf(table.member) ? { ...table, member: undefined } : table,
    ]),
  )
}

/** Why a file that is one document cannot have these tables; undefined where it can. */
function whyNotJoined(file: string, tables: Readonly<Record<string, JoinedTable>>): string | undefined {
  if (Object.values(tables).some(({ member }) => member !== undefined))
    return 'the mapping joins tables of an archive or a folder, and the file is none: give the archive, or a folder with what it holds'
  return file === '-'
    ? 'the mapping joins the file with itself, and the standard input is read once'
    : undefined
}

async function* parsedChunks(inputs: AsyncIterable<RowInput>): RowChunks {
  for await (const input of inputs) yield parsedRows(input)
}

function after(last: Pick<SourceRow, 'line' | 'place'> | undefined, error: unknown): unknown {
  if (error instanceof UnreadableFile && last !== undefined) error.message += ` (after ${tellPlace(last)})`
  return error
}

/** `line 7`, of a member of an archive its own line. */
const tellPlace = ({ line, place }: Pick<SourceRow, 'line' | 'place'>): string =>
  place === undefined ? `line ${line}` : `line ${line - place.linesBefore} of ${place.member}`

/** Bytes of a file, for progress; undefined for the standard input. */
export async function fileSize(file: string): Promise<number | undefined> {
  if (file === '-') return undefined
  const stats = await stat(file)
  return stats.isFile() ? stats.size : undefined
}
