import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import { Option, type Command } from 'commander'
import {
  explainFile,
  fileFormats,
  importFile,
  importKinds,
  InvalidMapping,
  openReadThreads,
  rejectsFile,
  UnreadableFile,
  type ImportKind,
  type ImportProgress,
  type ImportSummary,
  type Mapping,
  type ReadThreads,
  type RejectsFile,
} from '../../corpus/import/index.ts'
import type { CorpusWriter } from '../../corpus/write/index.ts'
import type { Clock } from '../../lib/clock.ts'
import { EngineUnavailable } from '../../store/clickhouse/index.ts'
import { StoreUnavailable } from '../../store/postgres/index.ts'
import { OperatorError } from '../context.ts'
import {
  batchArgument,
  dateArgument,
  kindArgument,
  maxWorkers,
  sourceArgument,
  workersArgument,
  type ImportOptions,
} from '../import-arguments.ts'
import { mappingOf, sourceOf } from '../import-mapping.ts'
import { interruptSignal } from '../interrupt.ts'
import { driftLines, identityLines, reportLines } from '../import-report.ts'
import { showProgress, type ProgressOutput } from '../progress.ts'
import type { WhileWaiting } from '../writing-room.ts'

/** What `import` needs of the machine. */
export interface ImportContext {
  /** Opens the corpus of this data directory for writing; the command closes it. */
  openWriter(waiting: WhileWaiting): Promise<{
    writer: CorpusWriter
    /** What of the corpus is made up. */
    sample: { companies: number; people: number }
    close(): Promise<void>
  }>
  clock: Clock
  print(value: object | string): void
  /** Where progress goes; standard error, so that standard output stays clean. */
  progress: ProgressOutput
  setExitCode(code: number): void
  stdin?: Readable
}

const exitCodes = { good: 0, failed: 1, rejected: 2 } as const

/** `almanac import KIND FILE…` */
export function registerImport(program: Command, context: ImportContext): void {
  program
    .command('import')
    .description(
      'load companies, people or any other kind of records from files: JSON lines, JSON, CSV, .xlsx, Parquet or .osm.pbf, also gzip or zstd',
    )
    .argument('<kind>', `one of ${importKinds.join(', ')}`, kindArgument)
    .argument('<file...>', 'files; - reads the standard input')
    .addOption(
      new Option(
        '--format <format>',
        'what the rows are: Almanac records, anything a mapping explains, deliveries of People Data Labs, or OpenStreetMap (GeoJSON, PBF)',
      ).choices(['native', 'map', 'pdl', 'osm']),
    )
    .option('--map <file>', 'mapping file, YAML or JSON (implies --format map)')
    .addOption(new Option('--file-format <format>', 'default: by content and extension').choices(fileFormats))
    .option(
      '--source <name>',
      "where the data comes from (default: the mapping's source, else the file's name)",
      sourceArgument,
    )
    .option('--as-of <date>', 'day or instant the data was true (default: now)', dateArgument)
    .option('--batch <rows>', 'rows of one commit', batchArgument, 5000)
    .option(
      '--workers <n>',
      'threads that read rows and build records (default: one a core, of small files none)',
      workersArgument,
    )
    .option('--rejects <file>', 'where rejected rows go (default: FILE.rejects.jsonl)')
    .option('--guess', 'guess what the columns of a table of companies or people are, and write a mapping')
    .option('--names', 'take rows with a name and no identifier, too: each is a record found by its name')
    .option('--map-out <file>', 'where the guessed mapping goes (default: FILE.map.yaml)')
    .option('--dry-run', 'write nothing; report what would become of the members')
    .action((kind: ImportKind, files: string[], options: ImportOptions) =>
      runImport(context, kind, files, options),
    )
}

async function runImport(
  context: ImportContext,
  kind: ImportKind,
  files: string[],
  options: ImportOptions,
): Promise<void> {
  const mapping = await mappingOf(context.progress, kind, { files, options }).catch((error: unknown) => {
    throw expected(error)
  })
  const observedAt = options.asOf ?? new Date(context.clock.now())
  const interrupt = interruptSignal(() =>
    context.print('Stopping after the batch in hand; Ctrl-C again ends at once.'),
  )
  const job: ImportJob = {
    context,
    kind,
    options,
    mapping,
    observedAt,
    signal: interrupt.signal,
    worst: exitCodes.good,
  }
  try {
    if (options.dryRun) for (const file of files) await explain(job, file)
    else await importFiles(job, files)
  } catch (error) {
    throw expected(error)
  } finally {
    interrupt.dispose()
  }
}

interface ImportJob {
  context: ImportContext
  kind: ImportKind
  options: ImportOptions
  mapping: Mapping | undefined
  observedAt: Date
  signal: AbortSignal
  /** Begun with the first file that is worth them. */
  threads?: ReadThreads
  /** What the files of a dry run came to. */
  worst: (typeof exitCodes)[keyof typeof exitCodes]
}

async function importFiles(job: ImportJob, files: string[]): Promise<void> {
  const { context, options } = job
  const corpus = await context.openWriter({
    signal: job.signal,
    say: (text) => void context.progress.write(`${text}\n`),
  })
  tellOfSample(context, corpus.sample)
  const common = options.rejects === undefined ? undefined : rejectsFile(options.rejects)
  let [hasRejects, isDamaged] = [false, false]
  try {
    for (const file of files) {
      const rejects = common ?? rejectsFile(`${file === '-' ? 'stdin' : file}.rejects.jsonl`)
      const summary = await importOne(job, {
        file,
        writer: corpus.writer,
        rejects,
        isCommon: common !== undefined,
      })
      if (common === undefined) await rejects.close()
      tell(job, file, summary, rejects)
      hasRejects ||= summary.rejected > 0
      isDamaged ||= summary.ended === 'damaged'
      if (summary.ended === 'interrupted') {
        context.print(
          'Interrupted. Repeat the command to go on: rows that are in already cost little and change nothing.',
        )
        isDamaged = true
        break
      }
    }
    await corpus.writer.settle()
  } finally {
    await common?.close()
    await job.threads?.close()
    await corpus.close()
  }
  context.setExitCode(isDamaged ? exitCodes.failed : hasRejects ? exitCodes.rejected : exitCodes.good)
}

/** Made-up records beside real ones are found by every search: whoever loads real ones is told. */
function tellOfSample(
  { progress }: ImportContext,
  { companies, people }: { companies: number; people: number },
): void {
  if (companies + people === 0) return
  progress.write(
    `The corpus also holds the sample (${companies.toLocaleString('en')} made-up companies, ${people.toLocaleString('en')} people); ` +
      '`almanac sample remove` takes it out.\n',
  )
}

interface OneFile {
  file: string
  writer: CorpusWriter
  rejects: RejectsFile
  isCommon: boolean
}

async function importOne(
  job: ImportJob,
  { file, writer, rejects, isCommon }: OneFile,
): Promise<ImportSummary> {
  const { context, kind, options, mapping, observedAt, signal } = job
  const progress = showProgress(file, context.progress, context.clock)
  let last: ImportProgress | undefined
  try {
    return await importFile({
      kind,
      file,
      mapping,
      observedAt,
      isOfNow: options.asOf === undefined,
      signal,
      writer,
      fileFormat: options.fileFormat,
      source: options.source ?? mapping?.source ?? sourceOf(file),
      names: options.names,
      batchRows: options.batch,
      threads: await threadsFor(job, file),
      ...(context.stdin ? { stdin: context.stdin } : {}),
      onRejects: (rejected) => rejects.add(rejected, isCommon ? file : undefined),
      onProgress: (now) => {
        last = now
        const { bytes, totalBytes, rows, rejected } = now
        progress.update({
          // The end of the file is read before its rows are written, so 100 % is left to the summary.
          share: totalBytes === undefined ? undefined : Math.min(0.99, bytes / Math.max(totalBytes, 1)),
          rows,
          bytes,
          note: rejected > 0 ? `${rejected.toLocaleString('en')} rejected` : '',
        })
      },
    })
  } catch (error) {
    // Batches that were written are in, whatever ended the import.
    if (last !== undefined)
      context.print(`${file}: ended before its end: ${countsOf(last)}. Repeat the command to go on.`)
    throw error
  } finally {
    progress.stop()
  }
}

/** Of fewer bytes reading is over before threads have begun. */
const smallBytes = 4_000_000

async function threadsFor(job: ImportJob, file: string): Promise<ReadThreads | undefined> {
  const { workers } = job.options
  const count = workers ?? Math.min(availableParallelism(), maxWorkers)
  const isSmall = workers === undefined && file !== '-' && (await stat(file)).size < smallBytes
  if (count === 0 || isSmall) return undefined
  return (job.threads ??= openReadThreads(count))
}

function tell(
  { context, kind }: Pick<ImportJob, 'context' | 'kind'>,
  file: string,
  summary: ImportSummary,
  rejects: RejectsFile,
): void {
  const { rejected, leftOut } = summary
  const counts = countsOf(summary)
  const out = leftOut > 0 ? `, ${leftOut.toLocaleString('en')} left out` : ''
  // Several rows of one batch may be about one record, which counts once.
  const further = summary.rows - summary.created - summary.changed - summary.unchanged - rejected - leftOut
  const same = further > 0 ? `, ${further.toLocaleString('en')} about records counted already` : ''
  context.print(`${file}: ${counts}${out}${same}${rejected > 0 ? `; see ${rejects.path}` : ''}`)
  for (const line of identityLines(kind, summary.identity)) context.print(line)
  for (const line of driftLines(summary.drift)) context.print(line)
  for (const note of summary.notes) context.print(`${file}: ${note}`)
  if (summary.problem !== undefined) context.print(`${file}: ${summary.problem}`)
}

const countsOf = ({ created, changed, unchanged, rejected }: ImportProgress): string =>
  Object.entries({ created, changed, unchanged, rejected })
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')

async function explain(job: ImportJob, file: string): Promise<void> {
  const { context, kind, options, mapping, observedAt, signal } = job
  const report = await explainFile({
    kind,
    file,
    mapping,
    observedAt,
    signal,
    names: options.names,
    fileFormat: options.fileFormat,
    ...(context.stdin ? { stdin: context.stdin } : {}),
  })
  for (const line of reportLines(file, report)) context.print(line)
  for (const note of report.notes) context.print(`${file}: ${note}`)
  if (report.problem !== undefined) context.print(`${file}: ${report.problem}`)
  if (report.problem !== undefined) job.worst = exitCodes.failed
  else if (report.rejected > 0 && job.worst === exitCodes.good) job.worst = exitCodes.rejected
  context.setExitCode(job.worst)
}

function expected(error: unknown): unknown {
  if (error instanceof StoreUnavailable || error instanceof EngineUnavailable)
    return new OperatorError(
      `Ended before the end: ${error.message}. Repeat the command when the service answers again: rows that are in already cost little and change nothing.`,
    )
  if (error instanceof InvalidMapping || error instanceof UnreadableFile)
    return new OperatorError(error.message)
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown }
  const reasons: Record<string, string> = {
    ENOENT: 'there is no such file',
    EACCES: 'no permission',
    EROFS: 'is on a read-only disk',
  }
  const reason = typeof code === 'string' ? reasons[code] : undefined
  return reason === undefined
    ? error
    : new OperatorError(`${typeof path === 'string' ? path : 'file'}: ${reason}`)
}
