import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { countArgument } from '../src/cli/arguments.ts'
import { benchAll, type AllBenchOptions } from './all.ts'
import { benchEmailPattern } from './email-pattern.ts'
import { benchEnrich } from './enrich.ts'
import { benchExports } from './exports.ts'
import { benchGrowth } from './growth.ts'
import { growthKinds, type GrowthKind } from './growth/rows.ts'
import { benchHotels } from './hotels.ts'
import { benchFlights } from './flights.ts'
import { benchHttp } from './http.ts'
import { benchImport, type ImportBenchOptions } from './import.ts'
import { benchInsight } from './insight.ts'
import { benchJoining } from './joining-lives.ts'
import { benchLanguage } from './language.ts'
import { benchLedger } from './ledger.ts'
import { benchLists, listsParts, type ListsBenchOptions } from './lists.ts'
import { loadNow, resultsFile, writeReport, type Report } from './results-file.ts'
import { benchMix } from './mix.ts'
import { benchOpenData } from './open-data.ts'
import { benchPlaces } from './places.ts'
import { benchResolution } from './resolution.ts'
import { benchResolve } from './resolve.ts'
import { benchReveals } from './reveals.ts'
import { benchSample } from './sample.ts'
import { benchSearch } from './search.ts'
import { benchTrackers } from './trackers.ts'
import { benchWebhooks } from './webhooks.ts'

const program = new Command('bench').description(
  'Measures Almanac next to named baselines in one run and writes bench/RESULTS.md',
)

/** Runs one benchmark and writes its section. */
async function record(measure: () => Promise<Omit<Report, 'loadBefore'>>): Promise<void> {
  const loadBefore = loadNow()
  const report = { ...(await measure()), loadBefore }
  await writeReport(report, program.opts<{ out: string }>().out)
  process.stdout.write(`\n${report.title}\n\n${report.body}\n`)
}

/** Sizes, the smallest first. */
const sizesArgument = (text: string): number[] =>
  text
    .split(',')
    .map((size) => countArgument(size))
    .sort((a, b) => a - b)

const kindsOf = (text: string): GrowthKind[] => growthKinds.filter((kind) => text.split(',').includes(kind))

program.option('--out <file>', 'file the results go to', resultsFile)

program
  .command('all')
  .description(
    'processor time of the commonest work, beside the figures committed last or another version; fails at 15 % more',
  )
  .option('--quick', 'a small corpus: 15 minutes on a quiet machine', false)
  .option('--against <folder>', 'another version with its packages, measured in turns')
  .action((options: AllBenchOptions) =>
    record(async () => {
      const { report, dearer } = await benchAll(options)
      // Said at the end, where it is seen.
      if (dearer.length > 0) {
        process.exitCode = 1
        process.once('exit', () => process.stderr.write(`\nDearer than before: ${dearer.join(', ')}\n`))
      }
      return report
    }),
  )

program
  .command('search')
  .description('counts and pages over HTTP against raw engine SQL, Postgres and DuckDB on the same rows')
  .option('--companies <n>', 'companies of the sample; ten people each', countArgument, 300_000)
  .option('--runs <n>', 'timed runs of each question', countArgument, 200)
  .option('--data <dir>', 'data directory to use; made where it is missing, never removed')
  .option('--keep', 'keep the data for the next run')
  .option('--without <names>', 'baselines to leave out: postgres,duckdb', '')
  .action((options: { companies: number; runs: number; data?: string; keep?: true; without: string }) =>
    record(() => benchSearch({ ...options, without: options.without.split(',') })),
  )

program
  .command('hotels')
  .description('pages of hotels with nightly calendars over HTTP against the raw engine query')
  .option('--properties <n>', 'properties, with a calendar of a year each', countArgument, 100_000)
  .option('--runs <n>', 'timed runs of each question', countArgument, 100)
  .action((options: { properties: number; runs: number }) => record(() => benchHotels(options)))

program
  .command('insight')
  .description('talent flow, departments and the like over HTTP against a page of a plain search')
  .option('--companies <n>', 'companies of the sample; ten people each', countArgument, 300_000)
  .option('--runs <n>', 'timed runs of each question', countArgument, 50)
  .option('--data <dir>', 'data directory with a sample to use; default one that is made and removed')
  .action((options: { companies: number; runs: number; data?: string }) =>
    record(() => benchInsight(options)),
  )

program
  .command('flights')
  .description('flight searches with two changes against a scan of the same flights')
  .option('--flights <n>', 'schedules', countArgument, 100_000)
  .option('--runs <n>', 'timed runs of each way', countArgument, 20)
  .action((options: { flights: number; runs: number }) => record(() => benchFlights(options)))

program
  .command('mix')
  .description('searches a second of many clients, on the data that `search --keep` left')
  .option('--data <dir>', 'folder that `search` used; default that of its default size')
  .option('--clients <n>', 'callers side by side', countArgument, 16)
  .option('--seconds <n>', 'seconds of the run', countArgument, 120)
  .action((options: { data?: string; clients: number; seconds: number }) => record(() => benchMix(options)))

program
  .command('places')
  .description('radius searches over places of maps, by cells and by coordinates')
  .option('--places <n>', 'places; at 5,000,000 filling takes some minutes', countArgument, 1_000_000)
  .option('--runs <n>', 'timed runs of each question', countArgument, 50)
  .action((options: { places: number; runs: number }) => record(() => benchPlaces(options)))

program
  .command('sample')
  .description('people a second of `almanac sample`, and what the time goes into')
  .option('--companies <n>', 'companies of the sample; ten people each', countArgument, 20_000)
  .action((options: { companies: number }) => record(() => benchSample(options)))

program
  .command('exports')
  .description(
    'MB a second and a processor second of the people of an audience as files, and the memory it takes',
  )
  .option('--companies <n>', 'companies of the sample; ten people each', countArgument, 10_000)
  .action((options: { companies: number }) => record(() => benchExports(options)))

program
  .command('lists')
  .description(
    'searches with a large exclusion list, saved searches due at one instant, an audience and its pages',
  )
  .option('--companies <n>', 'companies of the sample; ten people each', countArgument, 100_000)
  .option('--excluded <n>', 'entries of the exclusion list', countArgument, 1_000_000)
  .option('--due <n>', 'saved searches', countArgument, 1_000)
  .option('--runs <n>', 'timed runs of each question', countArgument, 100)
  .addOption(new Option('--only <part>', 'one part alone, where time is short').choices(listsParts))
  .action((options: ListsBenchOptions) => record(() => benchLists(options)))

program
  .command('import')
  .description('rows a second of `almanac import` against the engine alone reading the same file')
  .option('--people <n>', 'people in the file', countArgument, 50_000)
  .option('--companies <n>', 'thin companies in the other file', countArgument, 100_000)
  .option('--rounds <n>', 'rounds, each in stores of its own', countArgument, 3)
  .option('--against <folder>', 'another version with its packages, measured in turns')
  .action((options: ImportBenchOptions) => record(() => benchImport(options)))

program
  .command('growth')
  .description(
    'bytes, imports, look-ups, searches and lists of a corpus that grows, as a table and a picture',
  )
  .option('--rows <list>', 'sizes at which it is measured', sizesArgument, [100_000, 300_000, 1_000_000])
  .option('--kinds <list>', 'companies,people', growthKinds.join())
  .option('--runs <n>', 'look-ups and searches of each size', countArgument, 200)
  .option(
    '--pictures <folder>',
    'where the curves go, a picture a kind',
    fileURLToPath(new URL('../docs/guide', import.meta.url)),
  )
  .action(async (options: { rows: number[]; kinds: string; runs: number; pictures: string }) => {
    for (const kind of kindsOf(options.kinds)) await record(() => benchGrowth({ ...options, kind }))
  })

program
  .command('resolution')
  .description('precision and recall of company and person names on sets whose truth is known')
  .option('--people <n>', 'people of the sample; a tenth as many companies', countArgument, 3_000)
  .option('--data <dir>', 'folder of the real sets; default ../shared/data')
  .action((options: { people: number; data?: string }) =>
    record(() => benchResolution({ people: options.people, data: options.data })),
  )

program
  .command('joining')
  .description('precision and recall of people joined without a shared identifier')
  .option(
    '--sets <dir>',
    'folder of real sets (Febrl, fake_1000, historical figures); those not there are left out',
  )
  .action((options: { sets?: string }) => record(() => benchJoining(options)))

program
  .command('email-pattern')
  .description('how often the likeliest address is right, against the commonest pattern of the domain')
  .option('--pairs <file>', 'CSV of name,email whose truth is known; made pairs when left out')
  .option('--people <n>', 'made pairs', countArgument, 12_000)
  .action((options: { pairs?: string; people: number }) =>
    record(() => benchEmailPattern({ pairs: options.pairs, people: options.people })),
  )

program
  .command('language')
  .description('precision and recall of filters read from questions, and processor time of a question')
  .action(() => record(() => Promise.resolve(benchLanguage())))

program
  .command('http')
  .description('requests a second against bare node:http answering the same bytes')
  .option('--seconds <n>', 'seconds of each measurement', countArgument, 10)
  .option('--connections <n>', 'connections of the generator', countArgument, 16)
  .action((options: { seconds: number; connections: number }) => record(() => benchHttp(options)))

program
  .command('ledger')
  .description('hold and settle a second against a bare insert-and-update transaction')
  .option('--seconds <n>', 'seconds of each measurement', countArgument, 5)
  .action((options: { seconds: number }) => record(() => benchLedger(options)))

program
  .command('resolve')
  .description(
    'one look-up by identifier, fifty at once, by e-mail address, by name and company: time and processor time',
  )
  .option('--data <dir>', 'data directory of Almanac, not running; made and removed again when left out')
  .option('--companies <n>', 'companies of the sample; ten people each', countArgument, 10_000)
  .option('--runs <n>', 'look-ups of each kind; a tenth as many of fifty', countArgument, 500)
  .action((options: { data?: string; companies: number; runs: number }) =>
    record(() => benchResolve(options)),
  )

program
  .command('reveals')
  .description('contact reveals a second from many clients, beside plain look-ups, and 10,000 logos at once')
  .option('--data <dir>', 'data directory of Almanac, not running; made and removed again when left out')
  .option('--seconds <n>', 'seconds of each measurement', countArgument, 10)
  .option('--clients <n>', 'clients side by side', countArgument, 16)
  .option('--companies <n>', 'companies of the sample; ten people each', countArgument, 10_000)
  .action((options: { data?: string; seconds: number; clients: number; companies: number }) =>
    record(() => benchReveals(options)),
  )

program
  .command('enrich')
  .description('rows a second of lists over HTTP: by identifier, by name and employer, messy companies')
  .option('--data <dir>', 'data directory of Almanac, not running; made and removed again when left out')
  .option('--companies <n>', 'companies of the sample; ten people each', countArgument, 10_000)
  .option('--rows <n>', 'rows of each list', countArgument, 20_000)
  .action((options: { data?: string; companies: number; rows: number }) => record(() => benchEnrich(options)))

program
  .command('open-data')
  .description('generated rows of two open data sets loaded by the command: rate, memory, look-ups beside it')
  .option('--rows <n>', 'rows of each set', countArgument, 300_000)
  .action((options: { rows: number }) => record(() => benchOpenData(options)))

program
  .command('trackers')
  .description(
    'a refresh of a list with every rule about companies, after a few of them changed and after all did',
  )
  .option('--companies <n>', 'companies of the list', countArgument, 100_000)
  .action((options: { companies: number }) => record(() => benchTrackers(options)))

program
  .command('webhooks')
  .description('deliveries a second to one receiver, and how long an event waits beside endpoints that hang')
  .option(
    '--deliveries <n>',
    'events that wait; a twentieth as many that come one by one',
    countArgument,
    5_000,
  )
  .option('--hanging <n>', 'endpoints whose receiver never answers', countArgument, 100)
  .action((options: { deliveries: number; hanging: number }) => record(() => benchWebhooks(options)))

// Left behind by a run that was killed: named here rather than removed, since another run may be using it.
const leftBehind = await readdir(new URL('.data/', import.meta.url)).catch(() => [])
if (process.argv.length <= 2) {
  program.outputHelp()
  if (leftBehind.length > 0) process.stdout.write(`\nKept in bench/.data: ${leftBehind.join(', ')}\n`)
} else await program.parseAsync()
