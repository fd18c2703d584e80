import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { guessMapping, importFile, parseMapping } from '../../src/corpus/import/index.ts'
import { readPage, recordStore } from '../../src/corpus/record-store/index.ts'
import { enriching } from '../support/enriching.ts'
import { testAlmanac, type TestAlmanac } from '../support/harness.ts'
import { workbookOf } from '../support/workbook.ts'
import {
  accountingList,
  conferenceList,
  crmExport,
  textOf,
  type TrueList,
  type TrueRow,
} from './own-lists.ts'
import { firms, nativeFirms, nativeWorkers } from './own-world.ts'

// Three lists of the kinds people bring, made by hand with known truth: each goes through enrich, repair and import, and
// every row of it is accounted for.

interface OwnList {
  kind: 'people' | 'companies'
  name: string
  list: TrueList
  content: Buffer
  /** Where its first row stands in the file. */
  firstRow: number
  /** Least part of the rows about known ones that are found. */
  recall: number
  /** Least number of records that an import of it makes. */
  least: number
}

const crm = crmExport()
const accounts = accountingList()
const conference = conferenceList()
const lists: OwnList[] = [
  {
    kind: 'people',
    name: 'crm-export.csv',
    list: crm,
    content: Buffer.from(`\uFEFF${textOf(crm)}`),
    firstRow: 2,
    recall: 0.95,
    least: 140,
  },
  {
    kind: 'companies',
    name: 'debitoren.csv',
    list: accounts,
    content: iconv.encode(
      textOf(accounts, {
        delimiter: ';',
        above: ['Debitorenliste;;;;;;', 'Stand: 26.11.2026;;;;;;'],
        below: ['Summe;;;;;;', 'Erstellt mit Buchhaltung 7'],
      }),
      'windows-1252',
    ),
    firstRow: 4,
    recall: 0.9,
    least: 60,
  },
  {
    kind: 'people',
    name: 'attendees.xlsx',
    list: conference,
    content: workbookOf([
      ['Annual Conference 2026'],
      [],
      conference.header,
      ...conference.rows.map(({ cells }) => cells),
    ]),
    firstRow: 4,
    recall: 0.95,
    least: 60,
  },
]

let service: TestAlmanac
beforeAll(async () => {
  service = await testAlmanac()
  await service.write('companies', nativeFirms)
  await service.write('people', nativeWorkers)
})

/** What a door made of a list, told against the truth. */
function judged(rows: readonly TrueRow[], answers: readonly string[]) {
  const wrong = rows.flatMap((row, index) => {
    const answer = answers[index] ?? ''
    return answer === '' || answer === row.truth ? [] : [`${row.case}: ${row.cells.join('|')} -> ${answer}`]
  })
  const about = rows.flatMap((row, index) =>
    row.truth === '' ? [] : [{ row, answer: answers[index] ?? '' }],
  )
  const missed = about.filter(({ row, answer }) => answer !== row.truth)
  return {
    wrong,
    recall: 1 - missed.length / about.length,
    missed: missed.map(({ row }) => row.cells.join('|')),
  }
}

const distinct = (answers: readonly string[]) => new Set(answers.filter((answer) => answer !== '')).size

describe.each(lists)('$name', (own) => {
  const { kind, name, list, content, recall, least } = own
  const shown = kind === 'people' ? 'primary_slug' : 'li_org_id'

  test('enrich: as many rows as came, nobody wrong, each found once charged', async () => {
    const org = await service.org()
    const { upload, start, poll } = enriching(service)
    const { body: uploaded, status: taken, text: said } = await upload(org, content)
    expect(taken, said).toBe(200)
    const started = await start(org, { uploadId: uploaded.output.uploadId, as: kind, format: 'jsonl' })
    expect(started.status, started.text).toBe(200)
    await service.almanac.jobs.workNow()
    const polled = await poll(org, started.body.output.runId)
    const { stats, outputUrl, status } = polled.body.output.run
    expect(status).toBe('done')
    const text = await (await fetch(service.url + new URL(outputUrl).pathname)).text()
    const out = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    const answers = answersOf(out, list, `found_${shown}`)
    const { wrong, recall: reached, missed } = judged(list.rows, answers)
    expect(wrong).toEqual([])
    expect(reached, missed.join('\n')).toBeGreaterThanOrEqual(recall)
    const counted = stats.matched + stats.unsure + stats.notFound + stats.unreadable + stats.blank
    const blank = list.rows.filter((row) => row.case === 'blank').length
    expect(counted).toBeGreaterThanOrEqual(list.rows.length - blank)
    expect(await service.captured(org)).toBe(distinct(answers) * 2_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('repair: every row is told of, nobody wrong, each row found is charged', async () => {
    const org = await service.org()
    const { body: uploaded } = await service.send('PUT /v1/mosaic/upload', { key: org.rawKey, body: content })
    const started = await service.send('POST /v1/mosaic/start', {
      key: org.rawKey,
      body: { uploadId: uploaded.output.uploadId },
    })
    expect(started.status, started.text).toBe(200)
    await service.almanac.jobs.workNow()
    const polled = await service.send('POST /v1/mosaic/poll', {
      key: org.rawKey,
      body: { runId: started.body.output.runId },
    })
    const { outputCsvUrl, status } = polled.body.output.run
    expect(status).toBe('done')
    const answers = repairedAnswers(await textAt(service.url + new URL(outputCsvUrl).pathname), own)
    const { wrong, recall: reached, missed } = judged(list.rows, answers)
    expect(wrong).toEqual([])
    expect(reached, missed.join('\n')).toBeGreaterThanOrEqual(recall)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('import --guess: every row is counted, and no record is of two', async () => {
    const empty = await testAlmanac()
    const folder = await mkdtemp(join(tmpdir(), 'almanac-lists-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const file = join(folder, name)
    await writeFile(file, content)
    const { yaml } = await guessMapping(file, { kind, source: 'own' })
    for (const time of ['first', 'again']) {
      const summary = await importFile({
        kind,
        file,
        source: 'own',
        mapping: parseMapping(yaml, 'guessed'),
        writer: empty.almanac.writer,
        batchRows: 1_000,
        observedAt: new Date('2026-11-20'),
        onRejects: async () => {},
      })
      expect(summary.problem).toBeUndefined()
      if (time === 'again') expect(summary).toMatchObject({ created: 0, changed: 0 })
    }
    const page = { after: { id: '0', born: '0' }, pass: { from: 0, to: 2_147_483_647 }, limit: 10_000 }
    const stored = (await readPage(recordStore(empty.db), kind, page)).filter(({ dead }) => dead === null)
    expect(stored.length).toBeGreaterThanOrEqual(least)
    for (const { body } of stored) {
      const record = JSON.parse(body) as Record<string, unknown>
      const names = kind === 'people' ? [record['name']] : (record['names'] as string[])
      // A row that names nobody, but a mailbox of a firm.
      if (names[0] === null) continue
      const owners = new Set(
        list.rows.filter(({ cells }) => isNamed(kind, cells, names)).map((row) => ownerOf(kind, row)),
      )
      expect(owners.size, body.slice(0, 300)).toBe(1)
    }
  })
})

/** Whose row it is, by whom it names. */
function ownerOf(kind: OwnList['kind'], { truth, cells }: TrueRow): string {
  if (kind === 'people') return truth === '' ? cells.slice(0, 3).join('|') : truth
  const name = (cells[1] ?? '').toLowerCase()
  return firms.find((firm) => name.includes(firm.name.toLowerCase()))?.id ?? name
}

function isNamed(kind: OwnList['kind'], cells: readonly string[], names: readonly unknown[]): boolean {
  const own = kind === 'companies' ? [cells[1]] : [`${cells[1]} ${cells[2]}`.trim(), cells[1]]
  return names.some((name) =>
    own.some((one) => one !== undefined && one !== '' && one.toLowerCase() === String(name).toLowerCase()),
  )
}

const slugOf = (url: string) => /\/in\/([^/]+)/.exec(url)?.[1] ?? ''
const firmOf = (domain: string) => firms.find((firm) => firm.domain === domain)?.id ?? ''

/** A file in the encoding it says it has. */
async function textAt(url: string): Promise<string> {
  const answer = await fetch(url)
  const charset = /charset=([\w-]+)/.exec(answer.headers.get('content-type') ?? '')?.[1] ?? 'utf-8'
  return iconv.decode(Buffer.from(await answer.arrayBuffer()), charset)
}

/** Who each row of a repaired list was found to be, by where it stood in the file. */
function repairedAnswers(text: string, { kind, list, firstRow }: OwnList): string[] {
  const out: Record<string, string>[] = parse(text, {
    columns: true,
    bom: true,
    delimiter: text.slice(0, text.indexOf('\n')).includes(';') ? ';' : ',',
  })
  const answers = new Map<number, string>()
  for (const row of out) {
    const found =
      kind === 'people' ? slugOf(row['mosaic_profile_url'] ?? '') : firmOf(row['mosaic_company_domain'] ?? '')
    const isFound = row['mosaic_status'] === (kind === 'people' ? 'profile_found' : 'company_found')
    const places = [row['mosaic_row'], ...(row['mosaic_merged_rows'] ?? '').split(' ')]
    for (const place of places) if (place !== '') answers.set(Number(place), isFound ? found : '')
  }
  return list.rows.map((row, index) => {
    const isBlank = row.cells.every((cell) => cell === '')
    const answer = answers.get(firstRow + index)
    expect(
      answer !== undefined || isBlank,
      `row ${firstRow + index} is missing: ${row.cells.join('|')}`,
    ).toBe(true)
    return answer ?? ''
  })
}

/** Who each row of the list was found to be, by its cells. */
function answersOf(
  out: readonly Record<string, unknown>[],
  { header, rows }: TrueList,
  member: string,
): string[] {
  const keyOf = (cells: readonly unknown[]) => cells.map((cell) => String(cell ?? '').trim()).join('|')
  const answers = new Map<string, string[]>()
  for (const row of out) {
    const key = keyOf(header.map((heading) => row[heading]))
    answers.set(key, [...(answers.get(key) ?? []), String(row[member] ?? '')])
  }
  return rows.map(({ cells }) => {
    const answer = answers.get(keyOf(cells))?.shift()
    // Blank rows between a list and its footer are left out with it.
    const isBlank = cells.every((cell) => cell === '')
    expect(answer !== undefined || isBlank, `no row ${keyOf(cells)}`).toBe(true)
    return answer ?? ''
  })
}
