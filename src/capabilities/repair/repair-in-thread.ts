import { Worker } from 'node:worker_threads'
import { limitConcurrency } from '../../lib/limit-concurrency.ts'
import type { HealedRow } from './heal-list.ts'
import { UnreadableList } from './read/table.ts'
import { UnknownColumn, type RepairedList, type RepairOptions } from './repair-list.ts'

/** Reads and heals a file without holding anybody up. Throws UnreadableList and UnknownColumn. */
export type RepairFile = (bytes: Buffer, options: RepairOptions, signal: AbortSignal) => Promise<RepairedList>

/** Files at a time: each may take a processor and most of a gigabyte. */
const atOnce = 2
const longestMs = 45_000
const heapMb = 768
/** A thread that read more than this has memory it does not give back; it takes half a second to start another. */
const reusableBytes = 4 * 1024 * 1024
const idleMs = 60_000

interface Message {
  /** Without its rows, which are asked for a few at a time. */
  list?: RepairedList
  rowCount?: number
  rows?: HealedRow[]
  unreadable?: string
  unknownColumn?: string
  failed?: string
}

/** A thread is kept for the next file only while it behaves: out of memory, time or order, it is ended. */
export function repairInThread(): RepairFile {
  const limited = limitConcurrency(atOnce)
  const idle: Resting[] = []
  return (bytes, options, signal) =>
    limited(async () => {
      signal.throwIfAborted()
      const worker = wake(idle) ?? startThread()
      try {
        const list = await read(worker, { bytes, options }, signal)
        if (bytes.length <= reusableBytes) rest(worker, idle)
        else void worker.terminate()
        return list
      } catch (error) {
        if (error instanceof Refused) rest(worker, idle)
        else void worker.terminate()
        throw error instanceof Refused ? error.reason : error
      }
    })
}

/** The file was refused by a thread that is as good as before. */
class Refused extends Error {
  readonly reason: Error

  constructor(reason: Error) {
    super(reason.message)
    this.reason = reason
  }
}

async function read(
  worker: Worker,
  { bytes, options }: { bytes: Buffer; options: RepairOptions },
  signal: AbortSignal,
): Promise<RepairedList> {
  const { list, rowCount = 0 } = checked(
    await answered(worker, { bytes: new Uint8Array(bytes), options }, signal),
  )
  const rows: HealedRow[] = []
  while (rows.length < rowCount) {
    const next = checked(await answered(worker, { from: rows.length }, signal))
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

function startThread(): Worker {
  const file = new URL(`./repair-worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url)
  return new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: heapMb } })
}

interface Resting {
  worker: Worker
  timer: NodeJS.Timeout
}

/** A thread that is free and has not ended meanwhile. */
function wake(idle: Resting[]): Worker | undefined {
  const resting = idle.pop()
  clearTimeout(resting?.timer)
  return resting?.worker
}

/** Waits for the next file, without keeping the process alive. */
function rest(worker: Worker, idle: Resting[]): void {
  worker.unref()
  const leave = () => {
    const at = idle.findIndex((resting) => resting.worker === worker)
    if (at !== -1) idle.splice(at, 1)
    void worker.terminate()
  }
  idle.push({ worker, timer: setTimeout(leave, idleMs).unref() })
}

function answered(
  worker: Worker,
  order: { bytes: Uint8Array<ArrayBuffer>; options: RepairOptions } | { from: number },
  signal: AbortSignal,
): Promise<Message> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      worker.off('message', take).off('error', fail)
      then()
    }
    const take = (message: Message) => settle(() => resolve(message))
    const fail = (error: Error & { code?: string }) =>
      settle(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error))
    const leave = () => settle(() => reject(signal.reason as Error))
    const timer = setTimeout(() => settle(() => reject(tooLong())), longestMs)
    signal.addEventListener('abort', leave, { once: true })
    worker.on('message', take).on('error', fail)
    worker.ref()
    worker.postMessage(order, 'bytes' in order ? [order.bytes.buffer] : [])
  })
}

const tooMuch = () => new UnreadableList('The file needs too much memory to be read.')
const tooLong = () => new UnreadableList('The file takes too long to read.')
