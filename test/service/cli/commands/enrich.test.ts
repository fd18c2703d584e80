import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rowsOf } from '../../../support/enriching.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { workbookOf } from '../../../support/workbook.ts'
import { openResolveTest } from '../../../worlds/resolve.ts'
import { defaultNetworkHosts } from '../../../../src/lib/network-url.ts'
import { toMilli } from '../../../../src/lib/credits.ts'
import { registerEnrich } from '../../../../src/cli/commands/enrich.ts'

let service: TestAlmanac
beforeAll(async () => {
  ;({ service } = await openResolveTest())
})

async function list(text: string | Buffer, name = 'leads.csv') {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-enrich-command-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const file = join(dir, name)
  await writeFile(file, text)
  const said: string[] = []
  const run = async (...args: string[]) => {
    const program = new Command().exitOverride()
    registerEnrich(program, {
      network: () => defaultNetworkHosts,
      openCorpus: async () => ({
        search: service.almanac.search,
        network: defaultNetworkHosts,
        close: async () => undefined,
      }),
      unitPrices: (organizationId, keys) => service.almanac.ledger.unitPrices(organizationId, keys),
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
    await expect(run()).rejects.toThrow(`${out} already exists`)
  })

  test('a workbook is answered by a workbook, and the name of the output says another form', async () => {
    const { file, said, run } = await list(
      workbookOf([
        ['Company', 'Website'],
        ['Globex', 'globex.example'],
      ]),
      'leads.xlsx',
    )
    await run()
    const out = file.replace('.xlsx', '.enriched.xlsx')
    expect(said.at(-1)).toBe(`${out}: 1 matched, 0 unsure, 0 not found`)
    expect((await readFile(out)).subarray(0, 2).toString()).toBe('PK')
    const csv = file.replace('.xlsx', '.csv')
    await run('--out', csv)
    expect(rowsOf(await readFile(csv, 'utf8'))).toMatchObject([{ Company: 'Globex', match: 'matched' }])
    await expect(run('--out', `${file}.other.xlsx`, '--format', 'csv')).rejects.toThrow(
      /--format csv does not match the file name .*other\.xlsx/,
    )
  })

  test('a dry run looks nothing up', async () => {
    const { said, run, out } = await list('name\nGlobex\n\nAcme\n')
    await run('--as', 'companies', '--by', 'name', '--dry-run')
    expect(said[1]).toBe(
      '2 of 3 rows would be looked up. This command charges nobody; over HTTP the list costs at most 4 credits.',
    )
    await expect(readFile(out)).rejects.toThrow('ENOENT')
  })

  test('a dry run names the price that the dry run over HTTP names, and that the start sets aside', async () => {
    const text =
      'company,domain\nAcme,acme.example\n,\nGlobex,globex.example\ncompany,domain\n"Two\nlines",two.example\nA,b,c.example\n'
    const { said, run } = await list(text)
    await run('--as', 'companies', '--dry-run')
    const { rawKey: key } = await service.org(6)
    const start = (headers: Record<string, string>) =>
      service.send('POST /v1/enrich/start', { key, headers, body: { inlineCsv: text, as: 'companies' } })
    const { status, body } = await start({ 'x-dry-run': '1' })
    expect({ status, dryRun: body.output.dryRun }).toMatchObject({ status: 200, dryRun: { maxCredits: 6 } })
    expect(said.at(-1)).toContain('over HTTP the list costs at most 6 credits')
    expect((await start({ 'x-max-credits': '5' })).status).toBe(402)
    expect((await start({ 'x-max-credits': '6' })).status).toBe(200)
    const unclear = { inlineCsv: 'note,amount\nx,1\n', as: 'companies' }
    const headers = { 'x-dry-run': '1' }
    expect((await service.send('POST /v1/enrich/start', { key, headers, body: unclear })).status).toBe(400)
  })

  test('the dry runs of the command and over HTTP go by the prices of the organization itself', async () => {
    const text = 'company,domain\nAcme,acme.example\nGlobex,globex.example\n'
    const { said, run } = await list(text)
    const { rawKey: key, organizationId: id } = await service.org(6)
    await service.almanac.ledger.prices.setPrice(id, 'kitchenSinkCompany', toMilli(0.125))
    const headers = { 'x-dry-run': '1' }
    const body = { inlineCsv: text, as: 'companies' }
    const answer = await service.send('POST /v1/enrich/start', { key, headers, body })
    expect(answer.body.output.dryRun.maxCredits).toBe(0.25)
    await run('--as', 'companies', '--dry-run', '--organization', id)
    expect(said.at(-1)).toContain('over HTTP the list costs at most 0.25 credits')
    await expect(run('--as', 'companies', '--organization', id)).rejects.toThrow('goes with --dry-run')
  })

  test('refuses in one sentence what it cannot do', async () => {
    const { run } = await list('note,amount\nx,1\ny,2\n')
    await expect(run('--as', 'companies')).rejects.toThrow(/^No column clearly identifies the companies/)
    await expect(run('--as', 'companies', '--by', 'name=note', '--members', 'domain')).rejects.toThrow(
      /no member "domain".*Did you mean domains/,
    )
    const gone = await list('')
    await rm(gone.file)
    await expect(gone.run('--as', 'people')).rejects.toThrow('leads.csv: no such file')
  })
})
