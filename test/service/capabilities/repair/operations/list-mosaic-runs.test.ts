import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { listsWorld, type Repairing } from '../../../../worlds/lists.ts'

let service: Repairing
beforeAll(async () => {
  service = await listsWorld()
})

const list = 'name,company\nAda Lindqvist,Acme Robotics\nNobody Known,Nowhere\n'

describe('listMosaicRuns 200', () => {
  test('names lists, says how far each run is, what it found and cost, and which key began it', async () => {
    verifies('op.list-mosaic-runs')
    const org = await service.org()
    const upload = await service.send('PUT /v1/mosaic/upload?fileName=kunden.csv', {
      key: org.rawKey,
      body: list,
    })
    await service.run(org, { uploadId: upload.body.output.uploadId })
    service.clock.advance(1_000)
    await service.start(org, { inlineCsv: list, fileName: 'second.csv' })
    const first = await service.send('GET /v1/mosaic/runs?pageSize=1', { key: org.rawKey })
    expect(first.body.output.runs).toMatchObject([{ fileName: 'second.csv', status: 'pending', stats: null }])
    const { nextCursor } = first.body.output
    const { body } = await service.send(`GET /v1/mosaic/runs?pageSize=1&cursor=${nextCursor}`, {
      key: org.rawKey,
    })
    expect(body.output).toMatchObject({
      runs: [
        {
          fileName: 'kunden.csv',
          status: 'done',
          rowCount: 2,
          progressPercent: 100,
          stats: { inputRows: 2, rowsWhereProfileFound: 1 },
          startedBy: { keyId: expect.stringMatching(/^key_/) },
        },
      ],
      nextCursor: null,
    })
    expect(body.output.runs[0].creditsCharged).toBeGreaterThan(0)
    const other = await service.org()
    expect((await service.send('GET /v1/mosaic/runs', { key: other.rawKey })).body.output.runs).toEqual([])
  })
})

test('listMosaicRuns 401', async () => {
  expect((await service.send('GET /v1/mosaic/runs')).status).toBe(401)
})
