import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching, type Enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

/** `Müller;acme.example` in Windows-1252. */
const list = Buffer.from('Firma;Webseite\r\nM\u00FCller;acme.example\r\nTwin Peaks;\r\n', 'latin1')

async function fetchForm(org: TestOrganization, body: object) {
  const { status, body: answer } = await lists.ask(org, 'download', body)
  if (status !== 200) throw new Error(`${status}`)
  const file = await fetch(service.url + new URL(answer.output.url).pathname)
  return {
    name: file.headers.get('content-disposition') ?? '',
    bytes: Buffer.from(await file.arrayBuffer()),
  }
}

describe('downloadEnrichList 200', () => {
  test('as it came, for a spreadsheet with a mark, and as a workbook; decisions are in each', async () => {
    verifies('op.download-enrich-list')
    const org = await service.org()
    const upload = await service.send('POST /v1/enrich/upload?fileName=kunden.csv', {
      key: org.rawKey,
      body: list,
    })
    const { started } = await lists.run(org, { uploadId: upload.body.output.uploadId, as: 'companies' })
    const { runId } = started.body.output
    const plain = await fetchForm(org, { runId })
    expect(plain.name).toMatch(/kunden\.enriched\.csv/)
    expect(plain.bytes.subarray(0, 30).toString('latin1')).toMatch(/^Firma;Webseite;match;/)
    expect(plain.bytes.includes(Buffer.from('M\u00FCller', 'latin1'))).toBe(true)
    const marked = await fetchForm(org, { runId, withByteOrderMark: true })
    expect([...marked.bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(marked.bytes.toString()).toContain('M\u00FCller;acme.example;matched')
    expect(marked.bytes.toString()).toContain('Twin Peaks;;unsure')
    const workbook = await fetchForm(org, { runId, format: 'xlsx' })
    expect(workbook.name).toMatch(/kunden\.enriched\.xlsx/)
    expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
    await lists.ask(org, 'decide', { runId, rowId: 'company_2', answer: 'likeliest' })
    const decided = await fetchForm(org, { runId, withByteOrderMark: true })
    expect(decided.bytes.toString()).toContain('Twin Peaks;;matched')
    const lines = await fetchForm(org, { runId, format: 'jsonl' })
    expect(
      lines.bytes
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).match),
    ).toEqual(['matched', 'matched'])
    expect(await service.captured(org)).toBe(4_000)
  })
})

test('downloadEnrichList 401', async () => {
  expect((await service.send('POST /v1/enrich/download', { body: { runId: 'task_x' } })).status).toBe(401)
})

test("downloadEnrichList 404 for another organization's run, 409 while it goes on", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const { runId } = (await lists.start(org, { inlineCsv: 'domain\nacme.example\n', as: 'companies' })).body
    .output
  expect((await lists.ask(other, 'download', { runId })).status).toBe(404)
  expect((await lists.ask(org, 'download', { runId })).status).toBe(409)
  await service.almanac.jobs.workNow()
})
