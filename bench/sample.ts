import { join } from 'node:path'
import { sampleDay } from '../src/cli/first-sample.ts'
import { createWorld, generatePerson, type WorldSize } from '../src/corpus/sample/index.ts'
import { chunkRows, type SampleChunk } from '../src/corpus/sample-load/chunk.ts'
import { sendRows, type TableText } from '../src/corpus/write/index.ts'
import { almanac } from './almanac-process.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'
import { engineVersion, withEngine } from './scratch-engine.ts'

const perChunk = 20_000
const warmUp = 5_000

/** `npm run bench -- sample` */
export function benchSample({ companies }: { companies: number }): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('sample', async (dir) => {
    const world = { seed: 1, companies, people: companies * 10, asOf: sampleDay }
    say(`almanac sample ${companies}`)
    const whole = await endToEnd(join(dir, 'whole'), companies)
    say('the parts, one after another')
    const { parts, version } = await splitUp(join(dir, 'parts'), world)
    return {
      bench: 'sample',
      title: `sample: ${companies.toLocaleString('en')} companies and ${world.people.toLocaleString('en')} people`,
      command: `npm run bench -- sample --companies ${companies}`,
      versions: { engine: version },
      body: bodyOf(whole, parts),
    }
  })
}

interface Whole {
  /** Whole life of the command: opening the stores and closing them as well. */
  commandSeconds: number
  rows: number
  /** Of the load alone, as the command reports it. */
  loadSeconds: number
}

async function endToEnd(dataDir: string, companies: number): Promise<Whole> {
  const start = performance.now()
  const told = await almanac(dataDir, 'sample', String(companies))
  const commandSeconds = (performance.now() - start) / 1000
  const found = /sample: ([\d,]+) companies and ([\d,]+) people in ([\d.]+) s/.exec(told)
  if (found === null) throw new Error(`cannot read what the command told: ${told}`)
  const number = (text: string | undefined) => Number((text ?? '').replaceAll(',', ''))
  return { commandSeconds, rows: number(found[1]) + number(found[2]), loadSeconds: number(found[3]) }
}

interface Parts {
  people: number
  /** Milliseconds. */
  generation: number
  rows: number
  insert: number
  megabytes: number
}

/** People alone, on one thread, a part at a time: what each would reach if the others cost nothing. */
async function splitUp(
  dataDir: string,
  size: Required<WorldSize>,
): Promise<{ parts: Parts; version: string }> {
  const world = createWorld(size)
  const people = Math.min(world.people, 100_000)
  const parts: Parts = { people, generation: 0, rows: 0, insert: 0, megabytes: 0 }
  for (let index = 0; index < Math.min(warmUp, people); index++) JSON.stringify(generatePerson(world, index))
  const version = await withEngine(dataDir, async (engine) => {
    for (let from = 0; from < people; from += perChunk) {
      const to = Math.min(people, from + perChunk)
      const generation = elapsed(() => {
        for (let index = from; index < to; index++) generatePerson(world, index)
      })
      let tables: TableText[] = []
      const both = elapsed(() => (tables = chunkRows(chunkOf(size, from, to)).built.tables))
      const start = performance.now()
      await sendRows(engine, tables)
      parts.insert += performance.now() - start
      parts.generation += generation
      parts.rows += Math.max(0, both - generation)
      for (const { text } of tables) parts.megabytes += text.length / 1e6
    }
    return engineVersion(engine)
  })
  return { parts, version }
}

const chunkOf = (world: Required<WorldSize>, from: number, to: number): SampleChunk => ({
  world,
  kind: 'people',
  from,
  to,
  base: 0,
  commit: {
    number: 1,
    firstEntityId: 1,
  },
  observedAt: `${world.asOf}T00:00:00.000Z`,
  dictionary: { number: 0, bytes: Buffer.alloc(0) },
  ranges: [],
})

function elapsed(work: () => void): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

function bodyOf(whole: Whole, { people, generation, rows, insert, megabytes }: Parts): string {
  const total = generation + rows + insert
  const line = (name: string, ms: number) => [
    name,
    figure((ms / people) * 1000),
    figure((people * 1000) / ms),
    `${Math.round((100 * ms) / total)} %`,
  ]
  const rate = (seconds: number) => figure(whole.rows / seconds)
  return [
    `End to end \`almanac sample\` loads ${rate(whole.loadSeconds)} records a second (${rate(whole.commandSeconds)} counting the
start and the stop of both stores): two threads generate and build rows while the engine inserts.`,
    `The parts of ${people.toLocaleString('en')} people on one thread, one after another (${figure((megabytes / people) * 1000)} kB of rows a person):`,
    markdownTable(
      ['part', 'µs a person', 'people a second', 'share'],
      [
        line('generation', generation),
        line('records and rows', rows),
        line('engine insert', insert),
        line('all, one after another', total),
      ],
    ),
  ].join('\n\n')
}
