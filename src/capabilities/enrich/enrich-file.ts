import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { GivenRow } from '../../corpus/tables/index.ts'
import type { LookupDeps } from '../resolve/index.ts'
import { noRows } from './enrich-params.ts'
import { openFoundIds, removeFoundIds, type FoundIds } from './found-ids.ts'
import { claimPart, storedPart, storePart, type PartState } from './part-state.ts'
import { findRows } from './find-rows.ts'
import { findOptions, rowsOfPlan, type FilePlan } from './plan-file.ts'
import { rowLines } from './row-lines.ts'
import { matchedId, rowsBefore, tally } from './tally.ts'
import { cellsOfRow } from './understand-list.ts'

export interface FileSummary {
  rows: number
  matched: number
  /** Of those matched: rows that name whom an earlier one did. */
  duplicates: number
  unsure: number
  notFound: number
  /** Rows that an earlier run of the same order had written. */
  resumedAt: number
  /** `interrupted`: the same order goes on where this one stopped. */
  ended: 'complete' | 'interrupted'
}

/** The file that the rows would go to is there already. */
export class OutputExists extends Error {
  override readonly name = 'OutputExists'
}

/** Rows that are looked up, written and remembered together: what a killed process does again. */
const chunkRows = 500

/**
 * Looks every row of a planned file up and writes the enriched list to `out`. Until it is whole it is `out.part`, beside
 * what is known of it: the same order of the same file goes on where it was, however it ended. Throws OutputExists.
 */
export async function enrichFile(
  deps: LookupDeps,
  plan: FilePlan,
  run: {
    out: string
    /** Ends it after the rows in hand. */
    signal: AbortSignal
    onProgress(done: { rows: number; matched: number }): void
  },
): Promise<FileSummary> {
  const { out, signal, onProgress } = run
  if (await isThere(out)) throw new OutputExists(`${out} exists: remove it, or name another file.`)
  const part = `${out}.part`
  const order = await orderOf(plan)
  await claimPart(part)
  const { state, ids } = await beginPart(part, order, plan)
  const resumedAt = state.rows
  const count = tally(state, plan.format, { done: state.rows, firstRows: ids.firstRows })
  const file = await open(part, 'r+')
  try {
    await file.truncate(state.bytes)
    for await (const rows of chunksFrom(plan, state.rows)) {
      if (signal.aborted) return { ...countsOf(state), resumedAt, ended: 'interrupted' }
      await enrichChunk(deps, plan, { rows, file, state, ids, count })
      await storePart(part, state)
      onProgress({ rows: state.rows, matched: state.matched })
    }
    await file.sync()
  } finally {
    await file.close()
    await ids.close()
  }
  await rename(await packed(part, plan), out)
  await removeFoundIds(part)
  await rm(part, { force: true })
  await rm(`${part}.json`, { force: true })
  return { ...countsOf(state), resumedAt, ended: 'complete' }
}

/** The whole file that a part makes. */
async function packed(part: string, { list, members, format }: FilePlan): Promise<string> {
  const { pack } = rowLines(list, members, format)
  if (pack === undefined) return part
  const whole = `${part}.packed`
  await pipeline(pack(createReadStream(part)), createWriteStream(whole, { flush: true }))
  return whole
}

/** What is there of the same order, or a new beginning. */
async function beginPart(
  part: string,
  order: string,
  plan: FilePlan,
): Promise<{ state: PartState; ids: FoundIds }> {
  const before = rowsBefore(plan.format)
  const stored = await storedPart(part)
  const size = await stat(part).then(
    ({ size: bytes }) => bytes,
    () => -1,
  )
  if (stored !== undefined && stored.order === order && size >= stored.bytes) {
    const ids = await openFoundIds(part, { rows: stored.rows, before })
    if (ids !== undefined) return { state: stored, ids }
  }
  const { head } = rowLines(plan.list, plan.members, plan.format)
  const file = await open(part, 'w')
  await file.writeFile(head)
  await file.close()
  const state = { order, rows: 0, bytes: head.length, ...noRows }
  await storePart(part, state)
  const ids = await openFoundIds(part, { rows: 0, before })
  if (ids === undefined) throw new Error(`${part} has no place for what is found`)
  return { state, ids }
}

async function enrichChunk(
  deps: LookupDeps,
  plan: FilePlan,
  chunk: {
    rows: readonly GivenRow[]
    file: FileHandle
    state: PartState
    ids: FoundIds
    count: ReturnType<typeof tally>
  },
): Promise<void> {
  const { list, members, format } = plan
  const { rows, file, state } = chunk
  const never = new AbortController().signal
  const cells = rows.map((row) => cellsOfRow(row, list))
  const results = await findRows(deps, cells, findOptions(plan, never))
  await chunk.ids.write(state.rows, results.map(matchedId))
  const text = rowLines(list, members, format).lines(rows, chunk.count(results))
  await file.write(text, 0, text.length, state.bytes)
  // What is remembered must be there after a power cut, too.
  await file.datasync()
  state.rows += rows.length
  state.bytes += text.length
}

/** Rows from one on, in chunks. */
async function* chunksFrom(plan: FilePlan, from: number): AsyncGenerator<GivenRow[]> {
  let pending: GivenRow[] = []
  let toSkip = from
  for await (const part of rowsOfPlan(plan)) {
    const skipped = Math.min(toSkip, part.length)
    toSkip -= skipped
    for (const row of part.slice(skipped)) {
      pending.push(row)
      if (pending.length < chunkRows) continue
      yield pending
      pending = []
    }
  }
  if (pending.length > 0) yield pending
}

/** Names a file as it is and all that is asked of it: another order begins anew. */
async function orderOf({ file, kind, list, used, members, format }: FilePlan): Promise<string> {
  const { size, mtimeMs } = await stat(file)
  const signature = [file, size, mtimeMs, kind, list.headings, list.width, used, members, format]
  return createHash('sha256').update(JSON.stringify(signature)).digest('hex')
}

const countsOf = ({ rows, matched, duplicates, unsure, notFound, unreadable, blank }: PartState) => ({
  rows,
  matched,
  duplicates,
  unsure,
  notFound: notFound + unreadable + blank,
})

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  )
