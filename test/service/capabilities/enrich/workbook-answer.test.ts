import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readSheets from 'read-excel-file/universal'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openResolveTest } from '../../../worlds/resolve.ts'
import { enriching } from '../../../support/enriching.ts'
import type { TestAlmanac } from '../../../support/harness.ts'
import { workbookParts, zipOf } from '../../../support/workbook.ts'
import { readTable } from '../../../../src/corpus/tables/index.ts'
import { defaultNetworkHosts as network } from '../../../../src/lib/network-url.ts'
import { enrichFile, planFile } from '../../../../src/capabilities/enrich/index.ts'

let service: TestAlmanac
beforeAll(async () => {
  ;({ service } = await openResolveTest())
})

const styles = `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="171" formatCode="00000"/></numFmts><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
const heading = ['Company', 'Website', 'ZIP', 'Phone', 'Since', 'Store', 'Seats', 'Active', 'Rate', 'Note']

/** Texts that look like numbers, numbers that look like texts, dates, flags and an error. */
function workbook({ is1904 = false } = {}): Buffer {
  const first = is1904 ? 43_831 - 1_462 : 43_831
  const rows = [
    `<row>${heading.map(text).join('')}</row>`,
    `<row>${text('Acme Robotics')}${text('acme.example')}${text('02138')}${text('+4930901820')}<c s="1"><v>${first}</v></c><c s="2"><v>417</v></c><c><v>12.5</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c>${text('=1+1')}</row>`,
    `<row/>`,
    `<row r="4">${text('Nobody Known')}${text('nobody.example')}${text('1e5')}${text('0049 30 1')}<c s="1"><v>${first + 1}</v></c><c s="2"><v>3</v></c><c><v>4915123456789</v></c><c t="b"><v>0</v></c><c><v>0.1</v></c>${text(' two spaces ')}</row>`,
  ]
  const parts = workbookParts(rows.join('')).map((part) => ({ ...part, content: String(part.content) }))
  const [relations, book] = parts
  relations!.content = relations!.content.replace(
    '</Relationships>',
    '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
  )
  if (is1904) book!.content = book!.content.replace('<sheets>', '<workbookPr date1904="1"/><sheets>')
  return zipOf([...parts, { name: 'xl/styles.xml', content: styles }])
}

async function command(content: Buffer, { out = 'out.xlsx', name = 'list.xlsx' } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-workbook-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  const file = join(dir, name)
  await writeFile(file, content)
  const deps = { search: service.almanac.search, network }
  const format = out.endsWith('.xlsx') ? 'xlsx' : undefined
  const order = { file, as: 'companies' as const, by: [], members: ['preferred_name'], header: undefined }
  const plan = await planFile({ ...order, format }, { network })
  const run = async (signal = new AbortController().signal, onProgress = () => {}) =>
    enrichFile(deps, plan, { out: join(dir, out), signal, onProgress })
  return { dir, plan, run, read: () => readFile(join(dir, out)) }
}

async function expectSame(bytes: Buffer): Promise<void> {
  const [before, after] = [
    await readTable(workbook(), { network, header: 'first' }),
    await readTable(bytes, { network, header: 'first' }),
  ]
  expect(after.header?.slice(0, heading.length + 1)).toEqual([...heading, 'match'])
  const cells = (table: typeof before) =>
    table.rows
      .filter((row) => row.cells[0] !== '')
      .map((row) => heading.map((_, column) => row.written?.[column] ?? row.cells[column] ?? ''))
  expect(cells(after)).toEqual(cells(before))
  const [sheet] = await readSheets(new Uint8Array(bytes).buffer as ArrayBuffer, { trim: false })
  const [, acme, blank, nobody] = sheet!.data
  expect(acme?.slice(0, 10)).toEqual([
    'Acme Robotics',
    'acme.example',
    '02138',
    '+4930901820',
    new Date('2020-01-01'),
    417,
    12.5,
    true,
    null,
    '=1+1',
  ])
  expect(blank?.slice(0, 10).every((cell) => cell === null)).toBe(true)
  expect(nobody?.slice(2, 10)).toEqual([
    '1e5',
    '0049 30 1',
    new Date('2020-01-02'),
    3,
    4915123456789,
    false,
    0.1,
    ' two spaces ',
  ])
  expect([acme?.[10], nobody?.[10]]).toEqual(['matched', 'not_found'])
  expect(typeof acme?.[11]).toBe('number')
}

test('a workbook comes back as a workbook: texts are texts, numbers numbers, dates the same days', async () => {
  const { dir, run, read } = await command(workbook())
  expect(await run()).toMatchObject({ rows: 3, matched: 1, ended: 'complete' })
  await expectSame(await read())
  expect((await readdir(dir)).toSorted()).toEqual(['list.xlsx', 'out.xlsx'])
})

test('days counted from 1904 are the same days where they are counted from 1900', async () => {
  const { run, read } = await command(workbook({ is1904: true }))
  await run()
  await expectSame(await read())
})

test('one that was stopped before a row, and one that was killed before it was packed, go on to the same bytes', async () => {
  const whole = await command(workbook())
  await whole.run()
  const { dir, run, read } = await command(workbook())
  const stop = new AbortController()
  stop.abort()
  expect(await run(stop.signal)).toMatchObject({ ended: 'interrupted' })
  await writeFile(join(dir, 'out.xlsx.part.packed'), 'half of a workbook')
  expect(await run()).toMatchObject({ ended: 'complete' })
  expect((await read()).equals(await whole.read())).toBe(true)
})

test('a CSV asked for as a workbook keeps its texts, and no cell of it is a formula', async () => {
  const { run, read } = await command(
    Buffer.from('Company,Website,ZIP,Note\nAcme,acme.example,02138,=1+1\nNobody,nobody.example,01,x\n'),
    { name: 'list.csv' },
  )
  await run()
  const bytes = await read()
  const [sheet] = await readSheets(new Uint8Array(bytes).buffer as ArrayBuffer)
  expect(sheet!.data[1]?.slice(0, 5)).toEqual(['Acme', 'acme.example', '02138', '=1+1', 'matched'])
})

test('over HTTP an uploaded workbook is answered by a workbook, and by CSV where that is asked for', async () => {
  const lists = enriching(service)
  const org = await service.org()
  const { uploadId } = (await lists.upload(org, workbook())).body.output
  const order = { uploadId, as: 'companies', members: ['preferred_name'] }
  const { polled, bytes } = await lists.run(org, order)
  expect(polled.body.output.run).toMatchObject({ rowCount: 3, stats: { matched: 1, blank: 1 } })
  await expectSame(bytes)
  const { rows } = await lists.run(org, { ...order, format: 'csv' })
  expect(rows[0]).toMatchObject({ ZIP: '02138', Since: '2020-01-01', Store: '00417', Seats: '12.5' })
})
