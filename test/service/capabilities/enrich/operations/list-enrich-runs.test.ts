import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { enriching, type Enriching } from '../../../../support/enriching.ts'
import type { TestAlmanac } from '../../../../support/harness.ts'
import { openResolveTest } from '../../../../worlds/resolve.ts'

let service: TestAlmanac
let lists: Enriching
beforeAll(async () => {
  ;({ service } = await openResolveTest())
  lists = enriching(service)
})

describe('listEnrichRuns 200', () => {
  test('names lists, counts rows and credits, and says which key began each; the newest first, in pages', async () => {
    verifies('op.list-enrich-runs')
    const org = await service.org()
    const upload = await service.send('POST /v1/enrich/upload?fileName=Kunden%20S%C3%BCd.csv', {
      key: org.rawKey,
      body: 'Webseite;Firma\nacme.example;Acme\nnobody.example;Nobody\n',
    })
    const { uploadId } = upload.body.output
    await lists.run(org, { uploadId, as: 'companies' })
    service.clock.advance(1_000)
    const second = await lists.start(org, { inlineCsv: 'name\nAda Lindqvist\n', as: 'people' })
    service.clock.advance(1_000)
    await lists.start(org, { uploadId, as: 'companies', fileName: 'again.csv' })
    const page = (query = '') => service.send(`GET /v1/enrich/runs${query}`, { key: org.rawKey })
    const { body } = await page('?pageSize=2')
    expect(body.output.runs).toMatchObject([
      { fileName: 'again.csv', status: 'pending', stats: null, creditsCharged: 0 },
      { runId: second.body.output.runId, fileName: null, as: 'people', rowCount: 1, status: 'pending' },
    ])
    const { body: last } = await page(`?pageSize=2&cursor=${body.output.nextCursor}`)
    expect(last.output.nextCursor).toBeNull()
    expect(last.output.runs).toMatchObject([
      {
        fileName: 'Kunden Süd.csv',
        as: 'companies',
        status: 'done',
        rowCount: 2,
        progressPercent: 100,
        stats: { matched: 1, notFound: 1, unsure: 0 },
        creditsCharged: 2,
        startedBy: { keyId: expect.stringMatching(/^key_/), name: expect.any(String) },
      },
    ])
    await service.almanac.jobs.workNow()
    const other = await service.org()
    const foreign = await service.send('GET /v1/enrich/runs', { key: other.rawKey })
    expect(foreign.body.output.runs).toEqual([])
  })
})

test('listEnrichRuns 400 for a name with folders', async () => {
  const org = await service.org()
  const { status, body } = await service.send('POST /v1/enrich/upload?fileName=..%2Fa.csv', {
    key: org.rawKey,
    body: 'domain\nacme.example\n',
  })
  expect([status, body.issues[0].path]).toEqual([400, 'fileName'])
})

test('listEnrichRuns 401', async () => {
  expect((await service.send('GET /v1/enrich/runs')).status).toBe(401)
})
