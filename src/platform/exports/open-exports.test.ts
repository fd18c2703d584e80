import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifies } from '../../../test/conformance/verifies.ts'
import { atEnd } from '../../../test/support/at-end.ts'
import { peopleExport, type PeopleDeps, type PeopleGiven } from '../../../test/support/exports.ts'
import { anOrg, openTestPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { testDatabase } from '../../../test/support/postgres.ts'
import { openFileBlobs, type Blobs } from '../../store/blobs/index.ts'
import { sql } from '../../store/postgres/index.ts'
import { openDownloads, type Downloads } from '../downloads/index.ts'
import { subjectOfTexts, type Subject } from '../privacy/index.ts'
import { forgetExports, keepsExportFile } from './forget-exports.ts'
import { openExports, type ExportRequest, type Exports } from './open-exports.ts'

const dayMs = 86_400_000
const definition = peopleExport(10)
let platform: TestPlatform
let blobs: Blobs
let downloads: Downloads
let exports: Exports
let dir: string
const deps: Omit<PeopleDeps, 'exports'> & { gone: Set<number> } = { onRow: () => undefined, gone: new Set() }

beforeAll(async () => {
  const db = await testDatabase()
  platform = openTestPlatform(db)
  dir = await mkdtemp(join(tmpdir(), 'almanac-exports-'))
  atEnd(() => rm(dir, { recursive: true, force: true }))
  const { clock, jobs } = platform
  blobs = openFileBlobs({ dir, clock })
  downloads = openDownloads({
    blobs,
    jobs,
    clock,
    secret: Buffer.alloc(32, 1),
    baseUrl: 'https://almanac.test',
    exports: { keepsFile: (file) => keepsExportFile(db, file) },
  })
  exports = openExports({ db, blobs, clock, jobs, downloads, monthlyRows: 100 })
  jobs.register(definition, {
    exports,
    onRow: (number: number) => deps.onRow(number),
    gone: deps.gone,
  })
  atEnd(() => jobs.close())
  await exports.ready()
})

type More = Partial<ExportRequest<PeopleGiven>> & { people?: number }

async function begin(organizationId: string, { people = 3, ...more }: More = {}) {
  const given = { name: 'people', people, noteLength: 3 }
  const form = { format: 'csv' } as const
  const request = { organizationId, operationId: 'exportPeople', given, form, rows: people, ...more }
  return platform.db.transact((tx) => exports.begin(tx, definition, request))
}

async function begun(organizationId: string, more: More = {}): Promise<string> {
  const outcome = await begin(organizationId, more)
  if (!outcome.begun) throw new Error(outcome.reason)
  return outcome.exportId
}

/** Works it off, and answers the file behind its link. */
async function fileOf(organizationId: string, exportId: string): Promise<string> {
  await platform.jobs.workNow()
  const view = await exports.find(organizationId, exportId)
  expect(view).toMatchObject({ state: 'completed', progressPercent: 100, error: null })
  const opened = await open(view?.downloadUrl)
  if (opened === undefined || opened === 'withdrawn') throw new Error(`the link is ${opened}`)
  return text(opened.content)
}

const open = (url: string | null | undefined) => downloads.open(url?.split('/').at(-1) ?? '')

/** Names of all files there are. */
async function filesKept(): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const anOrganization = async () => (await anOrg(platform)).organizationId
const columns = ['name', 'email', 'sum', 'note', 'even', 'tags']

describe('a file', () => {
  it('is CSV as RFC 4180 says, safe to open, in order, and told of by an event', async () => {
    verifies('promise.exports.rfc-4180')
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 23 })
    expect(exportId).toMatch(/^exp_/)
    expect(await exports.find(organizationId, exportId)).toMatchObject({
      state: 'queued',
      fileName: 'people.csv',
      downloadUrl: null,
      rows: 0,
    })
    const file = await fileOf(organizationId, exportId)
    const rows: string[][] = parse(file, { record_delimiter: '\r\n' })
    expect(rows[0]).toEqual(columns)
    expect(rows.slice(1).map(([, email]) => email)).toEqual(
      Array.from({ length: 23 }, (_, number) => `person.${number}@home.example`),
    )
    expect(rows[2]).toEqual([
      'Person "1"',
      'person.1@home.example',
      "'=1+1",
      'line one,\nline two xxx',
      'false',
      'a1; b, c',
    ])
    expect(await exports.find(organizationId, exportId)).toMatchObject({
      rows: 23,
      bytes: Buffer.byteLength(file),
    })
    const [event] = await platform.events.list(organizationId, { after: undefined, limit: 9 })
    expect(JSON.parse(event?.event.data ?? '')).toEqual({
      export_id: exportId,
      success: true,
      total_rows: 23,
      error: null,
    })
  })

  it('begins with a byte order mark and has the line ends that were asked for', async () => {
    const organizationId = await anOrganization()
    const form = { format: 'csv', lineEnd: '\n', byteOrderMark: true } as const
    const exportId = await begun(organizationId, { form })
    const file = await fileOf(organizationId, exportId)
    expect(file).not.toContain('\r')
    expect(parse(file)).toHaveLength(4)
    // Reading a text takes the mark off.
    const bytes = (await exports.find(organizationId, exportId))?.bytes
    expect(bytes).toBe(Buffer.byteLength(file) + 3)
  })

  it.each(['ndjson', 'json'] as const)('is %s with all members in every row', async (format) => {
    const organizationId = await anOrganization()
    const file = await fileOf(organizationId, await begun(organizationId, { people: 21, form: { format } }))
    const rows =
      format === 'json'
        ? JSON.parse(file)
        : file
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line))
    expect(rows).toHaveLength(21)
    expect(rows[20]).toEqual({
      name: 'Person "20"',
      email: 'person.20@home.example',
      sum: '=1+20',
      note: 'line one,\nline two xxx',
      even: true,
      tags: ['a20', 'b, c'],
    })
  })

  it.each([
    ['csv', 'name\r\n'],
    ['ndjson', ''],
    ['json', '[\n]\n'],
  ] as const)('without rows is a valid one: %s', async (format, expected) => {
    const organizationId = await anOrganization()
    const excludeFields = columns.slice(1)
    const exportId = await begun(organizationId, { people: 0, form: { format }, excludeFields })
    expect(await fileOf(organizationId, exportId)).toBe(expected)
  })

  it('has as many rows as its organization wants, also where that ends between parts', async () => {
    const organizationId = await anOrganization()
    for (const maxRows of [0, 1, 10, 20, 21]) {
      const file = await fileOf(organizationId, await begun(organizationId, { people: 40, maxRows }))
      expect(parse(file, { record_delimiter: '\r\n' })).toHaveLength(maxRows + 1)
    }
  })

  it('that has fewer rows than were counted ends where they end', async () => {
    const organizationId = await anOrganization()
    const file = await fileOf(organizationId, await begun(organizationId, { people: 20, rows: 50 }))
    expect(parse(file, { record_delimiter: '\r\n' })).toHaveLength(21)
    expect(await exports.allowance(organizationId)).toEqual({ quota: 100, used: 20, left: 80 })
  })

  it('leaves out the columns named, and refuses names that none has', async () => {
    const organizationId = await anOrganization()
    const excludeFields = ['email', 'note']
    const file = await fileOf(organizationId, await begun(organizationId, { excludeFields }))
    expect(file.split('\r\n')[0]).toBe('name,sum,even,tags')
    expect(await begin(organizationId, { excludeFields: ['mail'] })).toEqual({
      begun: false,
      reason: 'unknown-fields',
      fields: ['mail'],
    })
    expect(await begin(organizationId, { excludeFields: columns })).toEqual({
      begun: false,
      reason: 'no-fields',
    })
    expect((await exports.allowance(organizationId)).used).toBe(3)
  })
})

describe('the quota of a month', () => {
  it('refuses more with a value, counts what is running, and begins anew', async () => {
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 60 })
    expect(await begin(organizationId, { people: 41 })).toEqual({
      begun: false,
      reason: 'over-quota',
      quota: 100,
      used: 60,
      left: 40,
    })
    await begun(organizationId, { people: 40 })
    expect(await begin(await anOrganization(), { people: 41 })).toMatchObject({ begun: true })
    await fileOf(organizationId, exportId)
    const before = platform.clock.now()
    platform.clock.advance(31 * dayMs)
    expect(await exports.allowance(organizationId)).toEqual({ quota: 100, used: 0, left: 100 })
    platform.clock.set(before)
  })

  it('is not used by an export that failed', async () => {
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 30 })
    await platform.db.query(sql`
      UPDATE jobs SET state = 'failed', error = 'It failed.', finished_at = now()
      WHERE id = (SELECT task_id FROM exports WHERE id = ${exportId})`)
    await exports.purge(platform.clock.now() + dayMs)
    expect((await exports.allowance(organizationId)).used).toBe(0)
    await exports.purge(platform.clock.now() + dayMs)
    expect((await exports.allowance(organizationId)).used).toBe(0)
    const view = await exports.find(organizationId, exportId)
    expect(view).toMatchObject({ state: 'failed', error: 'It failed.', downloadUrl: null })
    await platform.jobs.workNow()
  })
})

describe('an export that is interrupted', () => {
  it('goes on from its last part, and its file is the same to the byte', async () => {
    const organizationId = await anOrganization()
    const whole = await fileOf(organizationId, await begun(organizationId, { people: 35 }))
    const exportId = await begun(organizationId, { people: 35 })
    const read: number[] = []
    let left = 24
    deps.onRow = (number) => {
      read.push(number)
      left -= 1
      if (left === 0) throw new Error('interrupted')
    }
    const again = await fileOf(organizationId, exportId)
    deps.onRow = () => undefined
    expect(again).toBe(whole)
    // The first two parts were read once, the third again from its beginning.
    expect(read.filter((number) => number < 20)).toHaveLength(20)
    expect(read.filter((number) => number === 20)).toHaveLength(2)
  })

  it('leaves no parts behind, and two files alike are one', async () => {
    const organizationId = await anOrganization()
    const before = new Set(await filesKept())
    for (const _ of [1, 2])
      await fileOf(organizationId, await begun(organizationId, { people: 35, maxRows: 33 }))
    expect((await filesKept()).filter((name) => !before.has(name))).toHaveLength(1)
  })
})

describe('a link', () => {
  it('ends after a day, the file after a week; then it is gone', async () => {
    verifies('promise.exports.links-expire')
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 7 })
    await fileOf(organizationId, exportId)
    const first = (await exports.find(organizationId, exportId))?.downloadUrl
    platform.clock.advance(dayMs)
    expect(await open(first)).toBeUndefined()
    const second = await open((await exports.find(organizationId, exportId))?.downloadUrl)
    expect(second).toMatchObject({ fileName: 'people.csv', contentType: 'text/csv; charset=utf-8' })
    if (second !== 'withdrawn') second?.content.destroy()
    platform.clock.advance(6 * dayMs)
    expect(await exports.find(organizationId, exportId)).toMatchObject({
      state: 'expired',
      downloadUrl: null,
    })
    expect(await blobs.purge(platform.clock.now())).toBeGreaterThan(0)
    await exports.purge(platform.clock.now())
    expect(await platform.db.query(sql`SELECT 1 FROM export_parts WHERE export_id = ${exportId}`)).toEqual([])
    await exports.purge(platform.clock.now() + 40 * dayMs)
    expect(await exports.find(organizationId, exportId)).toBeUndefined()
  })

  it('opens nothing for another organization, whose export it is not', async () => {
    const [mine, other] = [await anOrganization(), await anOrganization()]
    const exportId = await begun(mine)
    await fileOf(mine, exportId)
    expect(await exports.find(other, exportId)).toBeUndefined()
    expect(await exports.find(mine, 'exp_unknown')).toBeUndefined()
    const [row] = await platform.db.query<{ blobId: string }>(sql`
      SELECT blob_id AS "blobId" FROM exports WHERE id = ${exportId}`)
    const file = {
      exportId,
      blobId: row?.blobId ?? '',
      fileName: 'x',
      contentType: 'text/csv',
      livesMs: 1_000,
    }
    expect(await open(downloads.link({ ...file, organizationId: other }))).toBeUndefined()
  })
})

describe('somebody who is forgotten', () => {
  const none = { emails: [], phoneNumbers: [], pages: [], people: [], names: [] }
  const subject = (given: object) => subjectOfTexts({ ...none, ...given }) as Subject
  const forget = (given: object) => forgetExports({ db: platform.db, blobs }).forget(subject(given))

  it.each([
    ['by the rows it is made of', { people: ['p12'] }],
    ['by its text', { emails: ['Person.12@home.example'] }],
  ])('takes the file along, found %s', async (_, given) => {
    const organizationId = await anOrganization()
    // What tells who they are is not in every file.
    const excludeFields = 'people' in given ? ['email'] : []
    const with12 = await begun(organizationId, { people: 13, excludeFields })
    const without = await begun(organizationId, { people: 12, excludeFields })
    await fileOf(organizationId, with12)
    const url = (await exports.find(organizationId, with12))?.downloadUrl
    expect(await forget(given)).toBeGreaterThan(0)
    expect(await open(url)).toBe('withdrawn')
    const view = await exports.find(organizationId, with12)
    expect(view).toMatchObject({ state: 'withdrawn', downloadUrl: null })
    expect(view?.error).toContain('export again')
    await fileOf(organizationId, without)
    expect(await forget(given)).toBe(0)
    for (const name of await filesKept())
      expect(await text((await blobs.get(name))?.content ?? Readable.from([]))).not.toContain('"12"')
  })

  it('while a part is being read is not in the file', async () => {
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 15 })
    deps.onRow = async (number) => {
      if (number !== 14 || deps.gone.size > 0) return
      deps.gone.add(11)
      await forget({ people: ['p11'] })
    }
    const file = await fileOf(organizationId, exportId)
    deps.onRow = () => undefined
    deps.gone.clear()
    expect(file).not.toContain('person.11@')
    expect(file).toContain('person.12@')
  })

  it('in a part that is written already ends the export, and says so', async () => {
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 35 })
    let found = 0
    deps.onRow = async (number) => {
      if (number === 25) found += await forget({ people: ['p3'] })
    }
    await platform.jobs.workNow()
    deps.onRow = () => undefined
    expect(found).toBeGreaterThan(0)
    const [event] = await platform.events.list(organizationId, { after: undefined, limit: 9 })
    expect(JSON.parse(event?.event.data ?? '')).toMatchObject({ success: false, total_rows: 0 })
    expect(await exports.find(organizationId, exportId)).toMatchObject({ state: 'withdrawn', rows: 0 })
  })
})
