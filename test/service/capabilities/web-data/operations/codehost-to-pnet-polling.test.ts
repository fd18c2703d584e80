import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../../../conformance/verifies.ts'
import { openCodeHostTest, type CodeHostTest } from '../../../../worlds/code-host.ts'

let host: CodeHostTest
beforeAll(async () => {
  host = await openCodeHostTest()
})

const start = 'POST /v1/codehost-to-pnet/trigger'
const poll = 'POST /v1/codehost-to-pnet/polling'

describe('200', () => {
  test('pages, free, and the event tells the end', async () => {
    verifies('op.codehost-to-pnet-polling')
    const { rawKey: key } = await host.service.org(100)
    const accounts = ['ada-l', 'blank', 'linked'].map((username) => ({ username }))
    const { codehostToPnetRunId } = (await host.service.send(start, { key, body: { accounts } })).body.output
    const waiting = (await host.service.send(poll, { key, body: { codehostToPnetRunId } })).body
    expect(waiting).toMatchObject({
      output: { status: 'NOT_STARTED', data: [], hasMore: true },
      chargeInfo: { method: 'free' },
    })
    await host.service.almanac.jobs.workNow()
    const page = async (cursor: string | null) =>
      (await host.service.send(poll, { key, body: { codehostToPnetRunId, cursor, pageSize: 2 } })).body.output
    const first = await page(null)
    const second = await page(first.nextCursor)
    const outcomes = [...first.data, ...second.data].map(({ outcome }: { outcome: string }) => outcome)
    expect(outcomes).toEqual(['found', 'not_found', 'found'])
    expect([first.hasMore, second.hasMore]).toEqual([true, false])
    const events = async () => (await host.service.send('GET /v1/events', { key })).body.output.events
    // Shown when no older transaction of the server is at work, those of other tests included.
    await expect
      .poll(events)
      .toMatchObject([{ type: 'codehost_to_pnet.completed', data: { success: true, total: 3, found: 2 } }])
  })
})

test('400 for a cursor of elsewhere, 401 without a key, 404 for another kind of run', async () => {
  const { rawKey: key } = await host.service.org(100)
  const send = (body: object, given: object = { key }) => host.service.send(poll, { body, ...given })
  const started = await host.service.send('POST /v1/codehost-lookup/trigger', {
    key,
    body: { people: [{ personName: { value: 'A B' } }] },
  })
  const own = await host.service.send(start, { key, body: { accounts: [{ username: 'a' }] } })
  expect((await send({ ...own.body.output, cursor: 'x' })).status).toBe(400)
  expect((await send(own.body.output, {})).status).toBe(401)
  expect((await send({ codehostToPnetRunId: started.body.output.codehostLookupRunId })).status).toBe(404)
})
