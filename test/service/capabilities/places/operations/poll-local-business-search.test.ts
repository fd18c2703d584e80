import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import type { TestAnswer } from '../../../../support/harness.ts'
import { sampleWorld, type SampledAlmanac } from '../../../../worlds/sample.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const start = 'POST /v1/local-business-search/start'
const poll = 'POST /v1/local-business-search/poll'
const data = [1, 3, 5].map((index) => ({
  source: 'maps',
  placeId: `sample-${index}`,
  clientReferenceId: `own ${index}`,
}))

describe('pollLocalBusinessSearch 200', () => {
  test('pages in the order of the request, and the event tells the end', async () => {
    verifies('op.poll-local-business-search', 'family.local-business')
    const { rawKey: key } = await service.org(100)
    const { taskId } = (await service.send(start, { key, body: { data } })).body.output
    const early = await service.send(poll, { key, body: { taskId } })
    expect(early.body.output).toMatchObject({ status: 'NOT_STARTED', data: { observations: [] } })
    await service.almanac.jobs.workNow()
    const seen: string[] = []
    const references: string[] = []
    let cursor: string | null = null
    do {
      const asked: object = { taskId, cursor, pageSize: 2 }
      const { output }: TestAnswer['body'] = (await service.send(poll, { key, body: asked })).body
      seen.push(...output.data.observations.map((each: { placeId: string }) => each.placeId))
      references.push(
        ...output.data.observations.map((each: { clientReferenceId: string }) => each.clientReferenceId),
      )
      cursor = output.nextCursor
    } while (cursor !== null)
    expect(seen).toEqual(data.map(({ placeId }) => placeId))
    expect(references).toEqual(data.map(({ clientReferenceId }) => clientReferenceId))
    const events = async () => (await service.send('GET /v1/events', { key })).body.output.events
    await expect.poll(events).toMatchObject([
      {
        type: 'local_business_search.completed',
        data: { run_id: taskId, success: true, total_results: 3, error: null },
      },
    ])
  })
})

test('400 for a cursor of elsewhere, 401, and 404 for another organization’s run and an unknown one', async () => {
  const [own, other] = [await service.org(100), await service.org(100)]
  const { taskId } = (await service.send(start, { key: own.rawKey, body: { data } })).body.output
  const send = (key: string | undefined, body: object) =>
    service.send(poll, { body, ...(key === undefined ? {} : { key }) })
  expect((await send(own.rawKey, { taskId, cursor: 'x' })).status).toBe(400)
  expect((await send(undefined, { taskId })).status).toBe(401)
  const foreign = await send(other.rawKey, { taskId })
  const unknown = await send(other.rawKey, { taskId: 'task_0000000000000000000000' })
  expect([foreign.status, unknown.status]).toEqual([404, 404])
  expect(foreign.body.code).toBe(unknown.body.code)
})
