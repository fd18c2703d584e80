import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { GivenRow } from '../../corpus/tables/index.ts'
import { oneAhead } from '../../lib/one-ahead.ts'
import type { LookupDeps } from '../resolve/index.ts'
import { noRows } from './enrich-params.ts'
import { openFoundIds, removeFoundIds, type FoundIds } from './found-ids.ts'
import { claimPart, storedPart, storePart, type PartState } from './part-state.ts'
import { findRows, type RowFound } from './find-rows.ts'
import { findOptions, rowsOfPlan, type FilePlan } from './plan-file.ts'
import { rowLines } from './row-lines.ts'
import { matchedId, tally } from './tally.ts'
import { cellsOfRow } from './understand-list.ts'

export interface FileSummary {
  rows: number
  matched: number
  /** Matched rows that name the same record as an earlier row. */
  duplicates: number
  unsure: number
  notFound: number
  /** Rows already written by an earlier, interrupted run with the same input. */
  resumedAt: number
  /** `interrupted`: a run with the same input continues where this one stopped. */
  ended: 'complete' | 'interrupted'
}

/** The output file already exists. */
export class OutputExists extends Error {
  override readonly name = 'OutputExists'
}

/** Rows that are looked up and written together. After a kill at most these and the next are looked up again. */
const chunkRows = 500

/** Rows of a chunk and their results. */
interface FoundChunk {
  rows: readonly GivenRow[]
  results: readonly RowFound[]
}

/**
 * Looks up every row of a planned file and writes the enriched list to `out`. Until it is complete it is `out.part`,
 * with its state beside it, so that the same command on the same file resumes after any interruption. Throws
 * OutputExists.
 */
export async function enrichFile(
  deps: LookupDeps,
  plan: FilePlan,
  run: {
    out: string
    /** Stops after the current rows. */
    signal: AbortSignal
    onProgress(done: { rows: number; matched: number }): void
  },
): Promise<FileSummary> {
  const { out, signal, onProgress } = run
  if (await isThere(out)) throw new OutputExists(`${out} already exists. Remove it, or name another file.`)
  const part = `${out}.part`
  const order = await nameOrder(plan)
  await claimPart(part)
  const { state, ids } = await beginPart(part, order, plan)
  const resumedAt = state.rows
  const count = tally(state, { done: state.rows, firstRows: ids.firstRows })
  const file = await open(part, 'r+')
  const leaving = new AbortController()
  try {
    await file.truncate(state.bytes)
    for await (const chunk of oneAhead(
      findChunks(deps, plan, { from: state.rows, signal: leaving.signal }),
    )) {
      if (signal.aborted) {
        leaving.abort()
        return { ...sumCounts(state), resumedAt, ended: 'interrupted' }
      }
      await writeChunk(plan, chunk, { file, state, ids, count })
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
  return { ...sumCounts(state), resumedAt, ended: 'complete' }
}

/** Completes the file from its part. */
async function packed(part: string, { list, members, format }: FilePlan): Promise<string> {
  const { pack } = rowLines(list, members, format)
  if (pack === undefined) return part
  const whole = `${part}.packed`
  await pipeline(pack(createReadStream(part)), createWriteStream(whole, { flush: true }))
  return whole
}

/** The state of an earlier run with the same input, or a new one. */
async function beginPart(
  part: string,
  order: string,
  plan: FilePlan,
): Promise<{ state: PartState; ids: FoundIds }> {
  const stored = await storedPart(part)
  const size = await stat(part).then(
    ({ size: bytes }) => bytes,
    () => -1,
  )
  if (stored !== undefined && stored.order === order && size >= stored.bytes) {
    const ids = await openFoundIds(part, stored.rows)
    if (ids !== undefined) return { state: stored, ids }
  }
  const { head } = rowLines(plan.list, plan.members, plan.format)
  const file = await open(part, 'w')
  await file.writeFile(head)
  await file.close()
  const state = { order, rows: 0, bytes: head.length, ...noRows }
  await storePart(part, state)
  const ids = await openFoundIds(part, 0)
  if (ids === undefined) throw new Error(`${part} has no room for the ids of records`)
  return { state, ids }
}

/** Chunks from a row on, looked up. */
async function* findChunks(
  deps: LookupDeps,
  plan: FilePlan,
  { from, signal }: { from: number; signal: AbortSignal },
): AsyncGenerator<FoundChunk> {
  for await (const rows of chunksFrom(plan, from)) {
    const cells = rows.map((row) => cellsOfRow(row, plan.list))
    yield { rows, results: await findRows(deps, cells, findOptions(plan, signal)) }
  }
}

async function writeChunk(
  { list, members, format }: FilePlan,
  { rows, results }: FoundChunk,
  part: { file: FileHandle; state: PartState; ids: FoundIds; count: ReturnType<typeof tally> },
): Promise<void> {
  const { file, state } = part
  await part.ids.write(state.rows, results.map(matchedId))
  const text = rowLines(list, members, format).lines(rows, part.count(results))
  await file.write(text, 0, text.length, state.bytes)
  // The state must survive a power cut.
  await file.datasync()
  state.rows += rows.length
  state.bytes += text.length
}

/** Rows in chunks, from a given one on. */
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

/** Digest of the file and all options: a run with any difference starts over. */
async function nameOrder({ file, kind, list, used, members, format }: FilePlan): Promise<string> {
  const { size, mtimeMs } = await stat(file)
  const signature = [file, size, mtimeMs, kind, list.headings, list.width, used, members, format]
  return createHash('sha256').update(JSON.stringify(signature)).digest('hex')
}

const sumCounts = ({ rows, matched, duplicates, unsure, notFound, unreadable, blank }: PartState) => ({
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
