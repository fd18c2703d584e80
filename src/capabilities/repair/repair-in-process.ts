import {
  containedPool,
  OverLimit,
  ProcessGone,
  Refused,
  UnreadableList,
  type ContainedProcess,
} from '../../corpus/tables/index.ts'
import { Failure } from '../../operation/index.ts'
import type { HealedRow } from './heal-list.ts'
import { UnknownColumn, type RepairedList, type RepairOptions } from './repair-list.ts'

/**
 * Reads and heals a file without holding anybody up. Throws UnreadableList, UnknownColumn, and the failure `unavailable` when
 * the process that read it was ended from outside.
 */
export type RepairFile = (bytes: Buffer, options: RepairOptions, signal: AbortSignal) => Promise<RepairedList>

/** Files at a time: each may take a processor and a gigabyte. */
const atOnce = 2
/** Of one file, from its first byte to its last row. */
const longestMs = 45_000
const limits = { heapMb: 768, residentMb: 1_024 }
/** A process that read more than this has memory it does not give back; it takes half a second to start another. */
const reusableBytes = 4 * 1024 * 1024

interface Message {
  /** Without its rows, which are asked for a few at a time. */
  list?: RepairedList
  rowCount?: number
  rows?: HealedRow[]
  unreadable?: string
  unknownColumn?: string
  failed?: string
}

/** Each file in a process of its own; one that behaved reads the next. */
export function repairInProcess(): RepairFile {
  const script = new URL(`./repair-child${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  const inProcess = containedPool({ script, limits, atOnce })
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

async function read(
  process: ContainedProcess,
  { bytes, options }: { bytes: Buffer; options: RepairOptions },
  signal: AbortSignal,
): Promise<RepairedList> {
  const endsAt = performance.now() + longestMs
  const ask = async (order: object, content?: Buffer): Promise<Message> => {
    const left = { signal, longestMs: endsAt - performance.now() }
    return checked(await process.ask(order, content === undefined ? left : { ...left, bytes: content }))
  }
  const { list, rowCount = 0 } = await ask({ options }, bytes)
  const rows: HealedRow[] = []
  while (rows.length < rowCount) {
    const next = await ask({ from: rows.length })
    rows.push(...(next.rows ?? []))
  }
  return { ...(list as RepairedList), rows }
}

function checked(message: Message): Message {
  const { unreadable, unknownColumn, failed } = message
  if (unreadable !== undefined) throw new Refused(new UnreadableList(unreadable))
  if (unknownColumn !== undefined) throw new Refused(new UnknownColumn(unknownColumn))
  if (failed !== undefined) throw new Error(failed)
  return message
}
