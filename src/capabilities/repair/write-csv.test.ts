import fc from 'fast-check'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { MosaicParams, MosaicStats } from './mosaic-params.ts'
import { guardFormula } from '../../lib/formula-guard.ts'
import { writeCsv, type EndedRow } from './write-csv.ts'
import { escapeHtml } from '../../lib/escape-html.ts'
import { writeRedline } from './write-redline.ts'

const params: MosaicParams = {
  columns: [
    {
      name: 'name',
      role: 'full_name',
      confidence: 0.9,
    },
    {
      name: '=cmd()',
      role: 'text',
      confidence: 0.5,
    },
  ],
  hasHeader: true,
  format: {
    kind: 'delimited',
    encoding: 'utf-8',
    delimiter: ',',
  },
  inputRows: 1,
  notes: [],
  wanted: ['work_email'],
  includeCompanyDetails: false,
  liveFetch: true,
  runRedline: true,
  isSandbox: false,
}
const stats: MosaicStats = {
  inputRows: 1,
  outputRows: 1,
  rowsWhereProfileFound: 0,
  rowsWhereCompanyFound: 0,
  rowsWithContactDetails: 0,
  rowsWithErrors: 0,
  rowsChanged: 1,
  duplicatesJoined: 0,
}
const ended = (name: string, text: string, from = text): EndedRow => ({
  row: {
    line: 2,
    cells: [name, text],
    changed: { 1: { from, why: ['whitespace'] } },
    problems: {},
    merged: [3],
    duplicateOf: 1,
  },
  result: { status: 'not_found', added: { status: 'not_found', work_emails: text } },
})

async function textOf(content: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  return Buffer.concat(parts).toString()
}
async function* pages(...rows: EndedRow[]) {
  yield rows
}

test('no cell of the list runs as a formula, whatever was in it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('=', '+', '-', '@', '\t', '＝', ''),
      async (text, start) => {
        const cell = start + text
        const rows: string[][] = parse(await textOf(writeCsv(params, pages(ended(cell, cell)))), {
          record_delimiter: '\r\n',
        })
        expect(rows).toHaveLength(2)
        for (const found of rows.flat())
          expect(/^[=+\-@\t\r]/.test(found) && !/^[+-]?[\d\s.,()/-]+$/.test(found)).toBe(false)
        // Nothing is lost: without the apostrophe it is what it was.
        expect([cell, `'${cell}`]).toContain(rows[1]?.[0])
      },
    ),
  )
})

test('telephone numbers and amounts stay as they are', () => {
  for (const cell of ['+4930901820', '-12.5', '(202) 555-0123']) expect(guardFormula(cell)).toBe(cell)
  for (const cell of ['+1+cmd|x', '-a', '=1', '@SUM(1)']) expect(guardFormula(cell)).toBe(`'${cell}`)
})

test('rows end as RFC 4180 says and tell where they are from', async () => {
  const text = await textOf(writeCsv(params, pages(ended('a "b", c', 'x\ny'))))
  const [head, first] = text.split('\r\n')
  expect(head).toMatch(
    /^name,'=cmd\(\),mosaic_status,.*mosaic_work_emails,mosaic_row,mosaic_changes,mosaic_problems,mosaic_duplicate_of,mosaic_merged_rows$/,
  )
  expect(first).toMatch(/^"a ""b"", c","x\ny",not_found,.*,2,'=cmd\(\): whitespace,,1,3$/s)
  expect(text.endsWith('\r\n')).toBe(true)
})

test('the report shows markup as text, hides nothing, and loads nothing', async () => {
  const evil = '<script src=//evil.example></script>"\'&\u200b'
  const html = await textOf(
    writeRedline({ ...params, notes: [evil] }, stats, pages(ended(evil, 'now', evil))),
  )
  expect(html).not.toMatch(/<script/)
  expect(html).toContain(escapeHtml('<script src=//evil.example></script>"\'&') + '[U+200B]')
  // The one foreign name is the text of the list; no tag has an address.
  expect(html).not.toMatch(/<[^>]+\s(?:src|href)=|url\(/i)
  expect(html).toContain("default-src 'none'")
  expect(html).toMatch(/<del>.*<\/del> <ins>now<\/ins><small>spaces removed<\/small>/)
})
