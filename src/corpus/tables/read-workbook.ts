import { ContainedProcess, OverLimit, ProcessGone } from './contained-process.ts'
import { UnreadableList, type RawRow } from './table.ts'

const limits = { heapMb: 1_536, residentMb: 2_048 }
const longestMs = 120_000
const never = new AbortController().signal

/** Rows of the first sheet of a workbook that holds anything, in parts, read in a process of its own. Throws UnreadableList. */
export async function* readWorkbook(bytes: Buffer): AsyncGenerator<RawRow[]> {
  const script = new URL(`./table-child${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const process = new ContainedProcess(script, limits)
  const ask = async (order: object, content?: Buffer) => {
    const how = { signal: never, longestMs }
    const reply = await process.ask(order, content === undefined ? how : { ...how, bytes: content })
    if (typeof reply['unreadable'] === 'string') throw new UnreadableList(reply['unreadable'])
    if (typeof reply['failed'] === 'string') throw new Error(reply['failed'])
    return reply as { rowCount?: number; rows?: RawRow[] }
  }
  try {
    const { rowCount = 0 } = await ask({}, bytes)
    for (let from = 0; from < rowCount;) {
      const { rows = [] } = await ask({ from })
      from += rows.length
      yield rows
    }
  } catch (cause) {
    if (cause instanceof OverLimit) throw new UnreadableList(cause.message, { cause })
    if (cause instanceof ProcessGone)
      throw new UnreadableList('The process that read the file was ended from outside.', { cause })
    throw cause
  } finally {
    process.end()
  }
}
