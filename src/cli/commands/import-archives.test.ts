import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainWriter } from '../../../test/support/plain-writer.ts'
import { zipOf } from '../../../test/support/workbook.ts'
import { frozenClock } from '../../lib/clock.ts'
import { registerImport } from './import.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-import-archives-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs a command line; what reaches the writer is what it would be given. */
async function run(...line: string[]) {
  const printed: string[] = []
  const records: Record<string, unknown>[] = []
  const writer = plainWriter(async (_kind, items) => {
    records.push(...items.map(({ record }) => record as Record<string, unknown>))
    return { created: items.length, changed: 0, unchanged: 0, rejected: [] }
  })
  let shown = ''
  const program = new Command('almanac').exitOverride()
  registerImport(program, {
    openWriter: async () => ({ writer, sample: { companies: 0, people: 0 }, close: async () => {} }),
    clock: frozenClock(),
    print: (value) => printed.push(String(value)),
    progress: { write: (text: string) => ((shown += text), true) },
    setExitCode() {},
    findScratch: () => join(folder, 'scratch'),
  })
  await program.parseAsync(['import', ...line], { from: 'user' })
  return { printed: printed.join('\n'), shown, records }
}

async function archive(name: string, members: Record<string, string>): Promise<string> {
  const path = join(folder, name)
  await writeFile(
    path,
    zipOf(Object.entries(members).map(([member, content]) => ({ name: member, content }))),
  )
  return path
}

it('a rejected row names its member and the line in it, and can be loaded again with the same mapping', async () => {
  const file = await archive('register.zip', {
    'part-1.csv': 'Name,Site,Founded\nAcme,acme.example,1999\nBad,bad.example,1999-99\n',
    'part-2.csv': 'Name,Site,Founded\nWorse,worse.example,2050-13\nCoast,coast.example,2004\n',
    'notes.csv': 'Site,Text\nacme.example,first\ncoast.example,second\n',
  })
  const map = join(folder, 'register.yaml')
  await writeFile(
    map,
    `kind: companies
member: part-*.csv
join:
  note: { member: notes.csv, key: Site, many: false }
record:
  preferred_name: Name
  domains: Site
  founded_on_consensus: { if: { path: Founded, matches: '-' }, then: { object: { bad: Founded } }, else: Founded }
  short_description: note.Text
`,
  )
  const { printed, records } = await run('companies', file, '--map', map)
  expect(printed).toMatch(/2 created, 0 changed, 0 unchanged, 2 rejected/)
  expect(records.map(({ preferred_name, short_description }) => [preferred_name, short_description])).toEqual(
    [
      ['Acme', 'first'],
      ['Coast', 'second'],
    ],
  )
  const rejects = `${file}.rejects.jsonl`
  const lines = (await readFile(rejects, 'utf8')).trim().split('\n')
  const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(rows.map(({ member, member_line }) => [member, member_line])).toEqual([
    ['part-1.csv', 3],
    ['part-2.csv', 2],
  ])
  const mended = join(folder, 'mended.jsonl')
  await writeFile(mended, lines.join('\n').replaceAll('1999-99', '1999').replaceAll('2050-13', '2005'))
  const again = await run('companies', mended, '--map', map)
  expect(again.printed).toMatch(/2 created, 0 changed, 0 unchanged, 0 rejected/)
  expect(again.records.map(({ preferred_name }) => preferred_name)).toEqual(['Bad', 'Worse'])
})

it('--guess reads a member of an archive, and its mapping names the member', async () => {
  const file = await archive('crm.zip', {
    'accounts.csv': 'Account Name,Website\nAcme,acme.example\nCoast,coast.example\n',
    'contacts.csv': 'First Name,Last Name\nAda,Holm\n',
  })
  await expect(run('companies', file, '--guess')).rejects.toThrow(
    /several files \(accounts\.csv, contacts\.csv/,
  )
  const { records } = await run('companies', file, '--guess', '--member', 'ACCOUNTS.csv')
  expect(records.map(({ domains }) => domains)).toEqual([['acme.example'], ['coast.example']])
  const map = `${file}.map.yaml`
  expect(await readFile(map, 'utf8')).toMatch(/^member: ACCOUNTS\.csv$/m)
  const again = await run('companies', file, '--map', map)
  expect(again.records).toEqual(records)
})

it('rows of Almanac itself come in an archive, too', async () => {
  const row = { preferred_name: 'Acme', domains: ['acme.example'] }
  const file = await archive('native.zip', {
    'companies.jsonl': `${JSON.stringify(row)}\n`,
    'README.md': 'x',
  })
  const { records } = await run('companies', file)
  expect(records).toMatchObject([row])
})
