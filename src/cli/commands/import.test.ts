import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWriter, type CorpusWriter } from '../../corpus/write/index.ts'
import { frozenClock } from '../../lib/clock.ts'
import { migrateClickHouse, openClickHouse, type ClickHouse } from '../../store/clickhouse/index.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { registerImport } from './import.ts'

const root = join(import.meta.dirname, '../../..')
const yc = join(root, '../shared/data/yc/yc-2025-05-13.ndjson.gz')
const ycMap = join(root, 'docs/guide/maps/yc.yaml')

let folder = ''
let engine: ClickHouse | undefined
let writer: CorpusWriter

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-cli-import-'))
  const db = await testDatabase()
  engine = await openClickHouse({ dataDir: folder, log: () => undefined })
  await migrateClickHouse(engine, join(root, 'migrations/clickhouse'))
  writer = openWriter({ db, engine })
})
afterAll(async () => {
  await engine?.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs one command line against the real stores. */
async function run(...line: string[]): Promise<{ printed: string; progress: string; code: number }> {
  const printed: string[] = []
  let [progress, code, opened] = ['', 0, 0]
  const program = new Command('almanac').exitOverride()
  registerImport(program, {
    async openWriter() {
      opened++
      return { writer, close: async () => void opened-- }
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

const acme = '{"preferred_name":"Acme","domains":["acme-import.com"]}'

describe('almanac import', () => {
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
    [['hotels', 'x'], /companies, people, postings/],
    [['companies', 'x', '--as-of', 'soon'], /date/],
    [['companies', 'x', '--batch', '50000'], /20000/],
  ])('%j is refused in a sentence', async (line, message) => {
    await expect(run(...line)).rejects.toThrow(message)
  })

  it('a mapping with a mistake is refused with its line', async () => {
    const map = await file('bad.yaml', 'kind: companies\nrecord:\n  prefered_name: n')
    await expect(run('companies', 'x', '--map', map)).rejects.toThrow(/bad\.yaml:3: .*preferred_name/)
  })

  it.skipIf(!existsSync(yc))(
    'loads 5,183 real companies of ../shared/data, twice with the same end state',
    async () => {
      const rejects = join(folder, 'yc.rejects.jsonl')
      const first = await run('companies', yc, '--map', ycMap, '--rejects', rejects)
      expect(first).toMatchObject({ code: 0, printed: expect.stringContaining('0 rejected') })
      expect(first.printed).toContain('5,183 created')
      const again = await run('companies', yc, '--map', ycMap, '--rejects', rejects)
      expect(again.printed).toContain('0 created, 0 changed, 5,183 unchanged')
    },
    60_000,
  )
})
