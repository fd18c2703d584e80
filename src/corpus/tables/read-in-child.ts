// Not by its index: the children load this file too, and the whole kernel would take them 100 MB.
import { Failure } from '../../operation/failure.ts'
import { containedPool, Refused } from './contained-pool.ts'
import { OverLimit, ProcessGone, type ContainedProcess, type Reply } from './contained-process.ts'
import { takeAll } from './hand-over.ts'
import { UnreadableList } from './table.ts'

/** Files at a time: each may take a processor and a gigabyte. */
const atOnce = 2
/** Of one file, from its first byte to its last row. */
const maxMs = 45_000
const limits = { heapMb: 768, residentMb: 1_024 }
/** A process that read more than this has memory it does not give back; it takes half a second to start another. */
const reusableBytes = 4 * 1024 * 1024

/** What a child makes of a file: all but its rows, which are asked for a few at a time. */
interface ReadWhole<L, R> {
  list: L
  rows: R[]
}

/**
 * Reads files without holding anybody up, each in a process of its own; a process that behaved reads the next file. `script` calls
 * `serveOrders`: for `{options}` and the bytes it answers `{list, rowCount}` or `{unreadable}`, for `{from}` `{rows}`.
 * `refusal`: what else it may answer a file with. Throws UnreadableList, what `refusal` gives, and the failure `unavailable`
 * when the process was ended from outside.
 */
export function readInChild<L, R>({
  script,
  refusal = () => undefined,
}: {
  script: URL
  refusal?: (reply: Reply) => Error | undefined
}): (bytes: Buffer, options: object, signal: AbortSignal) => Promise<ReadWhole<L, R>> {
  const inProcess = containedPool({ script, limits, atOnce })

  async function read(
    process: ContainedProcess,
    { bytes, options }: { bytes: Buffer; options: object },
    signal: AbortSignal,
  ): Promise<ReadWhole<L, R>> {
    const endsAt = performance.now() + maxMs
    const ask = async (order: object, content?: Buffer): Promise<Reply> => {
      const left = { signal, longestMs: endsAt - performance.now() }
      const reply = await process.ask(order, content === undefined ? left : { ...left, bytes: content })
      if (typeof reply['unreadable'] === 'string') throw new Refused(new UnreadableList(reply['unreadable']))
      const refused = refusal(reply)
      if (refused !== undefined) throw new Refused(refused)
      if (typeof reply['failed'] === 'string') throw new Error(reply['failed'])
      return reply
    }
    const { list, rowCount } = (await ask({ options }, bytes)) as { list: L; rowCount: number }
    return { list, rows: await takeAll(rowCount, async (from) => (await ask({ from }))['rows'] as R[]) }
  }

  return async (bytes, options, signal) => {
    const order = async (process: ContainedProcess) => ({
      value: await read(process, { bytes, options }, signal),
      isReusable: bytes.length <= reusableBytes,
    })
    try {
      return await inProcess(order, signal)
    } catch (cause) {
      if (cause instanceof OverLimit) throw new UnreadableList(cause.message, { cause })
      if (cause instanceof ProcessGone) throw new Failure('unavailable', { cause })
      throw cause
    }
  }
}
