import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { csvLines } from '../../../../src/lib/csv-lines.ts'
import { defaultNetworkHosts } from '../../../../src/lib/network-url.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { rowsOf } from '../../../support/enriching.ts'
import { openResolveTest } from '../../../worlds/resolve.ts'
import type { LookupDeps } from '../../../../src/capabilities/resolve/index.ts'
import { enrichFile, planFile, type FileOrder } from '../../../../src/capabilities/enrich/index.ts'

let deps: LookupDeps
beforeAll(async () => {
  const { service } = await openResolveTest()
  deps = { search: service.almanac.search, network: defaultNetworkHosts }
})

async function folder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'almanac-enrich-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

const never = new AbortController().signal

async function listOf(text: string, more: Partial<FileOrder> = {}) {
  const dir = await folder()
  const [file, out] = [join(dir, 'list.csv'), join(dir, 'out.csv')]
  await writeFile(file, text)
  const order: FileOrder = {
    file,
    as: 'companies',
    by: [],
    members: undefined,
    header: undefined,
    format: undefined,
    ...more,
  }
  const plan = () => planFile(order, { network: deps.network })
  const run = async (signal = never, using = deps) =>
    enrichFile(using, await plan(), { out, signal, onProgress: () => undefined })
  return { dir, file, out, run, read: () => readFile(out, 'utf8') }
}

describe('whatever stands in a list', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    fc.constantFrom(
      '',
      ' ',
      '=1+1',
      '-x',
      "'@a",
      'a"b',
      'a;b,c',
      'zwei\nZeilen',
      'Acme Robotics',
      'globex.example',
      '東京',
    ),
  )
  // What no text file can hold as it is, and a quote that a spreadsheet takes for its own.
  const storable = cell.map((text) => text.replaceAll(/[\0\r\uFEFF]/g, '').replaceAll(/^'+/g, ''))
  const rows = fc.array(fc.tuple(storable, storable, storable), { minLength: 1, maxLength: 12 })

  test('every row comes back, in order, with its cells as they were', async () => {
    await fc.assert(
      fc.asyncProperty(rows, async (given) => {
        const text = csvLines([['Company', 'Domain', 'Note'], ...given])
        // A single cell decides what a column seems to hold: here it is said.
        const { run, read } = await listOf(text, { by: ['name=Company', 'domain=Domain'] })
        const summary = await run()
        const [header, ...written] = parse(await read(), { relax_column_count: true }) as string[][]
        expect(header?.slice(0, 4)).toEqual(['Company', 'Domain', 'Note', 'match'])
        // As any program reads them back: what guards a cell is there before and after.
        const before = (parse(text, { relax_column_count: true }) as string[][]).slice(1)
        expect(written.map((cells) => cells.slice(0, 3))).toEqual(before)
        expect(summary.rows).toBe(given.length)
        expect(summary.matched + summary.unsure + summary.notFound).toBe(given.length)
      }),
      // An apostrophe at the end of a cell and one at the beginning of another are no quotes.
      {
        numRuns: 25,
        examples: [
          [
            [
              ['', " '", ''],
              ['', '@a', ''],
              ['', '', ''],
            ],
          ],
        ],
      },
    )
  })
})

/** 1,500 rows, of which every third is known. */
const many = [
  'domain,number',
  ...Array.from(
    { length: 1_500 },
    (_, index) => `${index % 3 === 0 ? 'acme' : `unknown-${index}`}.example,${index}`,
  ),
].join('\n')

describe('a run that is stopped', () => {
  test('goes on where it was, and its file is the same to the byte', async () => {
    const whole = await listOf(many)
    expect(await whole.run()).toMatchObject({
      rows: 1_500,
      matched: 500,
      duplicates: 499,
      notFound: 1_000,
      ended: 'complete',
    })
    const { dir, out, run, read } = await listOf(many)
    const stop = new AbortController()
    let asked = 0
    const stopping: LookupDeps = {
      ...deps,
      search: {
        ...deps.search,
        lookup: (kind, request) => {
          asked += 1
          // In the second chunk, while the first is written: each asks twice.
          if (asked === 3) stop.abort()
          return deps.search.lookup(kind, request)
        },
      },
    }
    expect(await run(stop.signal, stopping)).toMatchObject({ rows: 500, ended: 'interrupted' })
    expect(await readdir(dir)).toContain('out.csv.part')
    expect(await run()).toMatchObject({ rows: 1_500, resumedAt: 500, matched: 500, duplicates: 499 })
    expect(await read()).toBe(await whole.read())
    // Rows say who was found before, also of those found by the run before.
    const reasons = rowsOf(await read()).map((row) => row['match_reason'] ?? '')
    expect(reasons.filter((reason) => reason.endsWith('; the same as row 1'))).toHaveLength(499)
    expect(reasons[1_497]).toMatch(/; the same as row 1$/)
    expect((await readdir(dir)).toSorted()).toEqual(['list.csv', 'out.csv'])
    await expect(run()).rejects.toThrow(`${out} already exists`)
  })

  test('begins anew where the list or what is asked of it is another', async () => {
    const { file, run, read, out } = await listOf(many)
    const stop = new AbortController()
    stop.abort()
    expect(await run(stop.signal)).toMatchObject({ rows: 0, ended: 'interrupted' })
    await writeFile(`${out}.part`, 'something else\n', { flag: 'a' })
    await writeFile(file, 'domain\nacme.example\n')
    expect(await run()).toMatchObject({ rows: 1, resumedAt: 0, ended: 'complete' })
    expect(rowsOf(await read())).toMatchObject([{ domain: 'acme.example', match: 'matched' }])
  })

  test.skipIf(process.platform !== 'linux')('is left alone while another process writes it', async () => {
    const { run, out } = await listOf(many)
    const stop = new AbortController()
    stop.abort()
    await run(stop.signal)
    const state = JSON.parse(await readFile(`${out}.part.json`, 'utf8')) as object
    const init = (await readFile('/proc/1/stat', 'utf8')).split(') ')[1]?.split(' ')[19]
    await writeFile(`${out}.part.json`, JSON.stringify({ ...state, pid: 1, start: init }))
    await expect(run()).rejects.toThrow('is being written by process 1')
  })
})
