import { ContainedProcess, OverLimit, ProcessGone } from './contained-process.ts'
import { scriptBeside } from './script-beside.ts'
import type { TableOrder } from './table-child.ts'
import { UnreadableList, type RawRow, type RawTable } from './table.ts'

const limits = { heapMb: 1_536, residentMb: 2_048 }
const maxMs = 120_000
const never = new AbortController().signal

/** A workbook that a process of its own has read: its rows come in parts. */
export type OpenedWorkbook = Pick<RawTable, 'format' | 'notes'> & { rows: AsyncIterable<RawRow[]> }

/** Reads a workbook in a process of its own, which ends with its last row. Throws UnreadableList. */
export async function readWorkbook(
  bytes: Buffer,
  order: Exclude<TableOrder, { from: number }>,
): Promise<OpenedWorkbook> {
  const process = new ContainedProcess(scriptBeside(import.meta.url, 'table-child'), limits)
  const ask = async (what: TableOrder, content?: Buffer) => {
    const how = { signal: never, longestMs: maxMs }
    const reply = await process.ask(what, content === undefined ? how : { ...how, bytes: content })
    if (typeof reply['unreadable'] === 'string') throw new UnreadableList(reply['unreadable'])
    if (typeof reply['failed'] === 'string') throw new Error(reply['failed'])
    return reply
  }
  async function* readRows(rowCount: number): AsyncGenerator<RawRow[]> {
    try {
      for (let from = 0; from < rowCount;) {
        const rows = (await ask({ from }))['rows'] as RawRow[]
        from += rows.length
        yield rows
      }
    } catch (cause) {
      throw asUnreadable(cause)
    } finally {
      process.end()
    }
  }
  try {
    const { rowCount, format, notes } = await ask(order, bytes)
    return {
      format: format as RawTable['format'],
      notes: notes as string[],
      rows: readRows(rowCount as number),
    }
  } catch (cause) {
    process.end()
    throw asUnreadable(cause)
  }
}

function asUnreadable(cause: unknown): unknown {
  if (cause instanceof OverLimit) return new UnreadableList(cause.message, { cause })
  if (cause instanceof ProcessGone)
    return new UnreadableList('The process that read the file was ended from outside.', { cause })
  return cause
}
