import { gatheredInputs, gatheredRows, lastRow, parsedRows } from '../gather.ts'
import { joinedRows } from '../join/joined-rows.ts'
import { openDocument } from '../open-document.ts'
import type { ReadOptions } from '../read-options.ts'
import { UnreadableFile, type RowChunks, type RowInput, type RowPlace, type SourceRow } from '../row.ts'
import type { JoinedTable } from '../select-rows.ts'
import { isBeside, memberPattern, UnreadableArchive, type Archive, type Member } from './member.ts'
import { openMember } from './open-archive.ts'

/** The rows of an archive: those of its members, one after the other, with the tables that are joined to them. */
export async function* archiveInputs(archive: Archive, options: ReadOptions): AsyncGenerator<RowInput> {
  const { select, scratch } = options
  const pattern = options.member ?? select?.member
  const { join: tables, ...plain } = select ?? {}
  if (tables === undefined) {
    yield* together(memberInputs(archive, pattern, options))
    return
  }
  const main = parsed(memberInputs(archive, pattern, { ...options, select: plain }))
  const read = ({ member, where }: JoinedTable) =>
    parsed(memberInputs(archive, member ?? pattern, { ...options, select: where }))
  yield* gatheredRows(joinedRows(main, { tables, read, folder: scratch, onNote: options.onNote }))
}

async function* parsed(inputs: AsyncIterable<RowInput>): RowChunks {
  for await (const input of inputs) yield parsedRows(input)
}

/** Rows of small members come together: an archive may have a million of them. */
async function* together(inputs: AsyncIterable<RowInput>): AsyncGenerator<RowInput> {
  const iterator = inputs[Symbol.asyncIterator]()
  let text: RowInput | undefined
  async function* rowsUntilText(): RowChunks {
    for (;;) {
      const next = await iterator.next()
      if (next.done === true) return
      if (!('rows' in next.value)) {
        text = next.value
        return
      }
      yield next.value.rows
    }
  }
  try {
    do {
      text = undefined
      yield* gatheredRows(rowsUntilText())
      if (text !== undefined) yield text
    } while (text !== undefined)
  } finally {
    await iterator.return?.()
  }
}

/**
 * The members of a pattern, each read as a document of its own. One that cannot be read is a row of its own among others,
 * and fails the file where it is the only one; an archive that is itself damaged ends there.
 */
async function* memberInputs(
  archive: Archive,
  pattern: string | undefined,
  options: ReadOptions,
): AsyncGenerator<RowInput> {
  const choice = chooseMembers(pattern)
  if (pattern === undefined && archive.isListed === true) await refuseSeveral(archive)
  let firstFailure: { error: UnreadableFile; row: SourceRow } | undefined
  let [linesBefore, count] = [0, 0]
  for await (const member of archive.members(choice.isWanted)) {
    if (firstFailure !== undefined) yield { rows: [firstFailure.row] }
    firstFailure = undefined
    count += 1
    const place: RowPlace = { member: member.name, linesBefore }
    try {
      for await (const input of inputsOf(member, place, options)) {
        linesBefore = lastRow(input)?.line ?? linesBefore
        yield input
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile) || error instanceof UnreadableArchive) throw error
      const row: SourceRow = { line: ++linesBefore, place, error: error.message, text: '' }
      if (count === 1) firstFailure = { error, row }
      else yield { rows: [row] }
    }
  }
  if (firstFailure !== undefined) throw firstFailure.error
  if (count === 0) throw choice.makeNoneError()
}

async function* inputsOf(member: Member, place: RowPlace, options: ReadOptions): AsyncGenerator<RowInput> {
  const source = await openMember(member)
  const { linesBefore } = place
  let first: RowInput | undefined
  // Few lines are parsed here, so that those of many members can go together.
  let isLong = false
  for await (const input of gatheredInputs(
    await openDocument(member.name, source, { ...options, file: undefined }),
  )) {
    const moved: RowInput =
      'rows' in input
        ? { rows: input.rows.map((row) => ({ ...row, line: row.line + linesBefore, place })) }
        : { ...input, line: input.line + linesBefore, place }
    if ('rows' in moved || isLong) {
      if (first !== undefined) yield first
      first = undefined
      yield moved
    } else if (first === undefined) first = moved
    else {
      yield first
      first = undefined
      isLong = true
      yield moved
    }
  }
  if (first !== undefined) yield { rows: parsedRows(first) }
}

interface Choice {
  isWanted: (name: string) => boolean
  makeNoneError: () => UnreadableFile
}

const shownNames = 6

function chooseMembers(pattern: string | undefined): Choice {
  const names: string[] = []
  const isOfPattern = pattern === undefined ? refusingSecond() : memberPattern(pattern)
  return {
    isWanted(name) {
      if (names.length <= shownNames && !name.endsWith('/')) names.push(name)
      return isOfPattern(name)
    },
    makeNoneError() {
      const content = names.length === 0 ? 'nothing' : listNames(names)
      const wanted = pattern === undefined ? 'no file with rows' : `no member ${pattern}`
      return new UnreadableArchive(`the archive has ${wanted}; it holds ${content}`)
    },
  }
}

const listNames = (names: readonly string[]) =>
  names.slice(0, shownNames).join(', ') + (names.length > shownNames ? ', …' : '')

/** Takes one file; a second one is refused, because nobody knows which of them the rows are in. */
function refusingSecond(): (name: string) => boolean {
  const names: string[] = []
  return (name) => {
    if (isBeside(name)) return false
    names.push(name)
    if (names.length === 1) return true
    throw new UnreadableArchive(
      `the archive holds several files (${listNames(names)}, …): say which have the rows, by --member or \`member\` in the mapping`,
    )
  }
}

/** The directory of a zip archive tells it before a row is read. */
async function refuseSeveral(archive: Archive): Promise<void> {
  const isFirst = refusingSecond()
  const names = archive.members((name) => {
    isFirst(name)
    return false
  })
  for await (const member of names) void member
}
