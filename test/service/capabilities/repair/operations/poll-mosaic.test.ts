import { parse } from 'csv-parse/sync'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { listsWorld, type Repairing } from '../../../../worlds/lists.ts'

let service: Repairing
beforeAll(async () => {
  service = await listsWorld()
})

const list = `Firma;Ansprechpartner;E-Mail;Telefon
Acme Robotics;LINDQVIST, ADA;Ada@Acme.com;030/901820
ACME ROBOTICS GMBH;Okafor, Ben;;=cmd|' /C calc'!A0
Globex;;;
;Nobody Known;nobody@nowhere.con;12
Acme Robotics;Lindqvist, Ada;ada@acme.com;+49 30 901820
`
const all = { contactInfo: {}, includeCompanyDetails: true, runRedline: true }
const german = { inlineCsv: list, customInstructions: 'country: DEU' }

async function rowsOf(url: string): Promise<Record<string, string>[]> {
  return parse((await service.download(url)).text, { columns: true, delimiter: [',', ';'] })
}

describe('pollMosaic 200', () => {
  test('answers the healed, matched and enriched list with a report, and what it cost', async () => {
    verifies('op.poll-mosaic', 'mosaic.poll')
    const org = await service.org()
    const { status, body } = await service.run(org, { ...german, options: all })
    expect(status).toBe(200)
    const { run } = body.output
    expect(run).toMatchObject({
      status: 'done',
      rowCount: 4,
      processedRowCount: 4,
      isFreeTrialRun: false,
      error: null,
      stats: {
        inputRows: 5,
        outputRows: 4,
        rowsWhereProfileFound: 2,
        rowsWhereCompanyFound: 1,
        rowsWithContactDetails: 2,
        rowsWithErrors: 2,
        duplicatesJoined: 1,
      },
    })
    const rows = await rowsOf(run.outputCsvUrl)
    expect(rows[0]).toMatchObject({
      Firma: 'Acme Robotics',
      Ansprechpartner: 'Ada Lindqvist',
      'E-Mail': 'ada@acme.com',
      Telefon: '+4930901820',
      mosaic_status: 'profile_found',
      mosaic_profile_url: 'https://www.pnet.example/in/ada-lindqvist',
      mosaic_company: 'Acme Robotics',
      mosaic_company_domain: 'acme.com',
      mosaic_company_employees: '51-200',
      mosaic_work_emails: 'ada@acme.com',
      mosaic_personal_emails: 'ada@home.com',
      mosaic_phone_numbers: '+4915123456789',
      mosaic_row: '2',
      mosaic_merged_rows: '6',
      mosaic_changes: expect.stringContaining('Telefon: format'),
    })
    expect(rows[1]).toMatchObject({
      mosaic_status: 'profile_found',
      mosaic_work_emails: 'ben@acme.com',
      Telefon: "'=cmd|' /C calc'!A0",
    })
    expect(rows[2]).toMatchObject({ mosaic_status: 'company_found', mosaic_company_domain: 'globex.com' })
    expect(rows[3]).toMatchObject({
      mosaic_status: 'not_found',
      'E-Mail': 'nobody@nowhere.com',
      mosaic_problems: 'Telefon: invalid',
    })
    // Two for each row found; five for all of Ada's contacts, two for Ben's address.
    expect(body.chargeInfo).toMatchObject({
      method: 'charged-for-async-process',
      creditsCharged: 3 * 2 + 5 + 2,
    })
    expect(await service.captured(org)).toBe(13_000)
    const html = await service.download(run.reportUrl)
    expect(html.text).toContain('<del>LINDQVIST, ADA</del> <ins>Ada Lindqvist</ins>')
  })

  test('contacts and rows that were paid for before cost nothing again', async () => {
    const org = await service.org()
    const body = { inlineCsv: 'email\nada@acme.com\nben@acme.com\n', options: { contactInfo: {} } }
    await service.run(org, body)
    expect(await service.captured(org)).toBe(2 * 2_000 + 7_000)
    await service.run(org, body)
    expect(await service.captured(org)).toBe(2 * 2_000 + 7_000)
  })

  test('while it runs there are no links, and counts are not made up', async () => {
    const org = await service.org()
    const { body: started } = await service.start(org, german)
    const { body } = await service.poll(org, started.output.runId)
    expect(body.output.run).toMatchObject({
      status: 'pending',
      rowCount: 4,
      processedRowCount: 0,
      outputCsvUrl: null,
      reportUrl: null,
      stats: {
        inputRows: 5,
        outputRows: 4,
        rowsWhereProfileFound: null,
      },
      columns: [{ role: 'company' }, { role: 'full_name' }, { role: 'email' }, { role: 'phone' }],
    })
    expect(body.chargeInfo.method).toBe('free')
    await service.almanac.jobs.workNow()
    const done = await service.poll(org, started.output.runId)
    expect(done.body.output.run).toMatchObject({ status: 'done', reportUrl: null })
  })

  test('links work for a day without a key, as attachments that run nothing; a poll gives new ones', async () => {
    const org = await service.org()
    const { body } = await service.run(org, { ...german, options: { runRedline: true } })
    const { runId, outputCsvUrl, reportUrl } = body.output.run
    const csv = await service.download(outputCsvUrl)
    expect(csv.status).toBe(200)
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present')
    expect(csv.headers.get('content-disposition')).toContain(`attachment; filename="${runId}.csv"`)
    expect(Number(csv.headers.get('content-length'))).toBe(Buffer.byteLength(csv.text))
    const report = await service.download(reportUrl)
    expect(report.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    )
    expect(report.headers.get('x-content-type-options')).toBe('nosniff')
    const head = await service.download(outputCsvUrl, 'HEAD')
    expect(head.status).toBe(200)
    for (const url of [
      `${outputCsvUrl.slice(0, -1)}${outputCsvUrl.endsWith('A') ? 'B' : 'A'}`,
      'http://x/downloads/x',
    ]) {
      const forged = await service.download(url)
      expect(forged.status).toBe(404)
      expect(forged.body.code).toBe('not_found')
    }
    service.clock.advance(24 * 3_600_000)
    expect((await service.download(outputCsvUrl)).status).toBe(404)
    const fresh = (await service.poll(org, runId)).body.output.run.outputCsvUrl
    expect((await service.download(fresh)).status).toBe(200)
  })

  test('the end is told by an event', async () => {
    const org = await service.org()
    const { body } = await service.run(org, german)
    const events = async () => (await service.send('GET /v1/events', { key: org.rawKey })).body.output.events
    await expect.poll(events).toMatchObject([
      {
        type: 'mosaic.completed',
        data: {
          run_id: body.output.run.runId,
          success: true,
          row_count: 4,
          processed_row_count: 4,
          rows_where_profile_found: 2,
          error: null,
        },
      },
    ])
  })
})

test('pollMosaic 404 for another organization, as for a run that never was', async () => {
  const [org, other] = [await service.org(), await service.org()]
  const { body } = await service.start(org, german)
  const { runId } = body.output
  const [theirs, none] = [
    await service.poll(other, runId),
    await service.poll(other, 'task_01kf0example0000000000000000'),
  ]
  expect(theirs.status).toBe(404)
  expect(none.body.message).toBe(theirs.body.message)
  await service.almanac.jobs.workNow()
})

test('pollMosaic 400 without a runId', async () => {
  const org = await service.org()
  const { status, body } = await service.send('POST /v1/mosaic/poll', { key: org.rawKey, body: {} })
  expect(status).toBe(400)
  expect(body.issues).toMatchObject([{ path: 'runId' }])
})
