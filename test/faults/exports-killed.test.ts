import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, it } from 'vitest'
import { verifies } from '../conformance/verifies.ts'
import { systemClock } from '../../src/lib/clock.ts'
import { openDownloads, type Downloads } from '../../src/platform/downloads/index.ts'
import { openExportFile, openExports, type Exports, type FileForm } from '../../src/platform/exports/index.ts'
import { openRecordReads } from '../../src/platform/record-reads/index.ts'
import { openFileBlobs } from '../../src/store/blobs/index.ts'
import { sql } from '../../src/store/postgres/index.ts'
import { atEnd } from '../support/at-end.ts'
import { peopleExport } from '../support/exports.ts'
import { runs } from '../support/long.ts'
import { payWithHold } from '../support/pay-with-hold.ts'
import { anOrg, openTestPlatform, type TestOrganization, type TestPlatform } from '../support/platform.ts'
import { testDatabase } from '../support/postgres.ts'
import { spendingOn } from '../support/spending.ts'
import type { ExportOrder, ExportReport } from './export-process.ts'

const program = join(import.meta.dirname, 'export-process.ts')
let platform: TestPlatform
let exports: Exports
let downloads: Downloads
let dir: string

beforeAll(async () => {
  const db = await testDatabase()
  platform = openTestPlatform(db)
  const { clock, jobs } = platform
  clock.set(systemClock.now())
  dir = await mkdtemp(join(tmpdir(), 'almanac-exports-'))
  atEnd(() => rm(dir, { recursive: true, force: true }))
  atEnd(() => jobs.close())
  const blobs = openFileBlobs({ dir, clock })
  downloads = openDownloads({
    blobs,
    jobs,
    clock,
    secret: Buffer.alloc(32, 1),
    baseUrl: 'https://almanac.test',
    exports: { open: (file) => openExportFile({ db, blobs }, file) },
  })
  const mail = { send: async () => undefined }
  const recordReads = openRecordReads({ db, windowDays: 30 })
  exports = openExports({ db, blobs, clock, jobs, downloads, mail, recordReads, monthlyRows: 1_000_000 })
  await exports.ready()
})

/** An export in line, and how a process is told to write it. */
async function ordered(
  partRows: number,
  given: { people: number; noteLength: number; isPaid?: boolean },
  format: FileForm['format'] = 'csv',
  org?: TestOrganization,
) {
  const { organizationId } = org ?? (await anOrg(platform))
  const form = { format }
  const request = { organizationId, operationId: 'op', given: { name: 'people', ...given }, form }
  const begun = await platform.db.transact((tx) =>
    exports.begin(tx, peopleExport(partRows), {
      ...request,
      origin: { kind: 'test', id: null },
      rows: given.people,
    }),
  )
  if (!begun.begun) throw new Error(begun.reason)
  const [row] = await platform.db.query<{ taskId: string }>(sql`
    SELECT task_id AS "taskId" FROM exports WHERE id = ${begun.exportId}`)
  const order: ExportOrder = { url: platform.db.url, dir, taskId: row?.taskId ?? '', partRows }
  return { organizationId, exportId: begun.exportId, order }
}

/** Milli-credits charged until now. */
async function chargedOf(org: TestOrganization): Promise<number> {
  const journal = await spendingOn(platform).journal(org)
  return journal.reduce((sum, [kind, amount]) => sum + (kind === 'capture' ? amount : 0), 0)
}

/** What the process reported; undefined when it was killed. */
async function run(order: ExportOrder, execArgv: string[] = []): Promise<ExportReport | undefined> {
  const child = fork(program, [JSON.stringify(order)], {
    execArgv,
    env: {
      ...process.env,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  atEnd(async () => void child.kill('SIGKILL'))
  let report: ExportReport | undefined
  child.once('message', (message) => (report = message as ExportReport))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') throw new Error(`exit ${code} ${signal}`)
  return report
}

/** The file of an export, behind its link. */
async function fileOf(organizationId: string, exportId: string): Promise<Readable> {
  const view = await exports.find(organizationId, exportId)
  expect(view).toMatchObject({ state: 'completed' })
  const opened = await downloads.open(view?.downloadUrl?.split('/').at(-1) ?? '')
  if (opened === undefined || opened === 'withdrawn') throw new Error(`the link is ${opened}`)
  expect(opened.bytes).toBe(view?.bytes)
  return opened.content
}

it.each(['csv', 'xlsx'] as const)(
  'a writer killed at any point goes on, and the file is the same to the byte: %s',
  async (format) => {
    const given = { people: 1_150, noteLength: 100 }
    const calm = await ordered(50, given, format)
    await run(calm.order)
    const killed = await ordered(50, given, format)
    let kills = 0
    // Each run comes past another part or two, and dies at another of the answers that a part needs.
    for (const most = runs(9, 40); kills < most; kills++) {
      if ((await run({ ...killed.order, answers: 14 + (kills % 9) })) !== undefined) break
    }
    expect(kills).toBeGreaterThan(5)
    await run(killed.order)
    const file = await buffer(await fileOf(calm.organizationId, calm.exportId))
    expect((await buffer(await fileOf(killed.organizationId, killed.exportId))).equals(file)).toBe(true)
    expect(await exports.find(killed.organizationId, killed.exportId)).toMatchObject({ rows: 1_150 })
    expect(await exports.allowance(killed.organizationId)).toMatchObject({ used: 1_150 })
  },
)

it('a paid one killed at any point is charged once for each record, and each further one for the new ones alone', async () => {
  const org = await anOrg(platform)
  const { organizationId } = org
  let people = 20
  let isKilled = true
  for (const step = runs(4, 1); isKilled; people++) {
    const { exportId, order } = await ordered(10, { people, noteLength: 5, isPaid: true }, 'csv', org)
    await payWithHold(platform, { organizationId, taskId: order.taskId, rows: people })
    isKilled = (await run({ ...order, answers: 4 + (people - 20) * step })) === undefined
    if (isKilled) await run(order)
    const rowsPaidBefore = people === 20 ? 0 : people - 1
    const end = { state: 'completed', rows: people, rowsPaidBefore }
    expect(await exports.find(organizationId, exportId)).toMatchObject(end)
    expect(await chargedOf(org)).toBe(people * 1_000)
    expect(await platform.ledger.reconcile(organizationId)).toEqual([])
  }
  expect(people).toBeGreaterThan(24)
})

it('50,000 rows as Parquet and as a workbook are written in such memory, too', async () => {
  for (const format of ['parquet', 'xlsx'] as const) {
    const { organizationId, exportId, order } = await ordered(
      10_000,
      { people: 50_000, noteLength: 900 },
      format,
    )
    const report = await run(order, ['--max-old-space-size=160'])
    expect(await exports.find(organizationId, exportId)).toMatchObject({ state: 'completed', rows: 50_000 })
    expect(report?.grown).toBeLessThan(200e6)
  }
})

it('100,000 rows and 200 MB are written in memory that does not grow with them', async () => {
  verifies('promise.exports.streamed')
  const { organizationId, exportId, order } = await ordered(10_000, { people: 100_000, noteLength: 2_000 })
  const report = await run(order, ['--max-old-space-size=128'])
  const input = await fileOf(organizationId, exportId)
  let lines = 0
  for await (const line of createInterface({ input })) lines += line === '' ? 0 : 1
  // Each row has a line break within.
  expect(lines).toBe(1 + 2 * 100_000)
  expect((await exports.find(organizationId, exportId))?.bytes).toBeGreaterThan(200e6)
  expect(report?.grown).toBeLessThan(150e6)
})
