import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { sampleWorld, type SampledAlmanac } from '../../../../worlds/sample.ts'

let service: SampledAlmanac
beforeAll(async () => {
  service = await sampleWorld()
})

const check = 'POST /v1/maps-search/check'

describe('mapsSearchCheck 200', () => {
  test('tells how far a search is, for nothing', async () => {
    verifies('op.maps-search-check')
    const { rawKey: key } = await service.org(1_000)
    const body = { query: 'dentist', maxResults: 5, strategy: { strategy: 'whole-usa' } }
    const started = await service.send('POST /v1/maps-search/start', { key, body })
    const before = await service.send(check, { key, body: started.body.output })
    expect(before.body.output).toEqual({
      status: 'NOT_STARTED',
      totalPlacesFound: 0,
      totalPlacesRequested: 5,
      percentageCompleted: 0,
    })
    await service.almanac.jobs.workNow()
    const after = await service.send(check, { key, body: started.body.output })
    expect(after.body.output).toEqual({
      status: 'COMPLETED',
      totalPlacesFound: 5,
      totalPlacesRequested: 5,
      percentageCompleted: 100,
    })
    expect(after.body.chargeInfo.method).toBe('free')
  })
})

test('400 without an id, 401, and 404 for what is another’s or unknown', async () => {
  const [own, other] = [await service.org(100), await service.org(100)]
  const body = { query: 'dentist', maxResults: 5, strategy: { strategy: 'whole-usa' } }
  const { output } = (await service.send('POST /v1/maps-search/start', { key: own.rawKey, body })).body
  expect((await service.send(check, { key: own.rawKey, body: {} })).body.issues[0].path).toBe('searchID')
  expect((await service.send(check, { body: output })).status).toBe(401)
  const foreign = await service.send(check, { key: other.rawKey, body: output })
  const unknown = await service.send(check, { key: other.rawKey, body: { searchID: 'task_x' } })
  expect([foreign.status, unknown.status]).toEqual([404, 404])
  expect(foreign.body.code).toBe(unknown.body.code)
})
