import {
  DatasetRefused,
  InvalidDataset,
  listAdded,
  listDue,
  removeDataset,
  updateDataset,
  type LoadOutcome,
} from '../corpus/datasets/index.ts'
import { openTaskLocks } from '../platform/maintenance/index.ts'
import type { DataContext, OpenedData } from './data-context.ts'
import { outcomeText } from './data-report.ts'
import { showProgress } from './progress.ts'

/** Options of `data update` as they are typed. */
export interface UpdateOptions {
  due?: true
  full?: true
  delta?: true
  from?: string
  asOf?: Date
  accept?: true
}

/** What a command works with, until it is interrupted. */
export type Opened = OpenedData & { signal: AbortSignal }

interface ReadOrder {
  name: string
  form?: 'full' | 'delta' | undefined
  from?: string | undefined
  asOf?: Date | undefined
  accepts?: boolean | undefined
}

/** Reads a publication and says what came of it. */
export async function readNewest(
  context: DataContext,
  opened: Opened,
  order: ReadOrder,
): Promise<LoadOutcome> {
  const { name } = order
  const bytes = showProgress(`${name}: fetching`, context.progress, context.clock, 'bytes')
  const rows = showProgress(`${name}: loading`, context.progress, context.clock)
  try {
    const outcome = await updateDataset(opened, {
      ...order,
      signal: opened.signal,
      onBytes: (count, total) =>
        bytes.update({
          share: total === undefined ? undefined : count / Math.max(1, total),
          rows: count,
          bytes: count,
        }),
      onProgress: (now) =>
        rows.update({
          share:
            now.totalBytes === undefined
              ? undefined
              : Math.min(0.99, now.bytes / Math.max(now.totalBytes, 1)),
          rows: now.rows,
          bytes: now.bytes,
        }),
    })
    bytes.stop()
    rows.stop()
    context.print(`${name}: ${outcomeText(outcome)}`)
    if (outcome.state === 'interrupted') context.setExitCode(1)
    return outcome
  } finally {
    bytes.stop()
    rows.stop()
  }
}

/**
 * Runs work while no other data set of the installation is read or removed, whoever began it; or says that one is; what
 * comes again by itself may wait without a word.
 */
export async function runAlone(
  { print, setExitCode }: DataContext,
  { db }: Opened,
  work: () => Promise<void>,
  { mayWait = false }: { mayWait?: boolean | undefined } = {},
): Promise<void> {
  let hasRun = false
  await openTaskLocks(db).alone('datasets', async () => {
    hasRun = true
    await work()
  })
  if (hasRun || mayWait) return
  print(
    'Another data set is being read or removed. Repeat the command when that is done: almanac data status',
  )
  setExitCode(1)
}

/** `almanac data update` */
export async function updateData(
  context: DataContext,
  opened: Opened,
  { names, options }: { names: readonly string[]; options: UpdateOptions },
): Promise<void> {
  const { from, asOf, accept: accepts } = options
  const order = { form: formOf(options), from, asOf, accepts }
  const problems = options.due
    ? await updateDue(context, opened)
    : await updateNamed(context, opened, names, order)
  if (problems > 0) context.setExitCode(1)
}

function formOf({ full, delta }: UpdateOptions): 'full' | 'delta' | undefined {
  if (full) return 'full'
  return delta ? 'delta' : undefined
}

async function updateNamed(
  context: DataContext,
  opened: Opened,
  names: readonly string[],
  order: Omit<ReadOrder, 'name'>,
): Promise<number> {
  const added = await listAdded(opened.db)
  const wanted =
    names.length > 0 ? names : added.filter(({ state }) => state !== 'leaving').map(({ name }) => name)
  if (wanted.length === 0) context.print('No data sets were added.')
  return updateEach(context, opened, wanted, order)
}

async function updateDue(context: DataContext, opened: Opened): Promise<number> {
  const { removals, updates } = await listDue(opened.db, {
    nowMs: context.clock.now(),
    window: opened.window,
  })
  for (const { name } of removals) {
    if (opened.signal.aborted) return 0
    const { db, engine, writer, folder, signal } = opened
    await removeDataset({ db, engine, writer }, { name, folder, signal })
  }
  const names = updates.map(({ name }) => name)
  return updateEach(context, opened, names, {})
}

/** One after the other; one that is refused does not keep the others. Answers how many were refused. */
async function updateEach(
  context: DataContext,
  opened: Opened,
  names: readonly string[],
  order: Omit<ReadOrder, 'name'>,
): Promise<number> {
  let problems = 0
  for (const name of names) {
    if (opened.signal.aborted) break
    try {
      await readNewest(context, opened, { name, ...order })
    } catch (error) {
      if (!(error instanceof DatasetRefused || error instanceof InvalidDataset)) throw error
      context.print(error.message)
      problems++
    }
  }
  return problems
}
