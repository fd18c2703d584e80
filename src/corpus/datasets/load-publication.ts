import { availableParallelism } from 'node:os'
import type { Clock } from '../../lib/clock.ts'
import {
  importFile,
  importTargets,
  isWorthThreads,
  openReadThreads,
  type ImportProgress,
  type ImportSummary,
  type Mapping,
} from '../import/index.ts'
import type { Rejection, SuppressedPeople } from '../write/index.ts'
import { chosenMapping } from './chosen-mapping.ts'
import { countFile, formatOf } from './count-file.ts'
import {
  beginPublication,
  endPublication,
  isOutdated,
  listPublications,
  type AddedDataset,
  type Publication,
  type PublicationCounts,
} from './dataset-rows.ts'
import type { PublicationForm } from './entry-schema.ts'
import { endMissing } from './end-missing.ts'
import { DatasetRefused } from './failures.ts'
import { countPresent, countRecords } from './line-store.ts'
import { notingWriter } from './noting-writer.ts'
import type { PublicationFiles } from './publication-files.ts'
import type { Dataset } from './read-entry.ts'
import type { WithdrawParts } from './withdraw-lines.ts'

export interface LoadParts extends WithdrawParts {
  clock: Clock
  suppressed?: SuppressedPeople | undefined
  /** Folder for tables that are joined on disk; the one for temporary files when absent. */
  scratch?: string | undefined
}

export interface LoadOrder {
  dataset: Dataset
  added: AddedDataset
  publication: PublicationFiles
  /** Reads a publication although it lies outside the bounds: somebody has looked at it. */
  accepts?: boolean | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((progress: ImportProgress) => void) | undefined
}

export type LoadOutcome =
  /** Nothing was read: this publication, or a later one, is loaded. */
  | { state: 'same' | 'older' }
  | { state: 'loaded'; counts: PublicationCounts; notes: readonly string[] }
  | { state: 'interrupted'; counts: PublicationCounts }

/** A full publication with less than this share of the rows of the last one is not believed. */
const minShare = 0.6
const batchRows = 5_000

/**
 * Reads a publication into the corpus. Throws DatasetRefused, before a row is written, where it is not what the entry
 * expects. An interrupted one goes on when the same files are read again.
 */
export async function loadPublication(parts: LoadParts, order: LoadOrder): Promise<LoadOutcome> {
  const { db, clock } = parts
  const { dataset, added, publication } = order
  const earlier = await listPublications(db, added.number)
  const reason = settledBy(earlier, publication, formOf(dataset, publication).each === true)
  if (reason !== undefined) return { state: reason }
  const mappings = dataset.maps.map((map) => chosenMapping(dataset, map, added.choice))
  await checkBounds(parts, order, { mappings, earlier })
  const number = await beginPublication(db, added.number, { ...publication, at: new Date(clock.now()) })
  const counts: PublicationCounts = {
    rows: 0,
    created: 0,
    changed: 0,
    unchanged: 0,
    rejected: 0,
    leftOut: 0,
    ended: 0,
    records: {},
    ...(publication.period !== undefined && { period: publication.period }),
  }
  const notes: string[] = []
  const reading = await readParts(parts, order, { mappings, number, counts, notes })
  if (reading === 'interrupted') return { state: 'interrupted', counts }
  const isRechosen = earlier.some(isOutdated)
  await checkRecords(parts, order, { mappings, number, counts, notes, isRechosen })
  // Half a file looks like one whose rest has ended, so what was read stays and nothing ends.
  if (reading === 'whole') counts.ended = await endRecords(parts, order, { mappings, number, isRechosen })
  if (order.signal?.aborted === true) return { state: 'interrupted', counts }
  await parts.writer.settle()
  counts.records = await countRecords(db, added.number)
  await endPublication(db, added.number, { number, state: 'loaded', counts, at: new Date(clock.now()) })
  return { state: 'loaded', counts, notes }
}

/** Reads the files of a publication by each mapping, no more rows of them together than were chosen; adds to `counts` and `notes`. */
async function readParts(
  parts: LoadParts,
  order: LoadOrder,
  {
    mappings,
    number,
    counts,
    notes,
  }: { mappings: readonly Mapping[]; number: number; counts: PublicationCounts; notes: string[] },
): Promise<'whole' | 'damaged' | 'interrupted'> {
  const { added, publication, accepts } = order
  let isWhole = true
  for (const mapping of mappings) {
    let rowsLeft = added.choice.limit ?? Number.POSITIVE_INFINITY
    for (const file of publication.files) {
      if (rowsLeft <= 0) break
      const summary = await importPart(parts, order, { mapping, file, number, maxRows: rowsLeft })
      rowsLeft -= summary.rows
      addCounts(counts, summary)
      notes.push(...summary.notes)
      if (summary.ended === 'interrupted') return 'interrupted'
      if (summary.ended !== 'damaged') continue
      const problem = `${file}: ${summary.problem ?? 'is damaged'}`
      if (accepts !== true)
        await refuseRead(parts, order, {
          number,
          counts,
          problem: `${problem}; what could be read is loaded, nothing was ended`,
        })
      isWhole = false
      notes.push(problem)
    }
  }
  return isWhole ? 'whole' : 'damaged'
}

/** Why nothing needs to be read. */
function settledBy(
  earlier: readonly Publication[],
  { digest, publishedAt }: PublicationFiles,
  isEach: boolean,
): 'same' | 'older' | undefined {
  if (earlier[0]?.state === 'loading') return undefined
  const loaded = earlier.filter(({ state }) => state === 'loaded')
  // Periods stand beside one another: none is older than what another one said.
  if (isEach) return loaded.some((each) => each.digest === digest) ? 'same' : undefined
  if (loaded[0]?.digest === digest) return 'same'
  return loaded.some((each) => each.publishedAt > publishedAt) ? 'older' : undefined
}

async function checkBounds(
  { db, clock, scratch }: LoadParts,
  { dataset, added, publication, accepts, signal }: LoadOrder,
  { mappings, earlier }: { mappings: readonly Mapping[]; earlier: readonly Publication[] },
): Promise<void> {
  if (accepts === true || added.choice.limit !== undefined) return
  const { form, bytes, files, isUnpacked = false } = publication
  const of = formOf(dataset, publication)
  const number = (value: number) => value.toLocaleString('en')
  const refuse = async (what: string) => {
    const at = new Date(clock.now())
    const refused = await beginPublication(db, added.number, { ...publication, at })
    await endPublication(db, added.number, { number: refused, state: 'refused', counts: {}, at })
    throw new DatasetRefused(
      `${dataset.name}: this publication has ${what}. Nothing was changed; look at it, and load it with --accept if it is right`,
    )
  }
  if (!isUnpacked && (bytes < of.bytes.least || bytes > of.bytes.most))
    await refuse(
      `${number(bytes)} bytes, and its entry expects ${number(of.bytes.least)} to ${number(of.bytes.most)}`,
    )
  let rows = 0
  for (const file of files) rows += await countFile(file, { of, dataset, scratch, signal })
  if (rows < of.rows.least || rows > of.rows.most)
    await refuse(
      `${number(rows)} rows, and its entry expects ${number(of.rows.least)} to ${number(of.rows.most)}`,
    )
  const last = earlier.find((each) => each.state === 'loaded' && each.form === 'full')
  const before = (last?.counts.rows ?? 0) / Math.max(1, mappings.length)
  if (form === 'full' && rows < before * minShare)
    await refuse(`${number(rows)} rows, and the one before had ${number(before)}`)
}

/**
 * Throws, before anything ends, where there are no rows, or where they no longer become the records they were: a member of
 * the publication was renamed, or its values are others.
 */
async function checkRecords(
  parts: LoadParts,
  order: LoadOrder,
  {
    mappings,
    number,
    counts,
    notes,
    isRechosen,
  }: {
    mappings: readonly Mapping[]
    number: number
    counts: PublicationCounts
    notes: readonly string[]
    isRechosen: boolean
  },
): Promise<void> {
  const { dataset, added, publication, accepts } = order
  if (counts.rows === 0 && formOf(dataset, publication).rows.least > 0)
    await refuseRead(parts, order, { number, counts, problem: whyNoRows(order, notes) })
  if (accepts === true) return
  const { rows, created, changed, unchanged, rejected, leftOut } = counts
  const isEmpty = rows > 0 && created + changed + unchanged === 0
  let problem = isEmpty ? `none of ${rows} rows became a record` : undefined
  if (publication.form === 'full' && added.choice.limit === undefined && !isRechosen)
    for (const kind of new Set(mappings.map((mapping) => importTargets[mapping.kind].kind))) {
      const reading = { dataset: added.number, publication: number, kind }
      const { present, missing } = await countPresent(parts.db, reading)
      const isWhole = dataset.entry.complete === 'source' || dataset.entry.complete === 'words'
      if (isWhole && present < minShare * (present + missing))
        problem ??= `only ${present} of ${present + missing} ${kind} that were loaded are still in it`
    }
  if (problem === undefined) return
  const why = notes.find((note) => note.startsWith(rejectedNote))
  await refuseRead(parts, order, {
    number,
    counts,
    problem: `${dataset.name}: ${problem} (${rejected} rows were rejected, ${leftOut} left out${why === undefined ? '' : `; ${why}`}). What could be read is loaded, nothing was ended; load it with --accept if it is right`,
  })
}

/** Notes that a publication was refused after some of it was read, and throws why. */
async function refuseRead(
  { db, clock }: LoadParts,
  { added }: LoadOrder,
  { number, counts, problem }: { number: number; counts: PublicationCounts; problem: string },
): Promise<never> {
  await endPublication(db, added.number, { number, state: 'refused', counts, at: new Date(clock.now()) })
  throw new DatasetRefused(problem)
}

/** A publication without a row is none, whoever has looked at it: it would stand in the way of the right one. */
function whyNoRows({ dataset, publication }: LoadOrder, notes: readonly string[]): string {
  const { container, format } = formOf(dataset, publication)
  const packed = container === 'none' ? '' : `, packed as ${container} or unpacked`
  const why = notes.length === 0 ? '' : ` (${notes.join(' ')})`
  return `${dataset.name}: no row could be read of ${publication.files.join(', ')}${why}. Nothing was changed; check that it is the publisher's ${format}${packed}`
}

const rejectedNote = 'the first rejected row'

const formOf = ({ entry }: Dataset, { form }: PublicationFiles): PublicationForm =>
  form === 'delta' ? (entry.delta ?? entry.full) : entry.full

async function importPart(
  parts: LoadParts,
  { dataset, added, publication, signal, onProgress }: LoadOrder,
  { mapping, file, number, maxRows }: { mapping: Mapping; file: string; number: number; maxRows: number },
): Promise<ImportSummary> {
  const { suppressed } = parts
  const isWorth = await isWorthThreads(file)
  const threads = isWorth ? openReadThreads(Math.min(2, availableParallelism())) : undefined
  try {
    let first: Rejection | undefined
    const summary = await importFile({
      kind: mapping.kind,
      file,
      fileFormat: formatOf(formOf(dataset, publication)),
      mapping,
      source: dataset.name,
      observedAt: publication.publishedAt,
      batchRows,
      maxRows,
      scratch: parts.scratch,
      writer: notingWriter(parts, {
        dataset: added.number,
        source: dataset.name,
        publication: number,
        suppressed,
      }),
      threads,
      signal,
      onProgress,
      // Rejected rows are counted, and the first is told.
      onRejects: async ([rejection]) => void (first ??= rejection),
    })
    if (first === undefined) return summary
    const { line, path, reason } = first
    return {
      ...summary,
      notes: [...summary.notes, `${rejectedNote}: line ${line}, ${path || 'row'}: ${reason}`],
    }
  } finally {
    await threads?.close()
  }
}

function addCounts(counts: PublicationCounts, summary: ImportSummary): void {
  for (const name of ['rows', 'created', 'changed', 'unchanged', 'rejected', 'leftOut'] as const)
    counts[name] += summary[name]
}

async function endRecords(
  parts: LoadParts,
  { dataset, added, publication, signal }: LoadOrder,
  { mappings, number, isRechosen }: { mappings: readonly Mapping[]; number: number; isRechosen: boolean },
): Promise<number> {
  const { personal_data: personal } = dataset.entry
  // What the operator no longer wants has not ended: it is withdrawn.
  const ending = dataset.entry.complete
  const complete = isRechosen || ending === 'words' ? 'source' : ending
  if (complete === undefined || publication.form === 'delta' || added.choice.limit !== undefined) return 0
  let ended = 0
  for (const kind of new Set(mappings.map((mapping) => importTargets[mapping.kind].kind)))
    ended += await endMissing(parts, {
      dataset: added.number,
      publication: number,
      kind,
      source: dataset.name,
      complete,
      withdraws: isRechosen || ending === 'words' || personal !== false,
      observedAt: publication.publishedAt,
      signal,
    })
  return ended
}
