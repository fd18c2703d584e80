import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rowsOf } from '../../../test/support/enriching.ts'
import type { TestAlmanac } from '../../../test/support/harness.ts'
import { openResolveTest } from '../../../test/worlds/resolve.ts'
import { DEFAULT_NETWORK_HOSTS } from '../../lib/network-url.ts'
import { registerEnrich } from './enrich.ts'

let service: TestAlmanac
beforeAll(async () => {
  ;({ service } = await openResolveTest())
})

async function list(text: string) {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-enrich-command-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const file = join(dir, 'leads.csv')
  await writeFile(file, text)
  const said: string[] = []
  const run = async (...args: string[]) => {
    const program = new Command().exitOverride()
    registerEnrich(program, {
      network: () => DEFAULT_NETWORK_HOSTS,
      openCorpus: async () => ({
        search: service.almanac.search,
        network: DEFAULT_NETWORK_HOSTS,
        close: async () => undefined,
      }),
      clock: service.clock,
      print: (value) => void said.push(String(value)),
      progress: { write: () => true },
      setExitCode: () => undefined,
    })
    await program.parseAsync(['enrich', file, ...args], { from: 'user' })
  }
  return { file, said, run, out: join(dir, 'leads.enriched.csv') }
}

describe('almanac enrich', () => {
  test('says what it recognised and writes the list beside it', async () => {
    const { said, run, out, file } = await list(
      'Company,Website\nGlobex,globex.example\nNobody,nobody.example\n',
    )
    await run('--members', 'preferred_name,domains')
    expect(said).toEqual([
      `${file}: 2 rows of companies, found by domain = "Website" (0.98), name = "Company" (0.9)`,
      `${out}: 1 matched, 0 unsure, 1 not found`,
    ])
    expect(rowsOf(await readFile(out, 'utf8'))).toMatchObject([
      { Company: 'Globex', match: 'matched', found_preferred_name: 'Globex' },
      { Company: 'Nobody', match: 'not_found', found_preferred_name: '' },
    ])
    await expect(run()).rejects.toThrow(`${out} exists`)
  })

  test('a dry run looks nothing up', async () => {
    const { said, run, out } = await list('name\nGlobex\n\nAcme\n')
    await run('--as', 'companies', '--by', 'name', '--dry-run')
    expect(said[1]).toBe(
      '2 of 3 rows would be looked up. This command charges nobody; over HTTP the list costs 4 credits at most.',
    )
    await expect(readFile(out)).rejects.toThrow('ENOENT')
  })

  test('refuses in one sentence what it cannot do', async () => {
    const { run } = await list('note,amount\nx,1\ny,2\n')
    await expect(run('--as', 'companies')).rejects.toThrow(/^It is not clear by what to find companies/)
    await expect(run('--as', 'companies', '--by', 'name=note', '--members', 'domain')).rejects.toThrow(
      /no member "domain".*Did you mean domains/,
    )
    const gone = await list('')
    await rm(gone.file)
    await expect(gone.run('--as', 'people')).rejects.toThrow('leads.csv: there is no such file')
  })
})
