import { execFile, execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { sampleDay } from '../src/cli/first-sample.ts'
import { createWorld, generatePerson } from '../src/corpus/sample/index.ts'
import { almanac, almanacCosts, startService } from './almanac-process.ts'
import { comparePairs, compareToRecord, maxRatio, ratioTable, readRecord, yardstick } from './all/ratios.ts'
import { measureWork, measureYardstick, works, type Contender } from './all/works.ts'
import { keepAliveClient } from './keep-alive-client.ts'
import type { Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'

export interface AllBenchOptions {
  quick: boolean
  /** Folder of another version with its packages, measured in turns with this one. */
  against?: string | undefined
}

interface Sizes {
  companies: number
  /** People of each import. */
  people: number
}

const quickSizes: Sizes = { companies: 2_000, people: 4_000 }
const wholeSizes: Sizes = { companies: 30_000, people: 40_000 }
const rounds = 5
const importName = 'import of a person, opening and closing included'
const root = join(import.meta.dirname, '..')

/** One version of Almanac, and what was measured of it. */
interface Version {
  root: string
  dataDir: string
  runs: Map<string, number[]>
}

/** `npm run bench -- all --quick`; answers whether something became dearer as well. */
export function benchAll({
  quick,
  against,
}: AllBenchOptions): Promise<{ report: Omit<Report, 'loadBefore'>; dearer: string[] }> {
  return inScratchDir('all', async (dir) => {
    const sizes = quick ? quickSizes : wholeSizes
    const roots = [root, ...(against === undefined ? [] : [resolve(against)])]
    const versions = roots.map((each, index): Version => {
      return { root: each, dataDir: join(dir, `almanac-${index}`), runs: new Map() }
    })
    await measureImports(versions, sizes, dir)
    await measureServices(versions)
    const [own, other] = versions.map(({ runs }) => runs)
    if (own === undefined) throw new Error('nothing was measured')
    const all =
      other === undefined ? compareToRecord(own, readRecord(committedResults())) : comparePairs(own, other)
    const dearer = all.filter(({ isDearer }) => isDearer).map(({ name }) => name)
    return { report: reportOf({ quick, against }, sizes, ratioTable(all)), dearer }
  })
}

function reportOf(
  { quick, against }: AllBenchOptions,
  sizes: Sizes,
  table: string,
): Omit<Report, 'loadBefore'> {
  const other =
    against === undefined
      ? `before: the figures that were committed last, compared as if the machine were as fast as then (${yardstick})`
      : 'before: another version, in turns with this one; the ratio is the middle of those of each turn'
  return {
    bench: 'all',
    title: `all: processor time of what there is most of, ${sizes.companies.toLocaleString('en')} companies`,
    command: `npm run bench -- all${quick ? ' --quick' : ''}${against === undefined ? '' : ' --against FOLDER'}`,
    versions: {},
    body: `Processor milliseconds of one operation in service, engine and database together: the middle of ${rounds} runs, and how
far they lie apart. ${other}. The command fails where a ratio is above ${maxRatio}.\n\n${table}`,
  }
}

function note({ runs }: Version, name: string, ms: number): void {
  runs.set(name, [...(runs.get(name) ?? []), ms])
}

/** Other people each round, since those who are known cost less. */
async function measureImports(versions: readonly Version[], sizes: Sizes, dir: string): Promise<void> {
  for (const version of versions) await almanac(version, 'sample', String(sizes.companies))
  for (let round = 0; round < rounds; round++) {
    say(`imports, ${round + 1} of ${rounds}`)
    const file = join(dir, `people-${round}.jsonl`)
    const people = await writePeople(file, sizes.people, round)
    for (const version of inTurn(versions, round)) {
      const { used } = await almanacCosts(version, 'import', 'people', '--source', 'bench', file)
      note(version, importName, (used.service + used.engine + used.postgres) / people)
    }
  }
}

const inTurn = <T>(all: readonly T[], round: number): T[] => (round % 2 === 0 ? [...all] : all.toReversed())

async function writePeople(file: string, people: number, round: number): Promise<number> {
  const world = createWorld({ seed: 100 + round, companies: Math.ceil(people / 10), people, asOf: sampleDay })
  const lines = function* () {
    for (let index = 0; index < world.people; index++)
      yield `${JSON.stringify({ ...generatePerson(world, index), source: undefined })}\n`
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
  return world.people
}

async function measureServices(versions: readonly Version[]): Promise<void> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    const contenders: { version: Version; contender: Contender }[] = []
    for (const version of versions)
      contenders.push({ version, contender: await open(version, (close) => closers.push(close)) })
    // What is compiled and cached at first is not measured.
    for (const work of works) for (const { contender } of contenders) await measureWork(contender, work, 50)
    for (let round = 0; round < rounds; round++) {
      say(`operations, ${round + 1} of ${rounds}`)
      for (const work of works)
        for (const { version, contender } of inTurn(contenders, round))
          note(version, work.name, await measureWork(contender, work, round))
      for (const version of versions) note(version, ...measureYardstick())
    }
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

const operationIds = ['companyCount', 'companySearch', 'peopleSearchCount', 'peopleSearch']
const lookUpIds = ['findSimilarCompanies', 'quickPersonResolve']

/** A customer, by the version's own code: another one may not know how to join its stores. */
async function makeCustomer(folder: string, dataDir: string): Promise<string> {
  const script = `
    import { visitStores } from './bench/almanac-process.ts'
    import { richCustomer } from './bench/customer.ts'
    const stores = await visitStores(process.argv[1])
    console.log(await richCustomer(stores, process.argv.slice(2)))
    await stores.close()`
  const args = ['--input-type=module', '-e', script, dataDir, ...operationIds, ...lookUpIds]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder })
  return stdout.trim()
}

/** A running service with a customer. `onClose` collects how to end it. */
async function open(
  { root: folder, dataDir }: Version,
  onClose: (close: () => Promise<unknown>) => void,
): Promise<Contender> {
  const service = await startService({ dataDir, root: folder })
  onClose(() => service.stop())
  const key = await makeCustomer(folder, dataDir)
  const client = keepAliveClient(service.url, { 'x-api-key': key, 'content-type': 'application/json' })
  const read = async (path: string, member: string) => {
    const answer = await client.post(path, JSON.stringify({ searchParams: {}, pageSize: 1_000 }))
    const { output } = JSON.parse(answer.toString()) as { output: { data: Record<string, string | null>[] } }
    return output.data.flatMap((record) => record[member] ?? [])
  }
  const people = await read('/v1/people-search', 'primary_slug')
  const companies = await read('/v1/company-search', 'pnet_primary_slug')
  client.close()
  return { service, key, once: new Set(), slugs: { people, companies } }
}

/** The results as they were committed last: a run before this one may have written others. */
const committedResults = (): string =>
  execFileSync('git', ['show', 'HEAD:bench/RESULTS.md'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
