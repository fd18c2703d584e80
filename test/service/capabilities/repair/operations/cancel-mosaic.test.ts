import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestOrganization } from '../../../../support/platform.ts'
import { listsWorld, type Repairing } from '../../../../worlds/lists.ts'

let service: Repairing
beforeAll(async () => {
  service = await listsWorld()
})

const body = { inlineCsv: 'name,company\nAda Lindqvist,Acme Robotics\n' }
const cancel = (org: TestOrganization, runId: string) =>
  service.send('POST /v1/mosaic/cancel', { key: org.rawKey, body: { runId } })

describe('cancelMosaic 200', () => {
  test('gives back what was not looked up; a run that has ended keeps its files', async () => {
    verifies('op.cancel-mosaic')
    const org = await service.org()
    const before = await service.available(org)
    const { runId } = (await service.start(org, body)).body.output
    const held = before - (await service.available(org))
    const canceled = await cancel(org, runId)
    expect(canceled.body.output).toMatchObject({
      canceled: true,
      creditsRefunded: held / 1_000,
      creditsCharged: 0,
    })
    await service.almanac.jobs.workNow()
    expect(await service.available(org)).toBe(before)
    const done = (await service.run(org, body)).body.output.run.runId
    expect((await cancel(org, done)).body.output).toMatchObject({ canceled: false, creditsRefunded: 0 })
    expect((await service.poll(org, done)).body.output.run.status).toBe('done')
  })
})

test('cancelMosaic 401', async () => {
  expect((await service.send('POST /v1/mosaic/cancel', { body: { runId: 'task_x' } })).status).toBe(401)
})

test("cancelMosaic 404 for another organization's run", async () => {
  const { runId } = (await service.start(await service.org(), body)).body.output
  expect((await cancel(await service.org(), runId)).status).toBe(404)
  await service.almanac.jobs.workNow()
})
