import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { unguardFormula } from '../../../../../src/lib/formula-guard.ts'
import { verifies } from '../../../../conformance/verifies.ts'
import { aSandboxKey } from '../../../../support/platform.ts'
import { listsWorld, repairing, type Repairing } from '../../../../worlds/lists.ts'

let service: Repairing
let reaching: Repairing
beforeAll(async () => {
  service = await listsWorld()
  reaching = await repairing({ ALMANAC_OUTBOUND_LOOPBACK: 'true' })
})

const list = 'Name,Email\n"LINDQVIST, ADA",ada@acme.com\nNobody Known,nobody@nowhere.com\n'

/** A server on this machine; its address with a path. */
async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/list.csv`
}

describe('startMosaic 200', () => {
  test('sets aside what the rows of the list can cost, and charges those that are found', async () => {
    verifies('op.start-mosaic', 'mosaic.start')
    const org = await service.org()
    const { status, body } = await service.start(org, { inlineCsv: list })
    expect(status).toBe(200)
    expect(body.output).toEqual({ runId: expect.stringMatching(/^task_/), isFreeTrialRun: false })
    expect(body.chargeInfo.method).toBe('charging-later')
    expect(await service.available(org)).toBe(100_000_000 - 4_000)
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(2_000)
    expect(await service.available(org)).toBe(100_000_000 - 2_000)
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('takes a list from an address and from an upload', async () => {
    const url = await serving((_request, response) => response.end(list))
    const org = await reaching.org()
    const byUrl = await reaching.run(org, { sourceUrl: url })
    const { body } = await reaching.upload(org, list)
    const byUpload = await reaching.run(org, { uploadId: body.output.uploadId })
    for (const { body } of [byUrl, byUpload])
      expect(body.output.run).toMatchObject({
        status: 'done',
        stats: { inputRows: 2, rowsWhereProfileFound: 1 },
      })
  })

  test('does what the instructions say', async () => {
    const org = await service.org()
    const text = 'who,when\nLINDQVIST ADA,03/04/2024\n'
    const { body } = await service.run(org, {
      inlineCsv: text,
      customInstructions: 'name column: who\ndate order: mdy',
    })
    const csv = await service.download(body.output.run.outputCsvUrl)
    expect(csv.text).toContain('\nLindqvist Ada,2024-03-04,')
  })

  test('a list that was repaired and is repaired again has the cells it had', async () => {
    const org = await service.org()
    const cells = ['=1+1', "'=1", "''-x", '-5', '+49 1512 3456789', "'s-Hertogenbosch", '@home']
    const text = `note,email\n${cells.map((cell, index) => `${cell},member${index}@nowhere.com`).join('\n')}\n`
    let [list, notes] = [text, cells]
    for (let time = 0; time < 2; time++) {
      const customInstructions = 'keep as is: note\nkeep columns: note, email'
      const { body } = await service.run(org, { inlineCsv: list, customInstructions })
      const csv = await service.download(body.output.run.outputCsvUrl)
      list = csv.text
      notes = list
        .split('\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]!)
      expect(notes.filter((note) => /^[=@]|^-x/.test(note))).toEqual([])
      expect(notes.map(unguardFormula)).toEqual(['=1+1', '=1', "'-x", ...cells.slice(3)])
    }
  })

  test('one Idempotency-Key starts one run', async () => {
    const org = await service.org()
    const headers = { 'idempotency-key': 'run' }
    const first = await service.start(org, { inlineCsv: list }, headers)
    const again = await service.start(org, { inlineCsv: list }, headers)
    expect(again.text).toBe(first.text)
    expect(await service.almanac.jobs.workNow()).toBe(1)
    expect(await service.captured(org)).toBe(2_000)
  })

  test('a dry run tells the most it can cost, fetches nothing and starts nothing', async () => {
    let asked = 0
    const url = await serving((_request, response) => {
      asked += 1
      response.end(list)
    })
    const org = await reaching.org()
    const contactInfo = { getPhoneNumbers: false }
    const body = { sourceUrl: url, options: { maxRows: 10, contactInfo } }
    const dry = await reaching.start(org, body, { 'x-dry-run': '1' })
    expect(dry.body.output.dryRun.maxCredits).toBe(10 * (2 + 3))
    expect(asked).toBe(0)
    expect(await reaching.almanac.jobs.workNow()).toBe(0)
  })

  test('is free with a sandbox key', async () => {
    const org = await service.org(0)
    const { rawKey } = await aSandboxKey(service.almanac, org.organizationId)
    const { status, body } = await service.start({ ...org, rawKey }, { inlineCsv: list })
    expect(status).toBe(200)
    expect(body.chargeInfo.method).toBe('free')
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(0)
  })
})

describe('startMosaic 400', () => {
  const refusal = async (on: Repairing, body: object) => {
    const org = await on.org()
    const answer = await on.start(org, body)
    expect(answer.status).toBe(400)
    expect(await on.available(org)).toBe(100_000_000)
    expect(await on.almanac.jobs.workNow()).toBe(0)
    return answer.body.issues as { path: string; message: string; code: string }[]
  }

  test('without a source, and with two', async () => {
    expect(await refusal(service, {})).toMatchObject([{ path: 'sourceUrl' }])
    expect(await refusal(service, { inlineCsv: list, sourceUrl: 'https://acme.com/x' })).toMatchObject([
      { path: 'sourceUrl' },
    ])
  })

  test.each([
    'http://acme.com/list.csv',
    'https://127.0.0.1/list.csv',
    'https://2130706433/list.csv',
    'https://0x7f.1/list.csv',
    'https://[::1]/list.csv',
    'https://[::ffff:10.0.0.1]/list.csv',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/list.csv',
    'https://user:password@acme.com/list.csv',
    'https://acme.com:6379/list.csv',
    'file:///etc/passwd',
    'not an address',
  ])('for %s, and nothing is connected', async (sourceUrl) => {
    verifies('mosaic.private-address-refused')
    expect(await refusal(service, { sourceUrl })).toMatchObject([
      {
        path: 'sourceUrl',
        code: expect.stringMatching(/^(?:private-address|not-https|closed-port|bad-url)$/),
      },
    ])
  })

  test('a private address is refused unconnected', async () => {
    verifies('mosaic.private-address-refused')
    let asked = 0
    const url = await serving((_request, response) => {
      asked += 1
      response.end(list)
    })
    await refusal(service, { sourceUrl: url.replace('http:', 'https:') })
    expect(asked).toBe(0)
  })

  test('for an address that redirects, fails, sends too much or no list', async () => {
    const redirecting = await serving((_request, response) =>
      response.writeHead(302, { location: 'https://acme.com/' }).end(),
    )
    expect((await refusal(reaching, { sourceUrl: redirecting }))[0]?.message).toMatch(
      /302\. Redirects are not followed/,
    )
    const missing = await serving((_request, response) => response.writeHead(404).end())
    expect((await refusal(reaching, { sourceUrl: missing }))[0]?.message).toMatch(/answered 404/)
    const large = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': String(51 * 1024 ** 2) })
      response.write('a')
    })
    expect((await refusal(reaching, { sourceUrl: large }))[0]).toMatchObject({ code: 'too-large' })
    const broken = await serving((_request, response) => {
      response.writeHead(200, { 'content-length': '100' })
      response.write('a,b')
      setImmediate(() => response.destroy())
    })
    expect((await refusal(reaching, { sourceUrl: broken }))[0]).toMatchObject({ code: 'connection' })
    const page = await serving((_request, response) => response.end('%PDF-1.7'))
    expect((await refusal(reaching, { sourceUrl: page }))[0]).toMatchObject({
      path: 'sourceUrl',
      code: 'unreadable_list',
    })
  })

  test('for an upload that is unknown, forged, expired or of another organization', async () => {
    const [org, other] = [await service.org(), await service.org()]
    const { uploadId } = (await service.upload(org, list)).body.output
    for (const id of ['upl_1_x', 'x', uploadId.replace('upl_2_', 'upl_1_')])
      expect(await refusal(service, { uploadId: id })).toMatchObject([
        { path: 'uploadId', code: 'unknown_upload' },
      ])
    expect((await service.start(other, { uploadId })).status).toBe(400)
    expect((await service.start(org, { uploadId })).status).toBe(200)
    await service.almanac.jobs.workNow()
    service.clock.advance(24 * 3_600_000)
    expect((await service.start(org, { uploadId })).status).toBe(400)
  })

  test('for instructions that are none, and for columns that are not there', async () => {
    const bad = await refusal(service, {
      inlineCsv: list,
      customInstructions: 'make it nice\nkeep columns: Name',
    })
    expect(bad).toMatchObject([
      { path: 'customInstructions', message: expect.stringMatching(/^Line 1: /), code: 'unknown_directive' },
    ])
    const missing = await refusal(service, { inlineCsv: list, customInstructions: 'keep columns: Nome' })
    expect(missing).toMatchObject([{ path: 'customInstructions', code: 'unknown_column' }])
  })
})

describe('startMosaic 402', () => {
  test('unless the rows of the list are covered; one credit less starts nothing', async () => {
    const short = await service.org(3)
    const { status, body } = await service.start(short, { inlineCsv: list })
    expect(status).toBe(402)
    expect(body.outOfCreditsAlert).toMatchObject({ availableCredits: 3 })
    expect(await service.available(short)).toBe(3_000)
    expect(await service.almanac.jobs.workNow()).toBe(0)
    expect((await service.start(await service.org(4), { inlineCsv: list })).status).toBe(200)
    await service.almanac.jobs.workNow()
  })

  test('a list by address needs credit for its own rows only', async () => {
    const url = await serving((_request, response) => response.end(list))
    expect((await reaching.start(await reaching.org(4), { sourceUrl: url })).status).toBe(200)
    await reaching.almanac.jobs.workNow()
    const guarded = await reaching.start(await reaching.org(), { sourceUrl: url }, { 'x-max-credits': '3' })
    expect(guarded.body.code).toBe('spend_guard')
    expect(await reaching.almanac.jobs.workNow()).toBe(0)
  })
})
