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

const body = { inlineCsv: 'domain\nacme.example\nnobody.example\nacme.example\n', as: 'companies' }

describe('pollEnrichList 200', () => {
  test('tells how far a run is, what it found and cost, and the event of its end', async () => {
    verifies('op.poll-enrich-list')
    const org = await service.org()
    const { runId } = (await lists.start(org, body)).body.output
    expect((await lists.poll(org, runId)).body.output.run).toMatchObject({
      status: 'pending',
      as: 'companies',
      rowCount: 3,
      processedRowCount: 0,
      progressPercent: 0,
      stats: null,
      outputUrl: null,
    })
    await service.almanac.jobs.workNow()
    const { body: answer } = await lists.poll(org, runId)
    expect(answer.output.run).toMatchObject({
      status: 'done',
      processedRowCount: 3,
      progressPercent: 100,
      stats: { matched: 2, duplicates: 1, unsure: 0, notFound: 1, unreadable: 0, blank: 0 },
      used: [{ by: 'domain', column: 'domain' }],
      outputUrl: expect.stringMatching(/\/downloads\//),
      error: null,
    })
    expect(answer.chargeInfo).toMatchObject({ method: 'charged-for-async-process', creditsCharged: 2 })
    const [event] = await service.almanac.events.list(org.organizationId, { after: undefined, limit: 9 })
    expect(JSON.parse(event?.event.data ?? '')).toEqual({
      run_id: runId,
      success: true,
      row_count: 3,
      matched: 2,
      duplicates: 1,
      unsure: 0,
      not_found: 1,
      unreadable: 0,
      blank: 0,
      error: null,
      runId,
      rowCount: 3,
      notFound: 1,
    })
  })
})

test('pollEnrichList 401', async () => {
  expect((await service.send('POST /v1/enrich/poll', { body: { runId: 'task_x' } })).status).toBe(401)
})

test("pollEnrichList 404 for an unknown run, another organization's and another kind of job's", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const { runId } = (await lists.start(org, body)).body.output
  const mosaic = await service.send('POST /v1/mosaic/start', {
    key: org.rawKey,
    body: { inlineCsv: 'name\nAda B\n' },
  })
  await service.almanac.jobs.workNow()
  const answers = await Promise.all([
    lists.poll(org, 'task_01kf0example0000000000000000'),
    lists.poll(other, runId),
    lists.poll(org, mosaic.body.output.runId),
  ])
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect(new Set(answers.map(({ body: answer }) => answer.error)).size).toBe(1)
})
