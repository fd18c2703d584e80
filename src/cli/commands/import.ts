import { availableParallelism } from 'node:os'
import type { Readable } from 'node:stream'
import { Option, type Command } from 'commander'
import {
  explainFile,
  fileFormats,
  importFile,
  importKinds,
  InvalidMapping,
  nameSource,
  isWorthThreads,
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
import { readMapping } from '../import-mapping.ts'
import { interruptSignal } from '../stop-signal.ts'
import { driftLines, identityLines, reportLines } from '../import-report.ts'
import { showProgress, type ProgressOutput } from '../progress.ts'
import type { WhileWaiting } from '../disk-wait.ts'

/** What `import` needs of the machine. */
export interface ImportContext {
  /** Opens the corpus of this data directory for writing; the command closes it. */
  openWriter(waiting: WhileWaiting): Promise<{
    writer: CorpusWriter
    /** Counts the made-up records of the corpus. */
    sample: { companies: number; people: number }
    close(): Promise<void>
  }>
  clock: Clock
  print(value: object | string): void
  /** Where progress is written: standard error, so that standard output stays clean. */
  progress: ProgressOutput
  setExitCode(code: number): void
  stdin?: Readable
  /** The folder in which tables are joined; the one for temporary files when absent. */
  findScratch?(): string
}

const exitCodes = { good: 0, failed: 1, rejected: 2 } as const

/** `almanac import KIND FILE…` */
export function registerImport(program: Command, context: ImportContext): void {
  program
    .command('import')
    .description(
      'load companies, people or any other kind of records from files: JSON lines, JSON, XML, CSV, .xlsx, Parquet or .osm.pbf, also gzip or zstd, and members of .zip and .tar archives',
    )
    .argument('<kind>', `one of ${importKinds.join(', ')}`, kindArgument)
    .argument('<file...>', 'files; - reads the standard input')
    .addOption(
      new Option(
        '--format <format>',
        'format of the rows: Almanac records, anything with a mapping, deliveries of People Data Labs, or OpenStreetMap (GeoJSON, PBF)',
      ).choices(['native', 'map', 'pdl', 'osm']),
    )
    .option('--map <file>', 'mapping file, YAML or JSON (implies --format map)')
    .addOption(new Option('--file-format <format>', 'default: by content and extension').choices(fileFormats))
    .option(
      '--member <pattern>',
      "the files of an archive or a folder that hold the rows: NAME, *.csv (default: the mapping's member, else the only file)",
    )
    .option(
      '--source <name>',
      "where the data comes from (default: the mapping's source, else the file's name)",
      sourceArgument,
    )
    .option('--as-of <date>', 'day or instant when the data was true (default: now)', dateArgument)
    .option('--batch <rows>', 'rows per commit', batchArgument, 5000)
    .option(
      '--workers <n>',
      'threads that read rows and build records (default: one per core, none for small files)',
      workersArgument,
    )
    .option('--rejects <file>', 'where to write rejected rows (default: FILE.rejects.jsonl)')
    .option('--guess', 'guess what the columns of a table of companies or people are, and write a mapping')
    .option(
      '--names',
      'also accept rows with a name but no identifier: each becomes a record found by its name',
    )
    .option('--map-out <file>', 'where to write the guessed mapping (default: FILE.map.yaml)')
    .option('--dry-run', 'write nothing; report what would happen to each member')
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
  const mapping = await readMapping(context.progress, kind, { files, options }).catch((error: unknown) => {
    throw expected(error)
  })
  const observedAt = options.asOf ?? new Date(context.clock.now())
  const interrupt = interruptSignal(() =>
    context.print('Stopping after the current batch; press Ctrl-C again to stop at once.'),
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
  /** Started for the first file that is large enough. */
  threads?: ReadThreads
  /** The results of a dry run's files. */
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
          'Interrupted. Repeat the command to continue: rows already loaded cost little and change nothing.',
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
  const readCode = hasRejects ? exitCodes.rejected : exitCodes.good
  context.setExitCode(isDamaged ? exitCodes.failed : readCode)
}

/** Every search finds made-up records beside real ones, so an operator who loads real ones gets a warning. */
function tellOfSample(
  { progress }: ImportContext,
  { companies, people }: { companies: number; people: number },
): void {
  if (companies + people === 0) return
  progress.write(
    `The corpus also holds the sample (${companies.toLocaleString('en')} made-up companies, ${people.toLocaleString('en')} people); ` +
      '`almanac sample remove` removes it.\n',
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
      member: options.member,
      scratch: context.findScratch?.(),
      source: options.source ?? mapping?.source ?? nameSource(file),
      names: options.names,
      batchRows: options.batch,
      threads: await threadsFor(job, file),
      ...(context.stdin ? { stdin: context.stdin } : {}),
      onRejects: (rejected) => rejects.add(rejected, isCommon ? file : undefined),
      onProgress: (now) => {
        last = now
        const { bytes, totalBytes, rows, rejected } = now
        progress.update({
          // The file is read to its end before its rows are written, so only the summary says 100 %.
          share: totalBytes === undefined ? undefined : Math.min(0.99, bytes / Math.max(totalBytes, 1)),
          rows,
          bytes,
          note: rejected > 0 ? `${rejected.toLocaleString('en')} rejected` : '',
        })
      },
    })
  } catch (error) {
    // Batches already written stay in, whatever ended the import.
    if (last !== undefined)
      context.print(`${file}: stopped before its end: ${writeCounts(last)}. Repeat the command to continue.`)
    throw error
  } finally {
    progress.stop()
  }
}

async function threadsFor(job: ImportJob, file: string): Promise<ReadThreads | undefined> {
  const { workers } = job.options
  const count = workers ?? Math.min(availableParallelism(), maxWorkers)
  if (count === 0) return undefined
  if (workers === undefined && file !== '-' && !(await isWorthThreads(file))) return undefined
  return (job.threads ??= openReadThreads(count))
}

function tell(
  { context, kind }: Pick<ImportJob, 'context' | 'kind'>,
  file: string,
  summary: ImportSummary,
  rejects: RejectsFile,
): void {
  const { rejected, leftOut } = summary
  const counts = writeCounts(summary)
  const out = leftOut > 0 ? `, ${leftOut.toLocaleString('en')} left out` : ''
  // Several rows of one batch may be about one record, which counts once.
  const further = summary.rows - summary.created - summary.changed - summary.unchanged - rejected - leftOut
  const same = further > 0 ? `, ${further.toLocaleString('en')} about records already counted` : ''
  context.print(`${file}: ${counts}${out}${same}${rejected > 0 ? `; see ${rejects.path}` : ''}`)
  for (const line of identityLines(kind, summary.identity)) context.print(line)
  for (const line of driftLines(summary.drift)) context.print(line)
  for (const note of summary.notes) context.print(`${file}: ${note}`)
  if (summary.problem !== undefined) context.print(`${file}: ${summary.problem}`)
}

const writeCounts = ({ created, changed, unchanged, rejected }: ImportProgress): string =>
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
    member: options.member,
    scratch: context.findScratch?.(),
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
      `Stopped before the end: ${error.message}. Repeat the command when the service answers again: rows already loaded cost little and change nothing.`,
    )
  if (error instanceof InvalidMapping || error instanceof UnreadableFile)
    return new OperatorError(error.message)
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown }
  const reasons: Record<string, string> = {
    ENOENT: 'no such file',
    EACCES: 'no permission',
    EROFS: 'is on a read-only disk',
  }
  const reason = typeof code === 'string' ? reasons[code] : undefined
  return reason === undefined
    ? error
    : new OperatorError(`${typeof path === 'string' ? path : 'file'}: ${reason}`)
}
