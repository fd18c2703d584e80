import { InvalidArgumentError, Option, type Command } from 'commander'
import {
  countFindableRows,
  defaultMembers,
  enrichFile,
  enrichKeys,
  listKinds,
  OutputBusy,
  OutputExists,
  outputFormats,
  planFile,
  priceOfRows,
  UnclearList,
  type FilePlan,
  type FileSummary,
  type ListKind,
  type OutputFormat,
} from '../../capabilities/enrich/index.ts'
import type { LookupDeps } from '../../capabilities/resolve/index.ts'
import { UnreadableList } from '../../corpus/tables/index.ts'
import type { Clock } from '../../lib/clock.ts'
import { plus, times, toCredits, toMilli, type MilliCredits } from '../../lib/credits.ts'
import { priceList, type PriceKey } from '../../operation/index.ts'
import { OperatorError } from '../context.ts'
import { interruptSignal } from '../interrupt.ts'
import { showProgress, type ProgressOutput } from '../progress.ts'

/** What `enrich` needs of the machine. */
export interface EnrichContext {
  network(): LookupDeps['network']
  /** Opens the corpus of this data directory for reading; the command closes it. */
  openCorpus(): Promise<LookupDeps & { close(): Promise<void> }>
  /** What an organization pays for a unit of each. Throws an OperatorError where there is no such organization. */
  unitPrices(organizationId: string, keys: readonly PriceKey[]): Promise<Record<string, MilliCredits>>
  clock: Clock
  print(value: object | string): void
  /** Where progress is written: standard error, so that standard output stays clean. */
  progress: ProgressOutput
  setExitCode(code: number): void
}

interface EnrichOptions {
  as?: ListKind
  by: string[]
  members?: string[]
  out?: string
  format?: OutputFormat
  header?: 'first' | 'none'
  dryRun?: true
  organization?: string
}

const help = `
Rows come back in the same order and unchanged, with match (matched, unsure, not_found), match_confidence (0 to 1),
match_by, match_reason, match_candidate, and found_… for every member of the record. An unsure row only names its candidate.
The rules are those of the bulk look-ups.

--by companies: ${enrichKeys.companies.join(', ')}
--by people:    ${enrichKeys.people.join(', ')}

Repeat an interrupted or killed command and it continues where it stopped. It reads the corpus of this machine and
charges nobody; customers enrich lists over HTTP (POST /v1/enrich/start), with their key and their credits.`

/** `almanac enrich FILE` */
export function registerEnrich(program: Command, context: EnrichContext): void {
  program
    .command('enrich')
    .description('identify the companies or people in a list: CSV, .xlsx or JSON lines, also gzip or zstd')
    .argument('<file>', 'the list')
    .addOption(
      new Option('--as <kind>', 'what the rows are (default: recognised from the columns)').choices(
        listKinds,
      ),
    )
    .option(
      '--by <keys>',
      'what to match rows by, with the column heading if it differs: name,domain=Website (default: the columns that are recognised)',
      keysArgument,
      [],
    )
    .option(
      '--members <paths>',
      'members of the record to add: preferred_name,location_consensus.city',
      pathsArgument,
    )
    .option(
      '--out <file>',
      'where to write the result (default: beside the list, as NAME.enriched.csv, .xlsx or .jsonl)',
    )
    .addOption(
      new Option(
        '--format <format>',
        'format of the result (default: by the name of --out, else that of the list)',
      ).choices(outputFormats),
    )
    .addOption(
      new Option('--header <row>', 'whether the first row is the header (default: detected)').choices([
        'first',
        'none',
      ]),
    )
    .option(
      '--dry-run',
      'show what is recognised and the most the list would cost a customer; look nothing up',
    )
    .option('--organization <id>', 'whose prices the dry run goes by (default: those of the price list)')
    .addHelpText('after', help)
    .action((file: string, options: EnrichOptions) => runEnrich(context, file, options))
}

async function runEnrich(context: EnrichContext, file: string, options: EnrichOptions): Promise<void> {
  const { as, by, members, format, header } = options
  if (options.organization !== undefined && options.dryRun !== true)
    throw new OperatorError('--organization goes with --dry-run: the command charges nobody.')
  const interrupt = interruptSignal(() =>
    context.progress.write('Stopping after the current rows; press Ctrl-C again to stop at once.\n'),
  )
  try {
    const order = { file, as, by, members, header, format: formatOption(format, options.out) }
    const plan = await planFile(order, { network: context.network() })
    for (const line of planLines(plan)) context.print(line)
    if (options.dryRun === true)
      context.print(await estimate(context, plan, { ...options, signal: interrupt.signal }))
    else
      await enrich(context, plan, { out: options.out ?? beside(file, plan.format), signal: interrupt.signal })
  } catch (error) {
    throw expected(error)
  } finally {
    interrupt.dispose()
  }
}

async function enrich(
  context: EnrichContext,
  plan: FilePlan,
  { out, signal }: { out: string; signal: AbortSignal },
): Promise<void> {
  const corpus = await context.openCorpus()
  const progress = showProgress(plan.file, context.progress, context.clock)
  const { rowCount } = plan.list
  try {
    const onProgress = ({ rows, matched }: { rows: number; matched: number }) =>
      progress.update({ share: rows / rowCount, rows, note: `${matched.toLocaleString('en')} matched` })
    const summary = await enrichFile(corpus, plan, { out, signal, onProgress })
    progress.stop()
    for (const line of summaryLines(summary, plan, out)) context.print(line)
    if (summary.ended === 'interrupted') context.setExitCode(1)
  } finally {
    progress.stop()
    await corpus.close()
  }
}

function planLines({ file, kind, list, used, notes }: FilePlan): string[] {
  const columns = used.map(({ key, name, confidence }) => `${key} = ${JSON.stringify(name)} (${confidence})`)
  const rows = `${list.rowCount.toLocaleString('en')} ${list.rowCount === 1 ? 'row' : 'rows'}`
  return [
    `${file}: ${rows} of ${kind}${list.hasHeader ? '' : ', no header'}, found by ${columns.join(', ')}`,
    ...notes,
  ]
}

async function estimate(
  context: EnrichContext,
  plan: FilePlan,
  { organization, signal }: { organization?: string; signal: AbortSignal },
): Promise<string> {
  const findable = await countFindableRows(plan, signal)
  const lines = priceOfRows(plan.kind, findable)
  const keys = lines.map(({ key }) => key)
  const own = organization === undefined ? {} : await context.unitPrices(organization, keys)
  const findPrice = (key: PriceKey) => own[key] ?? toMilli(priceList[key].credits)
  const most = toCredits(plus(...lines.map(({ key, units }) => times(findPrice(key), units)))).toLocaleString(
    'en',
    { maximumFractionDigits: 3 },
  )
  return `${findable.toLocaleString('en')} of ${plan.list.rowCount.toLocaleString('en')} rows would be looked up. This command charges nobody; over HTTP the list costs at most ${most} credits.`
}

function summaryLines(summary: FileSummary, { list }: FilePlan, out: string): string[] {
  const { rows, matched, duplicates, unsure, notFound, resumedAt, ended } = summary
  const count = (number: number) => number.toLocaleString('en')
  const lines = resumedAt > 0 ? [`Resumed after ${count(resumedAt)} rows.`] : []
  if (ended === 'interrupted')
    return [
      ...lines,
      `Interrupted after ${count(rows)} of ${count(list.rowCount)} rows. Repeat the command to continue.`,
    ]
  return [
    ...lines,
    `${out}: ${count(matched)} matched${duplicates === 0 ? '' : ` (${count(duplicates)} of earlier rows)`}, ${count(unsure)} unsure, ${count(notFound)} not found`,
  ]
}

/**
 * The format given as an option, or by the name of the output. A workbook under another extension opens nowhere, nor does
 * another file named as a workbook.
 */
function formatOption(format: OutputFormat | undefined, out: string | undefined): OutputFormat | undefined {
  const ending = /\.(csv|jsonl|xlsx)$/i.exec(out ?? '')?.[1]?.toLowerCase() as OutputFormat | undefined
  if (format !== undefined && ending !== undefined && format !== ending && [format, ending].includes('xlsx'))
    throw new OperatorError(`--format ${format} does not match the file name ${out}.`)
  return format ?? ending
}

/** `leads.csv.gz` -> `leads.enriched.csv`, in the same folder. */
const beside = (file: string, format: OutputFormat) =>
  `${file.replace(/\.(?:gz|gzip|zst|zstd)$/i, '').replace(/\.(?:csv|tsv|txt|xlsx|xlsm|xls|jsonl|ndjson|json)$/i, '')}.enriched.${format}`

const mistakes = [UnclearList, UnreadableList, OutputExists, OutputBusy]

function expected(error: unknown): unknown {
  if (error instanceof Error && mistakes.some((mistake) => error instanceof mistake))
    return new OperatorError(error.message)
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown }
  return code === 'ENOENT'
    ? new OperatorError(`${typeof path === 'string' ? path : 'file'}: no such file`)
    : error
}

/** Splits only at commas before another key, so that a heading may contain a comma. */
function keysArgument(text: string, before: string[]): string[] {
  const keys = text.split(/,(?=\s*[a-z_]+\s*(?:[=,]|$))/).map((key) => key.trim())
  if (keys.includes(''))
    throw new InvalidArgumentError('expected keys separated by commas: name,domain=Website')
  return [...before, ...keys]
}

function pathsArgument(text: string, before: string[] = []): string[] {
  const paths = text.split(',').map((path) => path.trim())
  if (paths.includes(''))
    throw new InvalidArgumentError(
      `expected members separated by commas, such as ${defaultMembers.companies.slice(0, 3).join(',')}`,
    )
  return [...before, ...paths]
}
