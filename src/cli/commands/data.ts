import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import {
  checkChoice,
  checkForm,
  DatasetRefused,
  findAdded,
  findShipped,
  InvalidDataset,
  isAddress,
  listAdded,
  listPublications,
  planDataset,
  readAdded,
  readCatalogue,
  readDataset,
  removeDataset,
  requirePermission,
  storeAdded,
  type Dataset,
} from '../../corpus/datasets/index.ts'
import { countArgument } from '../arguments.ts'
import { OperatorError } from '../context.ts'
import { whereArgument, type Where } from '../data-arguments.ts'
import type { DataContext } from '../data-context.ts'
import { addedLines, checkRow, datasetLines, listRow, planLines, statusRow } from '../data-report.ts'
import { dateArgument } from '../import-arguments.ts'
import { showProgress } from '../progress.ts'
import { readNewest, runAlone, updateData, type Opened, type UpdateOptions } from '../update-data.ts'
import { interruptSignal } from '../stop-signal.ts'
import { table } from '../table.ts'

interface AddOptions {
  yes?: true
  limit?: number
  where?: Where
  from?: string
  asOf?: Date
  personalData?: true
  accept?: true
}

interface Format {
  format: 'text' | 'json'
}

/** `almanac data list|show|add|update|remove|check|status` */
export function registerData(program: Command, context: DataContext): void {
  const data = program
    .command('data')
    .description('open registers, in and out of the corpus, kept up to date')
    .configureHelp({ subcommandTerm: (command) => command.name() })
  const format = () =>
    new Option('--format <format>', 'how to print').choices(['text', 'json']).default('text')

  data
    .command('list')
    .description('list the data sets that can be added, and those that were')
    .addOption(format())
    .action((options: Format) => run(context, (opened) => list(context, opened, options)))

  data
    .command('show')
    .description('show what a data set brings, its licence, size and state')
    .argument('<name>', 'name of a data set, or a folder')
    .addOption(format())
    .action((name: string, options: Format) =>
      run(context, (opened) => show(context, opened, { name, ...options })),
    )

  registerChanges(data, context)
  data
    .command('remove')
    .description('take out what a data set alone says, and keep what others say')
    .argument('<name>', 'name of a data set')
    .option('--yes', 'do not ask')
    .action((name: string, options: { yes?: true }) =>
      run(context, (opened) => remove(context, opened, { name, ...options })),
    )

  data
    .command('check')
    .description(
      'read the first megabyte of the addresses and say whether they still are what the entries expect',
    )
    .argument('<name...>', 'names of data sets, or folders')
    .addOption(format())
    .action((names: string[], options: Format) =>
      run(context, (opened) => check(context, opened, { names, ...options })),
    )

  data
    .command('status')
    .description('show what was added, its last publication, when it is read next, and what is wrong')
    .addOption(format())
    .action((options: Format) => run(context, (opened) => status(context, opened, options)))
}

/** The commands that read publications. */
function registerChanges(data: Command, context: DataContext): void {
  const from = 'file, folder or address in place of the publisher: a mirror, a machine without internet'
  data
    .command('add')
    .description('add data sets: shows what they take, asks once, and loads them')
    .argument('<name...>', 'names of data sets, `starter`, or folders of your own')
    .option('--yes', 'do not ask')
    .option('--limit <rows>', 'read no more than so many rows', countArgument)
    .option('--where <choice>', 'country=DE,FR or box=WEST,SOUTH,EAST,NORTH', whereArgument)
    .option('--from <place>', from)
    .option('--as-of <date>', 'day of a publication that lies here (default: that of its file)', dateArgument)
    .option('--personal-data', 'add it although it holds personal data')
    .option('--accept', 'load it although its size is not what the entry expects')
    .action((names: string[], options: AddOptions) =>
      run(context, (opened) => add(context, opened, { names, options })),
    )

  data
    .command('update')
    .description('read the newest publications of data sets that were added; all of them without a name')
    .argument('[name...]', 'names of data sets')
    .option('--due', 'only what is due by its rhythm within ALMANAC_DATASET_WINDOW, and what was asked for')
    .addOption(new Option('--full', 'the whole publication, not the changes alone').conflicts('delta'))
    .option('--delta', 'the changes alone')
    .option('--from <place>', from)
    .option('--as-of <date>', 'day of a publication that lies here', dateArgument)
    .option('--accept', 'load it although its size is not what the entry expects')
    .action((names: string[], options: UpdateOptions) =>
      run(context, (opened) =>
        runAlone(context, opened, () => updateData(context, opened, { names, options }), {
          mayWait: options.due,
        }),
      ),
    )
}

async function run(context: DataContext, work: (opened: Opened) => Promise<void>): Promise<void> {
  const interrupt = interruptSignal(() =>
    context.print('Stopping after the current batch; press Ctrl-C again to stop at once.'),
  )
  try {
    const waiting = {
      signal: interrupt.signal,
      say: (text: string) => void context.progress.write(`${text}\n`),
    }
    const opened = await context.open(waiting)
    try {
      await work({ ...opened, signal: interrupt.signal })
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (error instanceof DatasetRefused || error instanceof InvalidDataset)
      throw new OperatorError(error.message, { cause: error })
    throw error
  } finally {
    interrupt.dispose()
  }
}

/** The data sets that a word names: of the catalogue, of those added, or a folder. */
async function findDatasets(db: Opened['db'], word: string): Promise<Dataset[]> {
  const isFolder = await stat(word).then(
    (entry) => entry.isDirectory(),
    () => false,
  )
  if (/[./\\]/.test(word)) return [await readDataset(word)]
  const shipped = await findShipped(word)
  if (shipped.length > 0) return shipped
  const added = await findAdded(db, word)
  if (added !== undefined) return [await readAdded(added)]
  if (isFolder) return [await readDataset(word)]
  throw new OperatorError(
    `${word}: no data set and no folder is called so. Those there are: almanac data list`,
  )
}

async function list({ print }: DataContext, { db }: Opened, { format }: Format): Promise<void> {
  const added = await listAdded(db)
  const shipped = await readCatalogue()
  const own = added.filter(({ folder }) => folder !== null)
  const rows = [
    ...shipped.map((dataset) => listRow(dataset.name, dataset.entry, added)),
    ...own.map(({ name, entry }) => listRow(name, entry, added)),
  ]
  print(format === 'json' ? rows : table(rows, 'No data sets.'))
}

async function show(
  { print }: DataContext,
  { db }: Opened,
  { name, format }: { name: string } & Format,
): Promise<void> {
  for (const dataset of await findDatasets(db, name)) {
    const added = await findAdded(db, dataset.name)
    const publications = added === undefined ? [] : await listPublications(db, added.number)
    if (format === 'json') print({ name: dataset.name, ...dataset.entry, added: added ?? null, publications })
    else for (const line of [...datasetLines(dataset), ...addedLines(added, publications)]) print(line)
  }
}

async function add(
  context: DataContext,
  opened: Opened,
  { names, options }: { names: readonly string[]; options: AddOptions },
): Promise<void> {
  const { limit, where, from } = options
  const choice = {
    ...(limit !== undefined && { limit }),
    ...where,
    // A mirror serves later publications, too; a file is one publication.
    ...(from !== undefined && isAddress(from) && { from }),
  }
  const datasets = (await Promise.all(names.map((name) => findDatasets(opened.db, name)))).flat()
  for (const dataset of datasets) {
    requirePermission(dataset, { marked: opened.allowsMarked, personalData: options.personalData === true })
    checkChoice(dataset, choice)
    for (const line of planLines(dataset, planDataset(dataset, choice))) context.print(line)
  }
  if (!(await isAgreed(context, options.yes, datasets.length === 1 ? 'Add it?' : 'Add them?'))) return
  await runAlone(context, opened, async () => {
    for (const dataset of datasets) {
      if (opened.signal.aborted) break
      const { name, entry, folder } = dataset
      const isShipped = (await findShipped(name)).some((each) => each.folder === folder)
      await storeAdded(opened.db, {
        name,
        folder: isShipped ? null : resolve(folder),
        entry,
        choice,
        state: 'ready',
        addedAt: new Date(context.clock.now()),
      })
      await readNewest(context, opened, {
        name,
        form: 'full',
        from,
        asOf: options.asOf,
        accepts: options.accept,
      })
    }
  })
}

async function isAgreed(
  { confirm, print }: DataContext,
  yes: true | undefined,
  question: string,
): Promise<boolean> {
  if (yes === true) return true
  if (confirm === undefined)
    throw new OperatorError('Nobody is there to be asked: repeat the command with --yes.')
  const isYes = await confirm(question)
  if (!isYes) print('Nothing was changed.')
  return isYes
}

async function remove(
  context: DataContext,
  opened: Opened,
  { name, yes }: { name: string; yes?: true },
): Promise<void> {
  const added = await findAdded(opened.db, name)
  if (added === undefined)
    throw new OperatorError(`${name} was not added. Those that were: almanac data status`)
  if (!(await isAgreed(context, yes, `Take out what only ${name} says?`))) return
  await runAlone(context, opened, async () => {
    const progress = showProgress(`${name}: removing`, context.progress, context.clock, 'records')
    const { db, engine, writer, folder, signal } = opened
    const onProgress = (count: number) => progress.update({ share: undefined, rows: count })
    const { records, isDone } = await removeDataset(
      { db, engine, writer },
      { name, folder, signal, onProgress },
    ).finally(() => progress.stop())
    const count = records.toLocaleString('en')
    context.print(
      isDone
        ? `${name}: removed; ${count} records were touched, and what others say of them stays.`
        : `${name}: interrupted after ${count} records. Repeat the command to go on.`,
    )
    if (!isDone) context.setExitCode(1)
  })
}

async function check(
  { print, setExitCode, clock }: DataContext,
  { db, download }: Opened,
  { names, format }: { names: readonly string[] } & Format,
): Promise<void> {
  const rows = []
  for (const name of names)
    for (const dataset of await findDatasets(db, name)) {
      const { full, delta } = dataset.entry
      for (const form of delta === undefined ? [full] : [full, delta])
        for (const verdict of await checkForm({ ...download, clock }, form))
          rows.push(checkRow(dataset.name, verdict))
    }
  print(format === 'json' ? rows : table(rows, 'No addresses.'))
  if (rows.some(({ state }) => state !== 'expected')) setExitCode(1)
}

async function status({ print }: DataContext, { db }: Opened, { format }: Format): Promise<void> {
  const rows = await Promise.all(
    (await listAdded(db)).map(async (added) => statusRow(added, await listPublications(db, added.number))),
  )
  print(format === 'json' ? rows : table(rows, 'No data sets were added. Those there are: almanac data list'))
}
