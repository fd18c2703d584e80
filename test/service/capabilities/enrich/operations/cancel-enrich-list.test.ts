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

const body = { inlineCsv: 'domain\nacme.example\nglobex.example\n', as: 'companies' }

describe('cancelEnrichList 200', () => {
  test('gives back what was not looked up, and nothing is charged afterwards', async () => {
    verifies('op.cancel-enrich-list')
    const org = await service.org()
    const { runId } = (await lists.start(org, body)).body.output
    const canceled = await lists.ask(org, 'cancel', { runId })
    expect(canceled.body.output).toEqual({ runId, canceled: true, creditsRefunded: 4, creditsCharged: 0 })
    expect(canceled.body.chargeInfo).toMatchObject({ method: 'credits-refunded', creditsRefunded: 4 })
    await service.almanac.jobs.workNow()
    expect(await service.captured(org)).toBe(0)
    expect(await service.available(org)).toBe(100_000_000)
    expect((await lists.poll(org, runId)).body.output.run).toMatchObject({
      status: 'canceled',
      outputUrl: null,
    })
    expect(await service.almanac.ledger.reconcile(org.organizationId)).toEqual([])
  })

  test('a canceled run has no file and no decisions, and says so', async () => {
    const org = await service.org()
    const { runId } = (await lists.start(org, body)).body.output
    await lists.ask(org, 'cancel', { runId })
    const row = { runId, rowId: 'company_1' }
    const refused = [
      await lists.ask(org, 'download', { runId }),
      await lists.ask(org, 'candidates', row),
      await lists.ask(org, 'decide', { ...row, answer: 'likeliest' }),
      await lists.ask(org, 'undo-decision', row),
    ]
    for (const { status, body: answer } of refused)
      expect([status, answer.message]).toEqual([409, expect.stringMatching(/was canceled.*listEnrichRows/)])
    await service.almanac.jobs.workNow()
  })

  test('a run that has ended keeps its result', async () => {
    const org = await service.org()
    const { started } = await lists.run(org, body)
    const { runId } = started.body.output
    const canceled = await lists.ask(org, 'cancel', { runId })
    expect(canceled.body.output).toEqual({ runId, canceled: false, creditsRefunded: 0, creditsCharged: 4 })
    expect((await lists.poll(org, runId)).body.output.run.status).toBe('done')
  })
})

test('cancelEnrichList 401', async () => {
  expect((await service.send('POST /v1/enrich/cancel', { body: { runId: 'task_x' } })).status).toBe(401)
})

test("cancelEnrichList 404 for another organization's run", async () => {
  const [org, other] = [await service.org(), await service.org()]
  const { runId } = (await lists.start(org, body)).body.output
  expect((await lists.ask(other, 'cancel', { runId })).status).toBe(404)
  await service.almanac.jobs.workNow()
})
