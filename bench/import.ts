import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sampleDay } from '../src/cli/first-sample.ts'
import { createWorld, generatePerson, type World } from '../src/corpus/sample/index.ts'
import type { ClickHouse } from '../src/store/clickhouse/index.ts'
import { almanacCosts } from './almanac-process.ts'
import { figure, markdownTable, type Report } from './results-file.ts'
import { inScratchDir, say } from './scratch-dir.ts'
import { engineVersion, withEngine } from './scratch-engine.ts'

/** `npm run bench -- import` */
export function benchImport({ people }: { people: number }): Promise<Omit<Report, 'loadBefore'>> {
  return inScratchDir('import', async (dir) => {
    const file = join(dir, 'people.jsonl')
    const rows = await writePeople(file, people)
    const megabytes = (await stat(file)).size / 1e6
    say(`${rows} people, ${Math.round(megabytes)} MB`)
    const dataDir = join(dir, 'almanac')
    const first = await importCosts(dataDir, file)
    const again = await importCosts(dataDir, file)
    const changed = join(dir, 'people-changed.jsonl')
    await writePeople(changed, people, (index) => index % 20 === 0)
    const redelivered = await importCosts(dataDir, changed)
    say('the engine alone')
    const engine = await withEngine(join(dir, 'engine'), async (open) => ({
      version: await engineVersion(open),
      parsed: await parsedSeconds(open, file),
      lines: await linesSeconds(open, file),
    }))
    const line = (name: string, seconds: number, processorMs?: number) => [
      name,
      figure(seconds),
      figure(rows / seconds),
      figure(megabytes / seconds),
      figure(seconds / engine.parsed),
      processorMs === undefined ? '' : figure(processorMs / rows),
    ]
    return {
      bench: 'import',
      title: `import: ${rows.toLocaleString('en')} people, native JSON lines, ${Math.round(megabytes)} MB`,
      command: `npm run bench -- import --people ${people}`,
      versions: { engine: engine.version },
      body: [
        `The import checks every row, finds who is known already, completes and indexes records and keeps provenance; seconds are of the
whole command, stores opened and closed, processor time that of the command, engine and database. The engine alone reads the same file into one table: parsed into nine columns of
a person and the rest skipped, or each line as a string.`,
        markdownTable(
          [
            'what',
            'seconds',
            'rows a second',
            'MB a second',
            'times the engine, parsed',
            'processor ms a row',
          ],
          [
            line('almanac import', first.seconds, first.processorMs),
            line('the same file again (nothing changes)', again.seconds, again.processorMs),
            line('again, one row in twenty changed', redelivered.seconds, redelivered.processorMs),
            line('engine, parsed', engine.parsed),
            line('engine, lines', engine.lines),
          ],
        ),
      ].join('\n\n'),
    }
  })
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

async function importCosts(dataDir: string, file: string): Promise<{ seconds: number; processorMs: number }> {
  const start = performance.now()
  const { told, used } = await almanacCosts(dataDir, 'import', 'people', '--source', 'bench', file)
  say(told.trim())
  const processorMs = used.service + used.engine + used.postgres
  return { seconds: (performance.now() - start) / 1000, processorMs }
}

const columns = `primary_slug String, name String, first_name String, last_name String, headline String, summary String,
  locality String, skills Array(String), tags Array(String)`

async function parsedSeconds(engine: ClickHouse, file: string): Promise<number> {
  await engine.command({
    tag: 'bench',
    sql: `CREATE TABLE bench_parsed (${columns}) ENGINE = MergeTree ORDER BY primary_slug`,
  })
  return secondsOf(() =>
    engine.insert(
      {
        table: 'bench_parsed',
        format: 'JSONEachRow',
        settings: { input_format_skip_unknown_fields: 1 },
      },
      createReadStream(file),
    ),
  )
}

async function linesSeconds(engine: ClickHouse, file: string): Promise<number> {
  await engine.command({
    tag: 'bench',
    sql: 'CREATE TABLE bench_lines (line String) ENGINE = MergeTree ORDER BY ()',
  })
  return secondsOf(() =>
    engine.insert({ table: 'bench_lines', format: 'LineAsString' }, createReadStream(file)),
  )
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1000
}
