import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { AddedDataset } from './dataset-rows.ts'
import { findAdded, isOutdated, listAdded, listPublications, noteLook } from './dataset-rows.ts'
import type { DownloadParts } from './download-part.ts'
import { DatasetRefused } from './failures.ts'
import { missingIn } from './file-signs.ts'
import { findShipped } from './catalogue.ts'
import { loadPublication, type LoadOrder, type LoadOutcome, type LoadParts } from './load-publication.ts'
import { nameReferred } from './name-referred.ts'
import { listDated, type PublicationAddresses } from './dated-addresses.ts'
import {
  dropFetched,
  dropMarks,
  fetchPublication,
  listLocal,
  localPublication,
  storeMarks,
  type PublicationFiles,
} from './publication-files.ts'
import { InvalidDataset, readDataset, type Dataset } from './read-entry.ts'
import type { WithdrawParts } from './withdraw-lines.ts'
import { retryMs, rhythmMs } from './rhythm.ts'

export interface UpdateParts extends LoadParts {
  download: Omit<DownloadParts, 'clock' | 'signal' | 'onBytes'>
  /** Where publications are fetched to. */
  folder: string
}

export interface UpdateOrder extends Pick<LoadOrder, 'accepts' | 'signal' | 'onProgress'> {
  name: string
  /** `full` where the program must not choose the changes alone. */
  form?: 'full' | 'delta' | undefined
  /** A file, folder or address for this update alone. */
  from?: string | undefined
  /** The day of a local publication; default: that of its file. */
  asOf?: Date | undefined
  onBytes?: DownloadParts['onBytes']
}

/**
 * Reads the newest publication of a data set that was added. What the publisher or the entry refuses is noted with the data
 * set and thrown as DatasetRefused; what is loaded stays.
 */
export async function updateDataset(parts: UpdateParts, order: UpdateOrder): Promise<LoadOutcome> {
  const { db, clock } = parts
  const added = await findAdded(db, order.name)
  if (added === undefined)
    throw new DatasetRefused(`${order.name} was not added: almanac data add ${order.name}`)
  const dataset = await readAdded(added)
  const { rhythm } = dataset.entry
  const from = order.from ?? added.choice.from
  // A file that somebody gave is no wish for the publisher's, which may be large: then nothing is fetched until it is asked for.
  const isByHand = from !== undefined && !isAddress(from) && added.dueAt === null
  try {
    const { outcome, problem } = await readNewest(parts, order, { dataset, added })
    if (outcome.state === 'loaded') await nameAll(parts, order.signal)
    const at = new Date(clock.now())
    if (outcome.state !== 'interrupted')
      await noteLook(db, added.name, {
        at,
        dueAt: isByHand ? null : new Date(at.getTime() + rhythmMs(rhythm)),
        problem: problem ?? null,
      })
    return outcome
  } catch (error) {
    if (!(error instanceof DatasetRefused || error instanceof InvalidDataset)) throw error
    const at = new Date(clock.now())
    const retryAt = error instanceof DatasetRefused ? error.retryAt : undefined
    const dueAt = retryAt ?? (isByHand ? null : new Date(at.getTime() + retryMs(rhythm)))
    await noteLook(db, added.name, { at, dueAt, problem: error.message })
    throw error
  }
}

/** Names what data sets refer to: it may have come, gone, or be called otherwise since. */
export async function nameAll(parts: WithdrawParts, signal: AbortSignal | undefined): Promise<void> {
  for (const added of await listAdded(parts.db)) {
    if (added.state === 'leaving') continue
    // The entry of another data set may be out of order, which its own update says.
    const dataset = await readAdded(added).catch((error: unknown) => {
      if (error instanceof DatasetRefused || error instanceof InvalidDataset) return undefined
      throw error
    })
    const names = dataset?.entry.names
    if (names !== undefined)
      await nameReferred(parts, { dataset: added.number, source: added.name, names, signal })
  }
}

/** The entry of a data set that was added, as its folder has it now. */
export async function readAdded({ name, folder }: Pick<AddedDataset, 'name' | 'folder'>): Promise<Dataset> {
  if (folder !== null) return readDataset(folder)
  const [dataset] = await findShipped(name)
  if (dataset === undefined) throw new DatasetRefused(`${name} is no data set of this version`)
  return dataset
}

interface Both {
  dataset: Dataset
  added: AddedDataset
}

async function readNewest(
  parts: UpdateParts,
  order: UpdateOrder,
  { dataset, added }: Both,
): Promise<{ outcome: LoadOutcome; problem?: string | undefined }> {
  const [newest] = await listPublications(parts.db, added.number, 1)
  const isRechosen = newest !== undefined && isOutdated(newest)
  const form = isRechosen ? 'full' : (order.form ?? (await chooseForm(parts, { dataset, added })))
  // The publisher may still serve what was read by another choice.
  if (isRechosen) await dropMarks(join(parts.folder, added.name), form)
  const periods = isRechosen ? undefined : await duePeriods(parts, order, { dataset, added, form })
  if (periods === undefined) return { outcome: await readOne(parts, order, { dataset, added, form }) }
  let all: LoadOutcome = { state: 'same' }
  const absent = new Map<PublicationAddresses, DatasetRefused>()
  for (const only of periods.due) {
    const outcome = await readOne(parts, order, { dataset, added, form, only }).catch((error: unknown) => {
      if (!(error instanceof DatasetRefused && error.isAbsent)) throw error
      absent.set(only, error)
      return { state: 'same' } as const
    })
    if (outcome.state === 'interrupted') return { outcome }
    all = together(all, outcome)
  }
  const problem = whatIsGone(periods, absent)
  if (problem === undefined) return { outcome: all }
  if (all.state !== 'loaded') throw problem
  return { outcome: all, problem: problem.message }
}

/**
 * A period that was not published yet is no mistake; but where the last one that was read, or every one, is there no longer,
 * the publisher may have moved.
 */
function whatIsGone(
  { due, last }: DuePeriods,
  absent: ReadonlyMap<PublicationAddresses, DatasetRefused>,
): DatasetRefused | undefined {
  const isAll = due.length > 0 && absent.size === due.length
  const error = (last && absent.get(last)) ?? (isAll ? [...absent.values()].at(-1) : undefined)
  if (error === undefined) return undefined
  const what = last === undefined ? 'no period is there' : 'the period that was read last is there no longer'
  return new DatasetRefused(`${error.message}: ${what}; look whether the publisher has moved it`, {
    cause: error,
    isAbsent: true,
  })
}

/** What came of two publications, the second of which was read after the first. */
function together(one: LoadOutcome, other: LoadOutcome): LoadOutcome {
  if (other.state !== 'loaded') return one
  if (one.state !== 'loaded') return other
  const counts = { ...other.counts }
  for (const name of ['rows', 'created', 'changed', 'unchanged', 'rejected', 'leftOut', 'ended'] as const)
    counts[name] += one.counts[name]
  return { state: 'loaded', counts, notes: [...one.notes, ...other.notes] }
}

async function readOne(
  parts: UpdateParts,
  order: UpdateOrder,
  wanted: Wanted & { only?: PublicationAddresses },
): Promise<LoadOutcome> {
  const { dataset, added, form } = wanted
  const publication = await getPublication(parts, order, wanted)
  if (publication === undefined) return { state: 'same' }
  try {
    await checkSigns(dataset, publication)
    const { accepts, signal, onProgress } = order
    const outcome = await loadPublication(parts, { dataset, added, publication, accepts, signal, onProgress })
    if (outcome.state === 'interrupted') return outcome
    if (publication.marks !== undefined) await storeMarks(join(parts.folder, added.name), publication)
    if (publication.isFetched) for (const file of publication.files) await rm(file, { force: true })
    return outcome
  } catch (error) {
    // The publisher's mark must not make the next update pass over what was refused.
    await dropFetched(join(parts.folder, added.name), form)
    throw error
  }
}

interface DuePeriods {
  /** In their order. */
  due: readonly PublicationAddresses[]
  /** The newest one that was read. */
  last?: PublicationAddresses | undefined
}

/**
 * The periods to be read where each has its own rows: the last one that was read, which may be corrected, and all that were
 * not read, of a publisher those since the first one that was, of a folder whichever lie there. Undefined where the newest one
 * is enough.
 */
async function duePeriods(
  { db, clock }: UpdateParts,
  order: UpdateOrder,
  { dataset, added, form }: Wanted,
): Promise<DuePeriods | undefined> {
  const of = formOf(dataset, form)
  if (of?.each !== true) return undefined
  const loaded = new Set(
    (await listPublications(db, added.number, maxPublications)).flatMap(({ state, counts }) =>
      state === 'loaded' && counts.period !== undefined ? [counts.period] : [],
    ),
  )
  const dated = listDated(of, clock.now())
  const isLoaded = ({ addresses: [first = ''] }: PublicationAddresses) => loaded.has(first)
  const last = dated.find(isLoaded)
  const unread = (each: PublicationAddresses) => each === last || !isLoaded(each)
  const from = order.from ?? added.choice.from
  if (from === undefined || isAddress(from)) {
    if (loaded.size === 0) return undefined
    const since = dated.findLastIndex(isLoaded)
    const due = since < 0 ? dated : dated.slice(0, since + 1)
    return { due: due.filter(unread).toReversed(), last }
  }
  if (!(await stat(from).catch(() => undefined))?.isDirectory()) return undefined
  const there = await listLocal(from, dated)
  return there.length > 0 ? { due: there.filter(unread).toReversed() } : undefined
}

/** Publications of a data set that are looked through: more than there are periods of one. */
const maxPublications = 1_000

interface Wanted extends Both {
  form: 'full' | 'delta'
}

const formOf = ({ entry }: Dataset, form: 'full' | 'delta') => (form === 'delta' ? entry.delta : entry.full)

/** The changes since the last publication where the publisher has them and none is missing in between. */
async function chooseForm({ db, clock }: UpdateParts, { dataset, added }: Both): Promise<'full' | 'delta'> {
  if (dataset.entry.delta === undefined) return 'full'
  const newest = (await listPublications(db, added.number)).find(({ state }) => state === 'loaded')
  if (newest === undefined) return 'full'
  return clock.now() - newest.publishedAt.getTime() < 1.5 * rhythmMs(dataset.entry.rhythm) ? 'delta' : 'full'
}

async function getPublication(
  parts: UpdateParts,
  { from: once, asOf, signal, onBytes }: UpdateOrder,
  { dataset, added, form, only }: Wanted & { only?: PublicationAddresses },
): Promise<PublicationFiles | undefined> {
  const of = formOf(dataset, form)
  if (of === undefined) throw new DatasetRefused(`${dataset.name} has no publication of changes alone`)
  const from = once ?? added.choice.from
  const { scratch } = parts
  const order = { form, of, dataset, only, limit: added.choice.limit, scratch, signal }
  if (from !== undefined && !isAddress(from))
    return localPublication(from, { ...order, asOf, nowMs: parts.clock.now() })
  const folder = join(parts.folder, added.name)
  const download = { ...parts.download, clock: parts.clock, signal, onBytes }
  return fetchPublication(download, { ...order, folder, mirror: from })
}

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text)

/** Refuses a publication that no longer begins as the mapping reads it. */
async function checkSigns({ name, entry }: Dataset, { form, files }: PublicationFiles): Promise<void> {
  const of = form === 'delta' ? (entry.delta ?? entry.full) : entry.full
  for (const file of files) {
    const missing = await missingIn(of, file)
    if (missing !== undefined)
      throw new DatasetRefused(
        `${name}: ${file} is not what its entry expects: ${missing}. Nothing was changed`,
      )
  }
}
