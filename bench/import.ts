import { createReadStream, createWriteStream } from 'node:fs'
import { stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sampleDay } from '../src/cli/first-sample.ts'
import { createWorld, generatePerson, type World } from '../src/corpus/sample/index.ts'
import type { ClickHouse } from '../src/store/clickhouse/index.ts'
import { middleOf } from './all/ratios.ts'
import { almanacCosts } from './almanac-process.ts'
import type { ProcessorTime } from './process-tree.ts'
import { thinMap, writeCompanies } from './growth/rows.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'
import { engineVersion, withEngine } from './scratch-engine.ts'

export interface ImportBenchOptions {
  people: number
  /** Thin companies. */
  companies: number
  rounds: number
  /** Folder of another version with its packages, measured in turns with this one. */
  against?: string | undefined
}

/** One command to measure. */
interface Step {
  name: string
  rows: number
  megabytes: number
  args: string[]
}

interface Cost {
  seconds: number
  used: ProcessorTime
}

/** One row: what a command takes to open and close its stores. */
const openingName = 'one row'

const root = join(import.meta.dirname, '..')

/** `npm run bench -- import` */
export function benchImport(options: ImportBenchOptions): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('import', async (dir) => {
    const { people, companies, rounds, against } = options
    const steps = await writeSteps(dir, options)
    const versions = [
      { name: 'now', root },
      ...(against === undefined ? [] : [{ name: 'before', root: resolve(against) }]),
    ]
    const costs = new Map<string, Cost[]>()
    for (let round = 0; round < rounds; round++) {
      for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
        const dataDir = join(dir, `${version.name}-${round}`)
        // A start without rows, so that making the stores is no part of the first import.
        await almanacCosts({ dataDir, root: version.root }, 'org', 'list')
        for (const step of steps) {
          const key = `${step.name}, ${version.name}`
          const cost = await importCosts({ dataDir, root: version.root }, step.args)
          say(`${key}: ${Math.round(step.rows / cost.seconds)} rows a second`)
          costs.set(key, [...(costs.get(key) ?? []), cost])
        }
      }
    }
    say('the engine alone')
    const first = steps.find(({ name }) => name !== openingName)
    const engine = await withEngine(join(dir, 'engine'), async (open) => ({
      version: await engineVersion(open),
      parsed: await parsedSeconds(open, first?.args.at(-1) ?? ''),
    }))
    return {
      bench: 'import',
      title: `import: ${people.toLocaleString('en')} people as native JSON lines, ${companies.toLocaleString('en')} thin companies as CSV`,
      command: `npm run bench -- import --people ${people} --companies ${companies} --rounds ${rounds}${against === undefined ? '' : ' --against FOLDER'}`,
      versions: { engine: engine.version },
      body: reportBody(steps, costs, {
        versions: versions.map(({ name }) => name),
        rounds,
        parsed: engine.parsed,
      }),
    }
  })
}

async function writeSteps(dir: string, { people, companies }: ImportBenchOptions): Promise<Step[]> {
  const file = join(dir, 'people.jsonl')
  const rows = await writePeople(file, people)
  const changed = join(dir, 'people-changed.jsonl')
  await writePeople(changed, people, (index) => index % 20 === 0)
  const thin = join(dir, 'companies.csv')
  await writeCompanies(thin, { from: 0, to: companies })
  const map = join(dir, 'thin.yaml')
  await writeFile(map, thinMap)
  const peopleOf = async (name: string, path: string): Promise<Step> => ({
    name,
    rows,
    megabytes: await megabytesOf(path),
    args: ['people', '--source', 'bench', path],
  })
  const companiesOf = async (name: string): Promise<Step> => ({
    name,
    rows: companies,
    megabytes: await megabytesOf(thin),
    args: ['companies', '--map', map, thin],
  })
  const one = join(dir, 'one.csv')
  await writeCompanies(one, { from: companies, to: companies + 1 })
  return [
    { name: openingName, rows: 1, megabytes: 0, args: ['companies', '--map', map, one] },
    await peopleOf('people', file),
    await peopleOf('the same people again', file),
    await peopleOf('again, one in twenty changed', changed),
    await companiesOf('thin companies'),
    await companiesOf('the same companies again'),
  ]
}

const megabytesOf = async (file: string) => (await stat(file)).size / 1e6

async function importCosts(place: { dataDir: string; root: string }, args: readonly string[]): Promise<Cost> {
  const start = performance.now()
  const { used } = await almanacCosts(place, 'import', ...args)
  return { seconds: (performance.now() - start) / 1000, used }
}

function reportBody(
  steps: readonly Step[],
  costs: ReadonlyMap<string, readonly Cost[]>,
  { versions, rounds, parsed }: { versions: readonly string[]; rounds: number; parsed: number },
): string {
  const secondsOf = (key: string) => middleOf((costs.get(key) ?? []).map((cost) => cost.seconds))
  const lines = steps.flatMap(({ name, rows, megabytes }) =>
    versions.map((version) => {
      const key = `${name}, ${version}`
      const seconds = secondsOf(key)
      const perSecond = rows / (seconds - secondsOf(`${openingName}, ${version}`))
      const used = (['service', 'engine', 'postgres'] as const).map(
        (part) => middleOf((costs.get(key) ?? []).map((cost) => cost.used[part])) / rows,
      )
      const rates = [rows / seconds, perSecond, megabytes / seconds]
      const isOpening = name === openingName
      return [
        versions.length > 1 ? key : name,
        figure(seconds),
        ...[...rates, ...used].map((each) => (isOpening ? '' : figure(each))),
      ]
    }),
  )
  const people = steps.find(({ name }) => name !== openingName)
  if (people === undefined) throw new Error('nothing was measured')
  const rate = figure(people.rows / parsed)
  const alone = [figure(parsed), rate, rate, figure(people.megabytes / parsed), '', '', '']
  return [
    `The import checks every row, finds who is known already, completes and indexes records and keeps provenance; seconds are of the
whole command, stores opened and closed, and the rate beside leaves out what one row takes; the middle of ${rounds} rounds, each in
stores of its own. Processor time is that of a row, without the end of a command's stores. The engine alone reads the file of people into one table: parsed into nine columns and the rest skipped.`,
    markdownTable(
      [
        'what',
        'seconds',
        'rows a second',
        'opened',
        'MB a second',
        'command ms a row',
        'engine ms a row',
        'Postgres ms a row',
      ],
      [...lines, ['people, the engine alone', ...alone]],
    ),
  ].join('\n\n')
}

async function writePeople(
  file: string,
  people: number,
  isChanged: (index: number) => boolean = () => false,
): Promise<number> {
  // Ten people a company, as in every sample; small worlds employ fewer than asked for.
  const world = createWorld({ seed: 7, companies: Math.ceil(people / 10), people, asOf: sampleDay })
  await pipeline(Readable.from(linesOf(world, isChanged)), createWriteStream(file))
  return world.people
}

function* linesOf(world: World, isChanged: (index: number) => boolean): Generator<string> {
  for (let index = 0; index < world.people; index++) {
    const person = { ...generatePerson(world, index), source: undefined }
    yield `${JSON.stringify(isChanged(index) ? { ...person, headline: `Now ${person.headline}` } : person)}\n`
  }
}

const columns = `primary_slug String, name String, first_name String, last_name String, headline String, summary String,
  locality String, skills Array(String), tags Array(String)`

async function parsedSeconds(engine: ClickHouse, file: string): Promise<number> {
  await engine.command({
    tag: 'bench',
    sql: `CREATE TABLE bench_parsed (${columns}) ENGINE = MergeTree ORDER BY primary_slug`,
  })
  const start = performance.now()
  await engine.insert(
    { table: 'bench_parsed', format: 'JSONEachRow', settings: { input_format_skip_unknown_fields: 1 } },
    createReadStream(file),
  )
  return (performance.now() - start) / 1000
}
