import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sampleDay } from '../src/cli/first-sample.ts'
import { createWorld, generatePerson, type World } from '../src/corpus/sample/index.ts'
import type { ClickHouse } from '../src/store/clickhouse/index.ts'
import { almanac } from './almanac-process.ts'
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
    const first = await importSeconds(dataDir, file)
    const again = await importSeconds(dataDir, file)
    say('the engine alone')
    const engine = await withEngine(join(dir, 'engine'), async (open) => ({
      version: await engineVersion(open),
      parsed: await parsedSeconds(open, file),
      lines: await linesSeconds(open, file),
    }))
    const line = (name: string, seconds: number) => [
      name,
      figure(seconds),
      figure(rows / seconds),
      figure(megabytes / seconds),
      figure(seconds / engine.parsed),
    ]
    return {
      bench: 'import',
      title: `import: ${rows.toLocaleString('en')} people, native JSON lines, ${Math.round(megabytes)} MB`,
      command: `npm run bench -- import --people ${people}`,
      versions: { engine: engine.version },
      body: [
        `The import checks every row, finds who is known already, completes and indexes records and keeps provenance; seconds are of the
whole command, stores opened and closed. The engine alone reads the same file into one table: parsed into nine columns of
a person and the rest skipped, or each line as a string.`,
        markdownTable(
          ['what', 'seconds', 'rows a second', 'MB a second', 'times the engine, parsed'],
          [
            line('almanac import', first),
            line('the same file again (nothing changes)', again),
            line('engine, parsed', engine.parsed),
            line('engine, lines', engine.lines),
          ],
        ),
      ].join('\n\n'),
    }
  })
}

async function writePeople(file: string, people: number): Promise<number> {
  // Ten people a company, as in every sample; small worlds employ fewer than asked for.
  const world = createWorld({ seed: 7, companies: Math.ceil(people / 10), people, asOf: sampleDay })
  await pipeline(Readable.from(linesOf(world)), createWriteStream(file))
  return world.people
}

function* linesOf(world: World): Generator<string> {
  for (let index = 0; index < world.people; index++) yield `${JSON.stringify(generatePerson(world, index))}\n`
}

async function importSeconds(dataDir: string, file: string): Promise<number> {
  const start = performance.now()
  say((await almanac(dataDir, 'import', 'people', file)).trim())
  return (performance.now() - start) / 1000
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
