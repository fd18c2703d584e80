import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { query } from 'chdb'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWriter, type CorpusWriter } from '../../corpus/write/index.ts'
import { frozenClock } from '../../lib/clock.ts'
import { testEngine } from '../../../test/support/engine.ts'
import { runs } from '../../../test/support/long.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { workbookOf } from '../../../test/support/workbook.ts'
import { registerImport } from './import.ts'

const root = join(import.meta.dirname, '../../..')
const yc = join(root, '../shared/data/yc/yc-2025-05-13.ndjson.gz')
const ycMap = join(root, 'docs/guide/maps/yc.yaml')

let folder = ''
let writer: CorpusWriter

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-cli-import-'))
  const [db, engine] = await Promise.all([testDatabase(), testEngine()])
  writer = openWriter({ db, engine, onlyReader: { refresh: async () => {} } })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What of the corpus is made up. */
let sample = { companies: 0, people: 0 }

/** Runs one command line against the real stores. */
async function run(...line: string[]): Promise<{ printed: string; progress: string; code: number }> {
  const printed: string[] = []
  let [progress, code, opened] = ['', 0, 0]
  const program = new Command('almanac').exitOverride()
  registerImport(program, {
    async openWriter() {
      opened++
      return { writer, sample, close: async () => void opened-- }
    },
    clock: frozenClock(),
    print: (value) => printed.push(String(value)),
    progress: { write: (text: string) => ((progress += text), true) },
    setExitCode: (given) => (code = given),
  })
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeErr: () => undefined })
  try {
    await program.parseAsync(['import', ...line], { from: 'user' })
  } finally {
    expect(opened).toBe(0)
  }
  return { printed: printed.join('\n'), progress, code }
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

/** The same rows in a format told by the name's ending. */
async function fileOf(name: string, rows: Record<string, string>[]): Promise<string> {
  const path = join(folder, name)
  const lines = rows.map((row) => JSON.stringify(row)).join('\n')
  const columns = Object.keys(rows[0]!)
  if (name.endsWith('.json')) await writeFile(path, JSON.stringify(rows))
  else if (name.endsWith('.csv'))
    await writeFile(
      path,
      [columns, ...rows.map((row) => Object.values(row))].map((row) => row.join(',')).join('\n'),
    )
  else if (name.endsWith('.xlsx'))
    await writeFile(path, workbookOf([columns, ...rows.map((row) => Object.values(row))]))
  else if (name.endsWith('.gz')) await writeFile(path, gzipSync(lines))
  else if (name.endsWith('.parquet')) {
    const values = rows.map(
      (row) =>
        `(${Object.values(row)
          .map((value) => `'${value}'`)
          .join(',')})`,
    )
    const types = columns.map((column) => `${column} String`).join(', ')
    query(
      `SELECT * FROM values('${types}', ${values.join(',')}) INTO OUTFILE '${path}' FORMAT Parquet`,
      'CSV',
    )
  } else await writeFile(path, lines)
  return path
}

const acme = '{"preferred_name":"Acme","domains":["acme-import.com"]}'

describe('almanac import', () => {
  it('into a corpus that holds the sample says so, and how to be rid of it', async () => {
    const file = join(folder, 'beside.jsonl')
    await writeFile(file, '{"preferred_name":"Beside","domains":["beside.example"]}\n')
    expect((await run('companies', file)).progress).not.toContain('sample')
    sample = { companies: 3000, people: 20_000 }
    const { progress, code } = await run('companies', file)
    sample = { companies: 0, people: 0 }
    expect(progress).toMatch(
      /also holds the sample \(3,000 made-up companies, 20,000 people\); `almanac sample remove`/,
    )
    expect(code).toBe(0)
  })

  it('loads a file; the same again changes nothing; a changed row is a change', async () => {
    const path = await file('a.jsonl', `${acme}\n`)
    expect(await run('companies', path)).toMatchObject({
      code: 0,
      printed: `${path}: 1 created, 0 changed, 0 unchanged, 0 rejected`,
    })
    expect((await run('companies', path)).printed).toContain('0 created, 0 changed, 1 unchanged')
    const next = await file('b.csv', 'preferred_name;domains;li_follower_count\nAcme;acme-import.com;12\n')
    expect((await run('companies', next)).printed).toContain('0 created, 1 changed, 0 unchanged')
    expect(existsSync(`${path}.rejects.jsonl`)).toBe(false)
  })

  it('tells what values the mapping could make nothing of, once a step', async () => {
    const path = await file(
      'lost.csv',
      'Name,Site,Size\nLost,lost.example,nine\nLoster,loster.example,many\n',
    )
    const map = await file(
      'lost.yaml',
      'kind: companies\nrecord:\n  preferred_name: Name\n  domains: { path: Site, do: [domain] }\n' +
        '  li_follower_count: { path: Size, do: [number] }\n',
    )
    for (const more of [[], ['--workers', '1']]) {
      const { printed, code } = await run(
        'companies',
        path,
        '--map',
        map,
        '--source',
        `lost${more.length}`,
        ...more,
      )
      expect(code).toBe(0)
      expect(printed).toContain('Values a step could not use:\n  number: 2, e.g. "nine"')
    }
  })

  it('rejected rows go to a file beside it, and the exit code tells', async () => {
    const path = await file('c.jsonl', `${acme}\n{"funding_stage":"x"}\n{"preferred_name":"nobody"}\n`)
    const { code, printed } = await run('companies', path)
    expect([code, printed]).toEqual([2, expect.stringContaining(`2 rejected; see ${path}.rejects.jsonl`)])
    const rejects = (await readFile(`${path}.rejects.jsonl`, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object)
    expect(rejects).toMatchObject([
      { line: 2, path: 'funding_stage', value: 'x' },
      { line: 3, reason: expect.stringContaining('identifier') },
    ])
    await writeFile(path, `${acme}\n`)
    expect((await run('companies', path)).code).toBe(0)
    expect(existsSync(`${path}.rejects.jsonl`)).toBe(false)
  })

  it('several files may share a rejects file', async () => {
    const [one, two] = [await file('d.jsonl', 'x\n'), await file('e.jsonl', 'y\n')]
    const rejects = join(folder, 'all.jsonl')
    expect((await run('companies', one, two, '--rejects', rejects)).code).toBe(2)
    const lines = (await readFile(rejects, 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { file: string })
    expect(lines.map((line) => line.file)).toEqual([one, two])
  })

  it.each([
    ['plain', []],
    ['native', ['--format', 'native']],
  ])('files behind a Parquet file that is refused are read (%s)', async (way, options) => {
    const [first, last] = [join(folder, `broken-${way}.parquet`), join(folder, `behind-${way}.csv`)]
    await writeFile(first, Buffer.from(`PAR1${'not a page '.repeat(50)}PAR1`))
    await writeFile(last, `preferred_name,domains\nBehind ${way},behind-${way}.example\n`)
    const { printed, code } = await run('companies', first, last, ...options)
    expect(printed).toMatch(/broken-\w+\.parquet: .*Parquet file is damaged/)
    expect(printed).not.toMatch(/undefined|DataView/)
    expect(printed).toMatch(/behind-\w+\.csv: 1 created/)
    expect(code).toBe(1)
  })

  describe('a source that is called like the made-up sample', () => {
    const row = { preferred_name: 'Nordhafen Reederei', domains: ['nordhafen-reederei.com'] }
    const reason = /sample is the name of the made-up sample; give the source another name/

    it('a file of that name is a source of its own', async () => {
      const path = await file(
        'sample.csv',
        'preferred_name,domains\nNordhafen Reederei,nordhafen-reederei.com\n',
      )
      const { printed } = await run('companies', path)
      expect(printed).toContain('1 created')
      const again = await run(
        'companies',
        await fileOf('same.json', [{ ...row, source: 'sample-file' } as never]),
      )
      expect(again.printed).toContain('1 unchanged')
      const map = join(folder, 'sample.csv.map.yaml')
      await run('companies', path, '--guess', '--map-out', map)
      expect(await readFile(map, 'utf8')).toContain('source: sample-file')
    })

    it('is refused as an option, in a mapping, of a row and of a detail', async () => {
      const path = await file('rows.jsonl', JSON.stringify(row))
      await expect(run('companies', path, '--source', 'sample')).rejects.toThrow(reason)
      const map = await file(
        'sample.yaml',
        'kind: companies\nsource: sample\nrecord: { preferred_name: name }\n',
      )
      await expect(run('companies', path, '--map', map)).rejects.toThrow(reason)
      const rows = [{ ...row, source: 'sample' }]
      const { code } = await run(
        'companies',
        await fileOf('row.jsonl', rows as never),
        '--rejects',
        `${path}.bad`,
      )
      expect(code).toBe(2)
      expect(await readFile(`${path}.bad`, 'utf8')).toMatch(/"path":"source","reason":"sample is the name/)
      const detail = {
        primary_slug: 'ada-nordhafen',
        emails: [{ email: 'ada@nordhafen.com', source: 'sample' }],
      }
      await run('people', await file('detail.jsonl', JSON.stringify(detail)), '--rejects', `${path}.bad`)
      expect(await readFile(`${path}.bad`, 'utf8')).toContain('"path":"emails[0].source"')
    })
  })

  it('people are written with their own source and date', async () => {
    const path = await file('people.json', '[{"name":"Ada Byron","external_ids":{"crm":"9"}}]')
    expect((await run('people', path, '--source', 'crm', '--as-of', '2024-05-13')).printed).toContain(
      '1 created',
    )
  })

  it('a dry run writes nothing and shows used and dropped members', async () => {
    const map = await file(
      'm.yaml',
      'kind: companies\nrecord: { preferred_name: n, domains: { path: site, do: [domain] } }',
    )
    const path = await file('f.jsonl', '{"n":"Dry","site":"https://dry-import.com/x","extra":1}\n')
    const { printed } = await run('companies', path, '--map', map, '--dry-run')
    expect(printed).toContain('1 rows would make 1 records')
    expect(printed).toMatch(/dropped \(1\):\nmember +rows +example\nextra +1 +1/)
    expect((await run('companies', path, '--map', map)).printed).toContain('1 created')
  })

  describe.each(['jsonl', 'json', 'csv', 'jsonl.gz', 'xlsx', 'parquet'])('a dry run of %s', (format) => {
    const good = { preferred_name: 'Good', domains: 'good-import.com', funding_stage: 'seed' }
    const nobody = { preferred_name: 'Nobody', domains: '', funding_stage: 'seed' }
    const wrong = { preferred_name: 'Wrong', domains: 'wrong-import.com', funding_stage: 'series_q' }
    it.each([
      ['all good', [good, { ...good, domains: 'better-import.com' }], 0],
      ['half good', [good, nobody, { ...good, domains: 'best-import.com' }, wrong], 2],
      ['all without anything to know them by', [nobody, nobody, nobody], 3],
      ['all against the schema', [wrong, wrong], 2],
    ])('says of rows that are %s what the run does', async (what, rows, bad) => {
      const path = await fileOf(`dry-${what.replaceAll(' ', '-')}.${format}`, rows)
      const dry = await run('companies', path, '--dry-run')
      const real = await run('companies', path)
      const [, would, , refused] = /would make (\d+) records; (\d+) left out, (\d+) rejected/.exec(
        dry.printed,
      )!
      const counts = /(\d+) created, (\d+) changed, (\d+) unchanged, (\d+) rejected/.exec(real.printed)!
      const [created, changed, unchanged, rejected] = counts.slice(1).map(Number) as number[]
      expect(Number(would)).toBe(created! + changed! + unchanged!)
      expect([Number(refused), rejected, dry.code]).toEqual([bad, bad, real.code])
      expect(Number(would)).toBe(rows.length - bad)
    })
  })

  it('a dry run of people and funding rounds, and of a file that breaks off, agrees, too', async () => {
    const people = await file(
      'dry.people.jsonl',
      '{"name":"No One"}\n{"name":"A","emails":[{"email":"a@dry-import.com"}]}\n',
    )
    expect((await run('people', people, '--dry-run')).printed).toContain(
      'make 1 records; 0 left out, 1 rejected',
    )
    expect((await run('people', people)).printed).toContain('1 created, 0 changed, 0 unchanged, 1 rejected')
    const rounds = await file(
      'dry.funding.jsonl',
      '{"round_date":"2024-05-01"}\n{"company":{"domain":"dry-import.com"},"round_date":"2024-05-01"}\n',
    )
    const dry = await run('funding', rounds, '--dry-run')
    const real = await run('funding', rounds)
    expect([dry.printed, real.printed]).toEqual([
      expect.stringContaining('0 left out, 1 rejected'),
      expect.stringMatching(/1 rejected/),
    ])
    const cut = await file('dry.cut.json', `[${acme},\n{"pref`)
    const [broken, ended] = [await run('companies', cut, '--dry-run'), await run('companies', cut)]
    expect([broken.code, ended.code]).toEqual([1, 1])
    expect(broken.printed).toContain('would make 1 records')
    expect(broken.printed).toContain('cut off')
  })

  it.each(['jsonl', 'json'])(
    'a row of %s nested 5,000 deep is a rejected row with its line',
    async (format) => {
      const deep = (levels: number) =>
        `{"preferred_name":"Deep","domains":["deep-import.com"],"custom_data":${'['.repeat(levels)}${']'.repeat(levels)}}`
      const rows = [acme, deep(5_000), deep(200_000), acme]
      const path = await file(
        `deep.${format}`,
        format === 'json' ? `[\n${rows.join(',\n')}\n]` : rows.join('\n'),
      )
      for (const more of [[], ['--dry-run']])
        expect((await run('companies', path, ...more)).printed).toMatch(/2 rejected/)
      const rejects = (await readFile(`${path}.rejects.jsonl`, 'utf8')).trim().split('\n')
      const line = format === 'json' ? 3 : 2
      expect(rejects.map((each) => JSON.parse(each) as object)).toEqual(
        [line, line + 1].map((each) => ({
          line: each,
          path: '',
          reason: 'nested deeper than 64 levels',
          value: null,
        })),
      )
    },
  )

  it('a vendor format needs no mapping and tells where rows are not as documented', async () => {
    const path = join(root, 'docs/guide/files/pdl-people.jsonl')
    const rejects = join(folder, 'pdl.rejects.jsonl')
    const line = ['people', path, '--format', 'pdl', '--rejects', rejects]
    const dry = await run(...line, '--dry-run')
    expect(dry.printed).toContain('3 rows would make 3 records')
    expect(dry.printed).toMatch(/personal_emails +1 +another type, left out +true/)
    const { printed, code } = await run(...line)
    expect(code).toBe(0)
    expect(printed).toContain('3 created')
    expect(printed).toMatch(/inferred_salary +1 +not documented, not used/)
    expect((await run(...line)).printed).toContain('0 created, 0 changed, 3 unchanged')
  })

  it.each([
    [['postings', 'x', '--format', 'pdl'], /companies and people/],
    [['people', 'x', '--format', 'pdl', '--map', 'm.yaml'], /exclude/],
    [['companies', '/none/x.jsonl'], /no such file/],
    [['companies', 'x', '--format', 'map'], /needs --map/],
    [['companies', 'x', '--map', '/none/m.yaml'], /no such file/],
    [['companies', 'x', '--map', 'docs/guide/maps/us-congress.yaml'], /maps to people/],
    [['spaceships', 'x'], /companies, people, postings/],
    [['companies', 'x', '--as-of', 'soon'], /date/],
    [['companies', 'x', '--batch', '50000'], /20000/],
  ])('%j is refused in a sentence', async (line, message) => {
    await expect(run(...line)).rejects.toThrow(message)
  })

  it('names identifiers that rows of other names carry, and rows whose two records stay two', async () => {
    const rows = ['Alma Berge', 'Bo Dahl', 'Ciri Dorn'].map((name) => ({
      name,
      emails: [{ email: `${name.slice(0, 2)}@told.example` }],
      external_ids: { told: 'desk-7' },
    }))
    const people = await file('told-people.jsonl', rows.map((row) => JSON.stringify(row)).join('\n'))
    const first = await run('people', people, '--batch', '2')
    expect(first.printed).toContain('3 created')
    expect(first.printed).toContain(
      'Left out of 3 rows: 1 identifier that rows or records with other names also carry\n  ext:told/desk-7: 3 rows, lines 1, 2, 3',
    )
    const company = (external_ids: object) => JSON.stringify({ preferred_name: 'Toldern', external_ids })
    const parts = [
      { told_a: '1', told_b: '1' },
      { told_a: '2', told_c: '1' },
      { told_b: '1', told_c: '1' },
      { told_d: '1' },
    ]
    const companies = await file('told-companies.jsonl', parts.slice(0, 2).map(company).join('\n'))
    expect((await run('companies', companies)).printed).toContain('2 created')
    const bridge = await file('told-bridge.jsonl', company(parts[2] as object))
    const told = (await run('companies', bridge)).printed
    expect(told).toContain('Not joined: pairs of records whose identifiers appear in one row (1 row)')
    expect(told).toMatch(
      /line 1, part of \d+, not of \d+ \(ext:told_\w\/1\): ext:told_a\/1 and ext:told_a\/2/,
    )
    await run('companies', await file('told-other.jsonl', company(parts[3] as object)))
    const both = await file('told-both.jsonl', company({ told_c: '1', told_d: '1' }))
    expect((await run('companies', both)).printed).toContain('Joined 1 record with others')
  })

  it('a mapping with a mistake is refused with its line', async () => {
    const map = await file('bad.yaml', 'kind: companies\nrecord:\n  prefered_name: n')
    await expect(run('companies', 'x', '--map', map)).rejects.toThrow(/bad\.yaml:3: .*preferred_name/)
  })

  // All of them are mapped by `corpus/import/real-files.test.ts`, and written by `test/search/real-data.test.ts`.
  const most = runs(1_000, 5_183)

  it.skipIf(!existsSync(yc))(
    `loads ${most} real companies of ../shared/data, twice with the same end state`,
    async () => {
      const lines = gunzipSync(await readFile(yc))
        .toString()
        .split('\n')
        .slice(0, most)
      const companies = join(folder, 'yc.ndjson.gz')
      await writeFile(companies, gzipSync(lines.join('\n')))
      const rejects = join(folder, 'yc.rejects.jsonl')
      const first = await run('companies', companies, '--map', ycMap, '--rejects', rejects)
      expect(first).toMatchObject({ code: 0, printed: expect.stringContaining('0 rejected') })
      const count = most.toLocaleString('en')
      expect(first.printed).toContain(`${count} created`)
      const again = await run('companies', companies, '--map', ycMap, '--rejects', rejects)
      expect(again.printed).toContain(`0 created, 0 changed, ${count} unchanged`)
    },
  )
})
