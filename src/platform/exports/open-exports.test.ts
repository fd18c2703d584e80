import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { zstdDecompressSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { parquetReadObjects } from 'hyparquet'
import readSheets from 'read-excel-file/universal'
import { beforeAll, describe, expect, it } from 'vitest'
import { milli } from '../../lib/credits.ts'
import { verifies } from '../../../test/conformance/verifies.ts'
import { openExportRoom, type OpenedExportRoom } from '../../../test/support/export-room.ts'
import { anOrg } from '../../../test/support/platform.ts'
import { sql } from '../../store/postgres/index.ts'
import { dayMs } from '../../lib/time.ts'

let { platform, blobs, downloads, exports, hooks, begin, begun, open, fileOf, filesKept, anOrganization } =
  {} as OpenedExportRoom

beforeAll(async () => {
  ;({ platform, blobs, downloads, exports, hooks, begin, begun, open, fileOf, filesKept, anOrganization } =
    await openExportRoom())
})

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
      exportId,
      export_id: exportId,
      success: true,
      totalRows: 23,
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

  it.each(['parquet', 'xlsx'] as const)(
    'is %s, made of all parts, and its parts stay beside it',
    async (format) => {
      const organizationId = await anOrganization()
      const exportId = await begun(organizationId, { people: 23, form: { format } })
      await platform.jobs.workNow()
      const view = await exports.find(organizationId, exportId)
      expect(view).toMatchObject({ state: 'completed', fileName: `people.${format}`, rows: 23 })
      const opened = await open(view?.downloadUrl)
      if (opened === undefined || opened === 'withdrawn') throw new Error(`the link is ${opened}`)
      const bytes = await buffer(opened.content)
      expect(bytes.length).toBe(view?.bytes)
      const file = new Uint8Array(bytes).buffer
      const names: unknown[] =
        format === 'parquet'
          ? (
              await parquetReadObjects({ file, compressors: { ZSTD: (input) => zstdDecompressSync(input) } })
            ).map((row) => row['name'])
          : ((await readSheets(file))[0]?.data ?? []).slice(1).map(([name]) => name)
      expect(names).toEqual(Array.from({ length: 23 }, (_, number) => `Person "${number}"`))
      // Tidied up, it is as readable to whoever looks for somebody as it was.
      await exports.purge(platform.clock.now() + dayMs)
      const parts = await platform.db.query<{ blobId: string | null }>(sql`
      SELECT blob_id AS "blobId" FROM export_parts WHERE export_id = ${exportId} ORDER BY number`)
      expect(parts).toHaveLength(3)
      for (const { blobId } of parts) {
        platform.clock.advance(2 * dayMs)
        const found = await blobs.get(blobId ?? '')
        expect(await text(found?.content ?? Readable.from([]))).toContain('@home.example')
      }
      platform.clock.advance(-6 * dayMs)
    },
  )

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
  it('refuses more with a value, counts what is running, and begins again', async () => {
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

  it('is that of its subscriptions, each its own where it has one', async () => {
    const { organizationId, subscriptionId } = await anOrg(platform)
    const quota = async () => (await exports.allowance(organizationId)).quota
    const second = await platform.organizations.addSubscription(organizationId, milli(1_000))
    expect(await quota()).toBe(200)
    const of = { organizationId, by: { actor: 'operator:test' } }
    await platform.subscriptions.configure({ ...of, subscriptionId }, { exportRows: 7 })
    expect(await quota()).toBe(107)
    await platform.subscriptions.pause({ ...of, subscriptionId: second })
    expect(await quota()).toBe(7)
    expect(await begin(organizationId, { people: 8 })).toMatchObject({ begun: false, reason: 'over-quota' })
    await platform.subscriptions.configure({ ...of, subscriptionId }, { exportRows: null })
    expect(await quota()).toBe(100)
  })

  it('is given back at once by an export that is given up, and once', async () => {
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 30 })
    await platform.jobs.revive(platform.clock.now() + 31 * dayMs)
    expect((await exports.allowance(organizationId)).used).toBe(0)
    await exports.purge(platform.clock.now() + dayMs)
    expect((await exports.allowance(organizationId)).used).toBe(0)
    expect(await exports.find(organizationId, exportId)).toMatchObject({ state: 'failed' })
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
    hooks.onRow = (number) => {
      read.push(number)
      left -= 1
      if (left === 0) throw new Error('interrupted')
    }
    const again = await fileOf(organizationId, exportId)
    hooks.onRow = () => undefined
    expect(again).toBe(whole)
    // The first two parts were read once, the third again from its beginning.
    expect(read.filter((number) => number < 20)).toHaveLength(20)
    expect(read.filter((number) => number === 20)).toHaveLength(2)
  })

  it('consists of its parts, and nothing is kept twice nor of another', async () => {
    const organizationId = await anOrganization()
    const before = new Set(await filesKept())
    for (const _ of [1, 2])
      await fileOf(organizationId, await begun(organizationId, { people: 35, maxRows: 33 }))
    // Four parts and their list, each.
    expect((await filesKept()).filter((name) => !before.has(name))).toHaveLength(10)
    await blobs.purge(platform.clock.now() + 8 * dayMs)
    expect((await filesKept()).filter((name) => !before.has(name))).toEqual([])
  })

  it('that was written in one piece by an earlier release is read as it was', async () => {
    const organizationId = await anOrganization()
    const exportId = await begun(organizationId, { people: 12 })
    const file = await fileOf(organizationId, exportId)
    const { id } = await blobs.put(Readable.from([Buffer.from(file)]), { maxBytes: 1e6 })
    await platform.db.query(sql`
      UPDATE exports SET blob_id = ${id}, is_in_parts = false WHERE id = ${exportId}`)
    await platform.db.query(sql`UPDATE export_parts SET blob_id = NULL WHERE export_id = ${exportId}`)
    expect(await fileOf(organizationId, exportId)).toBe(file)
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
