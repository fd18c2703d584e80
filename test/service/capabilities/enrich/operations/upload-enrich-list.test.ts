import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching, type Enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { workbookOf } from '../../../../support/workbook.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'
import { maxListRows } from '../../../../../src/capabilities/enrich/schema.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

describe('uploadEnrichList 200', () => {
  test('tells what the columns hold, keeps the list a day and charges nothing', async () => {
    verifies('op.upload-enrich-list')
    const org = await service.org()
    const { status, body } = await lists.upload(
      org,
      'Company;Website\nAcme;acme.example\n\nGlobex;globex.example\n',
    )
    expect(status).toBe(200)
    expect(body.output).toMatchObject({
      uploadId: expect.stringMatching(/^upl_3_/),
      rowCount: 3,
      hasHeader: true,
      format: { kind: 'csv', delimiter: ';' },
      columns: [
        { name: 'Company', role: 'company' },
        { name: 'Website', role: 'url' },
      ],
      notes: [],
    })
    expect(Date.parse(body.output.expiresAt) - service.clock.now()).toBe(24 * 3_600_000)
    expect(await service.available(org)).toBe(100_000_000)
  })

  test.each([
    [
      'a workbook',
      'xlsx',
      workbookOf([
        ['Company', 'Website'],
        ['Acme', 'acme.example'],
      ]),
    ],
    ['JSON lines', 'jsonl', Buffer.from('{"Company":"Acme","Website":"acme.example"}\n')],
    ['gzip', 'csv', gzipSync(Buffer.from('Company,Website\nAcme,acme.example\n'))],
  ])('%s', async (_what, kind, content) => {
    const { body } = await lists.upload(await service.org(), content)
    expect(body.output).toMatchObject({
      rowCount: 1,
      format: { kind },
      columns: [{ name: 'Company' }, { name: 'Website' }],
    })
  })
})

describe('uploadEnrichList 400', () => {
  test.each<[string, string | Uint8Array, RegExp]>([
    ['nothing', '', /Expected a file/],
    ['a PDF', '%PDF-1.7\n%âãÏÓ', /no list of rows/],
    ['a header alone', 'name,email\n', /a header and no rows/],
    [
      'more rows than a list may have',
      `domain\n${'acme.example\n'.repeat(maxListRows + 1)}`,
      /more than 100,000 rows/,
    ],
  ])('%s is refused with the reason', async (_what, content, message) => {
    const { status, body } = await lists.upload(await service.org(), content)
    expect(status).toBe(400)
    expect(body.issues).toMatchObject([{ path: 'body', message: expect.stringMatching(message) }])
  })
})

test('uploadEnrichList 401', async () => {
  expect((await service.send('POST /v1/enrich/upload', { body: 'Company\nAcme\n' })).status).toBe(401)
})
